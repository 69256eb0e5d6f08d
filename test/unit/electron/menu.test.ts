import { describe, expect, it } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { menuTemplate } from '../../../electron/menu.ts';
import type { MenuCommand } from '../../../core/contract.ts';

function items(template: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])]);
}

function menu(isMac: boolean, sent: MenuCommand[] = []): readonly MenuItemConstructorOptions[] {
  return items(
    menuTemplate({
      isMac,
      withDeveloperTools: false,
      theme: 'dark',
      actions: {
        command: (command) => sent.push(command),
        theme: () => undefined,
        importFolder: () => undefined,
      },
    }),
  );
}

describe('menuTemplate', () => {
  it.each([true, false])('offers every command once, with keys of its own (mac: %s)', (isMac) => {
    const sent: MenuCommand[] = [];
    for (const item of menu(isMac, sent)) {
      // Called as a person's click would be; the arguments are not looked at.
      if (item.id !== undefined && !item.id.startsWith('theme-')) Reflect.apply(item.click!, null, []);
    }
    const all: Record<MenuCommand, true> = {
      import: true,
      'import-history': true,
      'watch-folder': true,
      settings: true,
      find: true,
      'go-to-run': true,
      palette: true,
      'toggle-sidebar': true,
      'toggle-policy': true,
      'view-runs': true,
      'view-diff': true,
      'view-findings': true,
      'view-lab': true,
      'view-survival': true,
      'next-boundary': true,
      'previous-boundary': true,
      'run-summarizer': true,
      'keyboard-help': true,
      'text-larger': true,
      'text-smaller': true,
      'text-reset': true,
    };
    expect(sent.toSorted()).toEqual(Object.keys(all).toSorted());
    const keys = menu(isMac).flatMap((item) => item.accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('marks the theme in force', () => {
    const checked = menu(false).filter((item) => item.checked === true);
    expect(checked.map((item) => item.id)).toEqual(['theme-dark']);
  });
});
