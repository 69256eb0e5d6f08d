import type { Feature } from '../../app/feature.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { LabFeed } from './LabFeed.tsx';
import { LabTab } from './LabTab.tsx';

const isEnabled = (): boolean => useThreadStore.getState().overview.state === 'ready';

export const feature: Feature = {
  tabs: [{ id: 'lab', label: 'Lab', Body: LabTab }],
  Overlays: [LabFeed],
  commands: [
    {
      id: 'view-lab',
      title: 'Show the lab',
      group: 'View',
      shortcut: 'mod+4',
      menu: 'view-lab',
      keywords: ['sweep', 'heat map', 'threshold', 'recommend', 'tune'],
      isEnabled,
      run: () => {
        viewActions().showTab('lab');
      },
    },
  ],
};
