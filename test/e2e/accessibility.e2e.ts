import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { askValue } from './support/api.ts';
import { expect, test } from './support/test-app.ts';

/** Rules that were broken, each with the elements that break it. */
async function violations(page: Page): Promise<readonly string[]> {
  // In Electron axe can't open the blank page that it otherwise runs from.
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

const VIEWS: readonly { readonly name: string; readonly show: (page: Page) => Promise<void> }[] = [
  {
    name: 'runs, one of them open',
    show: async (page) => {
      await page.getByRole('tab', { name: /Runs/ }).click();
      await page.locator('[data-run="1"] button').first().click();
      await expect(page.locator('[data-run="1"] button').first()).toHaveAttribute('aria-expanded', 'true');
    },
  },
  {
    name: 'diff',
    show: async (page) => {
      await page.getByRole('tab', { name: /Diff/ }).click();
      await expect(page.getByText(/Transcript · as written/)).toBeVisible();
    },
  },
  { name: 'findings', show: (page) => page.getByRole('tab', { name: /Findings/ }).click() },
  { name: 'lab', show: (page) => page.getByRole('tab', { name: /Lab/ }).click() },
  { name: 'survival', show: (page) => page.getByRole('tab', { name: /Survival/ }).click() },
  { name: 'settings', show: (page) => page.keyboard.press('Control+,') },
  { name: 'import', show: (page) => page.keyboard.press('Control+o') },
  { name: 'command palette', show: (page) => page.keyboard.press('Control+k') },
];

for (const theme of ['light', 'dark'] as const) {
  test(`no view breaks an accessibility rule in the ${theme} theme`, async ({ launch }) => {
    const { window: page } = await launch();
    await askValue(page, 'settings:change', { theme });
    await page
      .getByRole('listbox')
      .first()
      .getByRole('option', { name: /harbour festival/ })
      .click();
    const broken: string[] = [];
    for (const { name, show } of VIEWS) {
      await show(page);
      await page.waitForTimeout(400);
      for (const violation of await violations(page)) broken.push(`${name}: ${violation}`);
      await page.keyboard.press('Escape');
    }
    expect(broken).toEqual([]);
  });
}
