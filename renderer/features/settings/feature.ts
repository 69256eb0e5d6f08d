import type { Feature } from '../../app/feature.ts';
import { later } from '../../components/later.tsx';
import { viewActions } from '../../stores/view-store.ts';

const SettingsDialog = later('rest', async () => (await import('./SettingsDialog.tsx')).SettingsDialog);

export const feature: Feature = {
  dialogs: { settings: SettingsDialog },
  commands: [
    {
      id: 'settings',
      title: 'Open settings',
      group: 'Window',
      shortcut: 'mod+comma',
      menu: 'settings',
      keywords: ['preferences', 'model', 'key', 'theme', 'base url'],
      run: () => {
        viewActions().openDialog('settings');
      },
    },
  ],
};
