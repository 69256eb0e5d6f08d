import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand, ThemeChoice } from '../core/contract.ts';

export interface MenuActions {
  readonly command: (command: MenuCommand) => void;
  readonly theme: (theme: ThemeChoice) => void;
  /** Most systems have no dialog for files and folders both, so a folder has an item of its own. */
  readonly importFolder: () => void;
}

/**
 * The native menu: exactly what the app can do. Keys that mean something inside the page (j, k, ?) have no
 * accelerator here, or typing them in a text field would run the command.
 */
export function menuTemplate(options: {
  readonly isMac: boolean;
  readonly withDeveloperTools: boolean;
  readonly theme: ThemeChoice;
  readonly actions: MenuActions;
}): MenuItemConstructorOptions[] {
  const { isMac, withDeveloperTools, theme, actions } = options;
  const item = (label: string, command: MenuCommand, accelerator?: string): MenuItemConstructorOptions => ({
    id: command,
    label,
    ...(accelerator === undefined ? {} : { accelerator }),
    click: () => {
      actions.command(command);
    },
  });
  const line: MenuItemConstructorOptions = { type: 'separator' };
  const settings = item('Settings…', 'settings', 'CmdOrCtrl+,');

  const macApp: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  };
  return [
    ...(isMac ? [macApp] : []),
    {
      label: '&File',
      submenu: [
        item('Import…', 'import', 'CmdOrCtrl+O'),
        { label: 'Import Folder…', accelerator: 'CmdOrCtrl+Shift+O', click: actions.importFolder },
        item('Watch Folder…', 'watch-folder'),
        item('Import History…', 'import-history'),
        ...(isMac ? [line, { role: 'close' } as const] : [line, settings, line, { role: 'quit' } as const]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        line,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        line,
        item('Find in Thread', 'find', 'CmdOrCtrl+F'),
      ],
    },
    {
      label: '&View',
      submenu: [
        item('Runs', 'view-runs', 'CmdOrCtrl+1'),
        item('Diff', 'view-diff', 'CmdOrCtrl+2'),
        item('Findings', 'view-findings', 'CmdOrCtrl+3'),
        item('Lab', 'view-lab', 'CmdOrCtrl+4'),
        item('Survival', 'view-survival', 'CmdOrCtrl+5'),
        line,
        item('Show or Hide Sidebar', 'toggle-sidebar', 'CmdOrCtrl+B'),
        item('Show or Hide Policy', 'toggle-policy', 'CmdOrCtrl+Shift+B'),
        line,
        item('Larger Text', 'text-larger', 'CmdOrCtrl+Plus'),
        item('Smaller Text', 'text-smaller', 'CmdOrCtrl+-'),
        item('Normal Text', 'text-reset', 'CmdOrCtrl+0'),
        { label: 'Theme', submenu: themeItems(theme, actions.theme) },
        line,
        { role: 'togglefullscreen' },
        ...(withDeveloperTools
          ? [line, { role: 'reload' } as const, { role: 'toggleDevTools' } as const]
          : []),
      ],
    },
    {
      label: '&Go',
      submenu: [
        item('Go to Run…', 'go-to-run', 'CmdOrCtrl+G'),
        item('Next Boundary', 'next-boundary'),
        item('Previous Boundary', 'previous-boundary'),
        line,
        item('All Commands…', 'palette', 'CmdOrCtrl+K'),
      ],
    },
    { label: '&Run', submenu: [item('Run Summarizer', 'run-summarizer', 'CmdOrCtrl+Enter')] },
    { role: 'windowMenu' },
    { role: 'help', submenu: [item('Keyboard Shortcuts', 'keyboard-help')] },
  ];
}

function themeItems(
  current: ThemeChoice,
  choose: (theme: ThemeChoice) => void,
): MenuItemConstructorOptions[] {
  const labels: Readonly<Record<ThemeChoice, string>> = {
    light: 'Light',
    dark: 'Dark',
    system: 'As the System',
  };
  return (['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme-${theme}`,
    label: labels[theme],
    type: 'radio',
    checked: theme === current,
    click: () => {
      choose(theme);
    },
  }));
}
