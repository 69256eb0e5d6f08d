import type { Feature } from '../../app/feature.ts';
import { later } from '../../components/later.tsx';
import { useThreadStore } from '../../stores/thread-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { SurvivalNote } from './SurvivalNote.tsx';

const SurvivalTab = later('rest', async () => (await import('./SurvivalTab.tsx')).SurvivalTab);

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
