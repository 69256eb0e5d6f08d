import type { Feature } from '../../app/feature.ts';
import { viewActions } from '../../stores/view-store.ts';
import { SettingsDialog } from './SettingsDialog.tsx';

export const feature: Feature = {
  Overlays: [SettingsDialog],
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
