import { expect, test } from './support/test-app.ts';

test('an offline summary is kept as an experiment whose diff tells covered from kept, also after a restart', async ({
  launch,
}) => {
  const { app, window: page } = await launch();
  await page
    .getByRole('listbox')
    .first()
    .getByRole('option', { name: /Issue #311/ })
    .click();
  await page.getByRole('radio', { name: 'LLM' }).click();
  const fit = page.getByRole('button', { name: 'Fit threshold to this thread' });
  if (await fit.isVisible()) await fit.click();
  await page.getByRole('button', { name: 'Run summarizer' }).click();

  const experiments = page.getByRole('region', { name: 'Experiments' });
  await experiments.getByRole('listitem').getByRole('button').first().click();
  await expect(page.getByRole('tab', { name: /Diff/ })).toHaveAttribute('aria-selected', 'true');
  const figures = page.getByRole('tabpanel');
  await expect(figures.getByText(/^−\d+ runs covered$/)).toBeVisible();
  await expect(figures.getByText('+1 summary')).toBeVisible();
  await expect(figures.getByText(/^Previous conversation summary: /)).toBeVisible();
  await expect(async () => {
    await figures.getByRole('region', { name: 'Transcript beside model view' }).press('End');
    await expect(figures.getByText(/^What was lost/)).toBeVisible({ timeout: 500 });
  }).toPass();
  const name = await experiments.getByRole('listitem').getByRole('button').first().textContent();
  await app.close();

  const { window: again } = await launch();
  await expect(
    again.getByRole('region', { name: 'Experiments' }).getByRole('listitem').getByRole('button').first(),
  ).toHaveText(name ?? '');
});

test('a sliding window drops runs without a summary, and a deleted experiment comes back on undo', async ({
  launch,
}) => {
  const { window: page } = await launch();
  await page
    .getByRole('listbox')
    .first()
    .getByRole('option', { name: /brake set/ })
    .click();
  await page.getByRole('radio', { name: 'Sliding' }).click();
  const keep = page.getByRole('spinbutton', { name: 'Keep runs, number' });
  await keep.fill('4');
  await keep.press('Enter');
  // 14 runs, of which the newest 4 stay.
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('10 runs');
  await page.getByRole('button', { name: 'Run summarizer' }).click();

  const experiments = page.getByRole('region', { name: 'Experiments' });
  await experiments.getByRole('listitem').getByRole('button').first().click();
  await expect(page.getByText('−10 runs dropped')).toBeVisible();
  await expect(page.getByText('+1 summary')).toBeHidden();

  await experiments.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(experiments.getByRole('listitem')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(experiments.getByRole('listitem')).toHaveCount(1);
});
