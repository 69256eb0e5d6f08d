import type { Feature } from '../../app/feature.ts';
import { later } from '../../components/later.tsx';
import { viewActions } from '../../stores/view-store.ts';
import { DropTarget } from './DropTarget.tsx';
import { watchFolder } from './watch-actions.ts';

const ImportDialog = later('rest', async () => (await import('./ImportDialog.tsx')).ImportDialog);
const HistoryDialog = later('rest', async () => (await import('./HistoryDialog.tsx')).HistoryDialog);

export const feature: Feature = {
  Overlays: [DropTarget],
  dialogs: { import: ImportDialog, 'import-history': HistoryDialog },
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
