import type { Feature } from '../../app/feature.ts';
import { viewActions } from '../../stores/view-store.ts';
import { DropTarget } from './DropTarget.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { watchFolder } from './watch-actions.ts';

export const feature: Feature = {
  Overlays: [ImportDialog, HistoryDialog, DropTarget],
  commands: [
    {
      id: 'import',
      title: 'Import thread exports…',
      group: 'Window',
      shortcut: 'mod+o',
      menu: 'import',
      keywords: ['open', 'file', 'folder', 'load'],
      run: () => {
        viewActions().openDialog('import');
      },
    },
    {
      id: 'watch-folder',
      title: 'Watch a folder…',
      group: 'Window',
      shortcut: null,
      menu: 'watch-folder',
      keywords: ['live', 'follow', 'import'],
      run: () => void watchFolder(),
    },
    {
      id: 'import-history',
      title: 'Import history…',
      group: 'Window',
      shortcut: null,
      menu: 'import-history',
      keywords: ['undo', 'files', 'past'],
      run: () => {
        viewActions().openDialog('import-history');
      },
    },
  ],
};
