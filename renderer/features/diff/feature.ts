import type { Feature } from '../../app/feature.ts';
import { later } from '../../components/later.tsx';
import { useThreadStore } from '../../stores/thread-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { DiffNote } from './DiffNote.tsx';

const DiffTab = later('rest', async () => (await import('./DiffTab.tsx')).DiffTab);

export const feature: Feature = {
  tabs: [{ id: 'diff', label: 'Diff', Note: DiffNote, Body: DiffTab }],
  commands: [
    {
      id: 'view-diff',
      title: 'Show the diff',
      group: 'View',
      shortcut: 'mod+2',
      menu: 'view-diff',
      keywords: ['transcript', 'model view', 'compare', 'lost'],
      isEnabled: () => useThreadStore.getState().overview.state === 'ready',
      run: () => {
        viewActions().showTab('diff');
      },
    },
  ],
};
