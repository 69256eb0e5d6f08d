import type { Feature } from '../../app/feature.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { SurvivalNote } from './SurvivalNote.tsx';
import { SurvivalTab } from './SurvivalTab.tsx';

export const feature: Feature = {
  tabs: [{ id: 'survival', label: 'Survival', Note: SurvivalNote, Body: SurvivalTab }],
  commands: [
    {
      id: 'view-survival',
      title: 'Show survival',
      group: 'View',
      shortcut: 'mod+5',
      menu: 'view-survival',
      keywords: ['facts', 'lost', 'generations', 'alignment', 'x-ray', 'retention'],
      isEnabled: () => useThreadStore.getState().overview.state === 'ready',
      run: () => {
        viewActions().showTab('survival');
      },
    },
  ],
};
