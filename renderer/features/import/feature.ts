import type { Feature } from '../../app/feature.ts';
import { viewActions } from '../../stores/view-store.ts';
import { DropTarget } from './DropTarget.tsx';
import { ImportDialog } from './ImportDialog.tsx';

export const feature: Feature = {
  Overlays: [ImportDialog, DropTarget],
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
  ],
};
