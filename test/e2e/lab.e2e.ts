import type { ElectronApplication, Page } from '@playwright/test';
import { buildThreadProfile, replayProfile } from '../../core/replay/index.ts';
import { grouped } from '../../renderer/components/format.ts';
import { sampleThread } from './support/sample-thread.ts';
import { expect, test } from './support/test-app.ts';

const openLab = async (page: Page): Promise<void> => {
  await page
    .getByRole('listbox')
    .first()
    .getByRole('option', { name: /Issue #311/ })
    .click();
  await page.getByRole('tab', { name: /^Lab/ }).click();
  await expect(page.getByRole('region', { name: 'Recommendation' })).toBeVisible();
};

const clipboardText = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText());

test('a sample is swept by itself; a cell becomes the policy, and the recommendation leaves as Go', async ({
  launch,
}) => {
  const { app, window: page } = await launch();
  await openLab(page);

  const cell = page.locator('[data-policy="llm/8000/3"]');
  await cell.click();
  await expect(cell).toHaveAttribute('aria-selected', 'true');
  await expect(
    page.getByRole('region', { name: 'Knobs' }).getByRole('spinbutton', { name: /threshold/i }),
  ).toHaveValue('8,000');

  // To the token what a replay of that policy sends.
  const profile = buildThreadProfile(await sampleThread('coding-agent'));
  const { totals } = replayProfile(profile, { summarizer: 'llm', tokenThreshold: 8000, keepRecentCount: 3 });
  await page.getByRole('combobox', { name: 'Figure in the cells' }).selectOption('Summaries');
  await expect(cell).toHaveText(String(totals.summaries));

  await page.getByRole('button', { name: 'Copy as Go' }).click();
  await expect.poll(() => clipboardText(app)).toContain('summariser.LLMHistorySummarizerOptions{');
  await expect.poll(() => clipboardText(app)).toMatch(/TokenThreshold: {2}\d+,\n\tKeepRecentCount: \d+,/);
});

test('a replay steps by key, says why nothing is folded and then why something is, and plays with Space', async ({
  launch,
}) => {
  const { window: page } = await launch();
  await openLab(page);
  await page.locator('[data-policy="llm/8000/3"]').click();
  const profile = buildThreadProfile(await sampleThread('coding-agent'));
  const replay = replayProfile(profile, { summarizer: 'llm', tokenThreshold: 8000, keepRecentCount: 3 });
  const fold = replay.steps.find((step) => step.fired);
  if (fold === undefined) throw new Error('the sample never folds under this policy');

  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(page.getByRole('region', { name: /does not fire/ })).toBeVisible();
  const transport = page.getByRole('group', { name: 'Replay' });
  await page.keyboard.press('ArrowRight');
  await expect(transport).toContainText(`call 2 of ${replay.steps.length}`);

  await page.getByRole('button', { name: 'Next fold' }).click();
  await expect(transport).toContainText(`call ${fold.index + 1} of`);
  const decision = page.getByRole('region', { name: /It fires/ });
  await expect(decision).toContainText(grouped(fold.before.measuredTokens + fold.before.pendingTokens));
  await expect(decision).toContainText('exceed the threshold of 8,000');
  await expect(page.getByTestId('playhead')).toBeVisible();

  // The blocks are those of this call: covered up to its boundary.
  await page.getByRole('tab', { name: /^Runs/ }).click();
  await expect(page.locator(`[data-run="${fold.run}"]`)).toHaveAttribute('data-state', 'verbatim');
  await page.keyboard.press('Control+4');

  await page.getByRole('button', { name: 'Previous fold' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a sweep over all threads shows how the figures are spread, and prices that are changed count', async ({
  launch,
}) => {
  const { window: page } = await launch();
  await openLab(page);
  await page.getByRole('radio', { name: /^All/ }).click();
  await page.getByRole('button', { name: /^Sweep/ }).click();
  await expect(page.getByRole('heading', { name: 'Spread over 3 threads' })).toBeVisible();

  await page.getByRole('radio', { name: 'Cost' }).click();
  const ledger = page.getByRole('table', { name: 'Ledger of the folds' });
  await expect(ledger).toBeVisible();
  const before = await page.getByRole('region', { name: 'Under this policy' }).innerText();
  await page.getByRole('button', { name: 'Edit…' }).click();
  const input = page.getByRole('spinbutton', { name: /^Input of gpt-4o-mini/ });
  await input.fill('15');
  await input.press('Enter');
  await expect(page.getByText('yours')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Under this policy' })).not.toHaveText(before);
});

test('survival of a written summary: what is lost, what it rests on, and what never reached it', async ({
  launch,
}) => {
  const { window: page } = await launch();
  await openLab(page);
  await page.getByRole('button', { name: 'Run summarizer' }).click();
  await expect(page.getByRole('heading', { name: /Experiments · 1/i })).toBeVisible();
  await page.getByRole('tab', { name: /^Survival/ }).click();
  await page.getByRole('combobox', { name: /Model view/ }).selectOption({ index: 1 });
  await expect(page.getByRole('region', { name: 'What survives, by class' })).toContainText('Identifiers');

  await page.getByRole('radio', { name: 'Alignment' }).click();
  await expect(page.getByText(/without support/)).toBeVisible();
  await page.getByRole('radio', { name: 'X-ray' }).click();
  await expect(page.getByText('never reached it: tool arguments are left out').first()).toBeVisible();
});
