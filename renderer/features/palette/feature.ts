import type { Feature } from '../../app/feature.ts';
import { later } from '../../components/later.tsx';
import { viewActions } from '../../stores/view-store.ts';
import { changeTextSize, resetTextSize, setTheme } from '../status/appearance.ts';

const CommandPalette = later('rest', async () => (await import('./CommandPalette.tsx')).CommandPalette);
const KeyboardHelp = later('rest', async () => (await import('./KeyboardHelp.tsx')).KeyboardHelp);

export const feature: Feature = {
  dialogs: { palette: CommandPalette, 'keyboard-help': KeyboardHelp },
  commands: [
    {
      id: 'palette',
      title: 'Show commands',
      group: 'Window',
      shortcut: 'mod+k',
      menu: 'palette',
      run: () => {
        viewActions().openDialog('palette');
      },
    },
    {
      id: 'keyboard-help',
      title: 'Show keyboard shortcuts',
      group: 'Window',
      shortcut: 'shift+?',
      menu: 'keyboard-help',
      keywords: ['help', 'cheat sheet', 'keys'],
      run: () => {
        viewActions().openDialog('keyboard-help');
      },
    },
    {
      id: 'toggle-sidebar',
      title: 'Show or hide the thread list',
      group: 'View',
      shortcut: 'mod+b',
      menu: 'toggle-sidebar',
      keywords: ['sidebar', 'panel'],
      run: () => {
        viewActions().toggleSidebar();
      },
    },
    {
      id: 'toggle-policy',
      title: 'Show or hide the policy',
      group: 'View',
      shortcut: 'mod+shift+b',
      menu: 'toggle-policy',
      keywords: ['panel', 'knobs'],
      run: () => {
        viewActions().togglePolicy();
      },
    },
    {
      id: 'theme-light',
      title: 'Use the light theme',
      group: 'Window',
      shortcut: null,
      menu: null,
      keywords: ['appearance', 'bright'],
      run: () => {
        setTheme('light');
      },
    },
    {
      id: 'theme-dark',
      title: 'Use the dark theme',
      group: 'Window',
      shortcut: null,
      menu: null,
      keywords: ['appearance', 'night'],
      run: () => {
        setTheme('dark');
      },
    },
    {
      id: 'theme-system',
      title: 'Use the system’s theme',
      group: 'Window',
      shortcut: null,
      menu: null,
      keywords: ['appearance'],
      run: () => {
        setTheme('system');
      },
    },
    {
      id: 'text-larger',
      title: 'Larger text',
      group: 'Window',
      shortcut: 'mod+equal',
      menu: 'text-larger',
      keywords: ['zoom in', 'font'],
      run: () => {
        changeTextSize(10);
      },
    },
    {
      id: 'text-smaller',
      title: 'Smaller text',
      group: 'Window',
      shortcut: 'mod+minus',
      menu: 'text-smaller',
      keywords: ['zoom out', 'font'],
      run: () => {
        changeTextSize(-10);
      },
    },
    {
      id: 'text-reset',
      title: 'Text at 100 %',
      group: 'Window',
      shortcut: 'mod+0',
      menu: 'text-reset',
      keywords: ['zoom', 'font'],
      run: resetTextSize,
    },
  ],
};
