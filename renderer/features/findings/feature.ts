import type { Feature } from '../../app/feature.ts';
import { later } from '../../components/later.tsx';
import { useThreadStore } from '../../stores/thread-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { FindingCount } from './FindingCount.tsx';

const FindingsView = later('rest', async () => (await import('./FindingsView.tsx')).FindingsView);

export const feature: Feature = {
  tabs: [{ id: 'findings', label: 'Findings', Note: FindingCount, Body: FindingsView }],
  commands: [
    {
      id: 'view-findings',
      title: 'Show findings',
      group: 'View',
      shortcut: 'mod+3',
      menu: 'view-findings',
      keywords: ['problems', 'warnings', 'errors'],
      isEnabled: () => useThreadStore.getState().overview.state === 'ready',
      run: () => {
        viewActions().showTab('findings');
      },
    },
  ],
};
