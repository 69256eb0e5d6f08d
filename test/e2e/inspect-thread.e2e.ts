import type { Page } from '@playwright/test';
import { inspectThread } from '../../core/inspect/inspect-thread.ts';
import { buildThreadProfile, previewPolicy } from '../../core/replay/index.ts';
import { grouped, shortTokens } from '../../renderer/components/format.ts';
import { sampleThread } from './support/sample-thread.ts';
import { expect, test } from './support/test-app.ts';

const open = async (page: Page, title: RegExp): Promise<void> => {
  await page.getByRole('listbox').first().getByRole('option', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

const showRun = async (page: Page, run: number): Promise<void> => {
  await page.keyboard.press('Control+g');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Run number' }).fill(String(run));
  await page.keyboard.press('Enter');
};

test('a summarized thread shows the blocks, the boundary and the occupancy that the core computes', async ({
  launch,
}) => {
  const document = await sampleThread('harbour-festival');
  const inspected = inspectThread(document);
  const applied = inspected.boundaries.find((boundary) => boundary.applies);
  const covered = inspected.runs.findIndex((run) => run.id === applied?.afterRun) + 1;
  const tip = inspected.runs.at(-1)?.occupancyAfter;
  expect(covered).toBeGreaterThan(0);

  const { window: page } = await launch();
  await open(page, /harbour festival/);
  await page.getByRole('radio', { name: 'As recorded' }).click();

  await expect(page.getByTestId('thread').getByText(`${inspected.runs.length} runs`)).toBeVisible();
  await expect(page.getByTestId('occupancy-caption')).toContainText(
    `measured ${shortTokens(tip?.measured ?? -1)} + estimated ${shortTokens(tip?.pending ?? -1)}`,
  );
  await showRun(page, covered + 1);
  await expect(page.locator(`[data-run="${covered - 1}"]`)).toHaveAttribute('data-state', 'covered');
  await expect(page.locator(`[data-run="${covered}"]`)).toHaveAttribute('data-state', 'verbatim');
  await expect(page.getByText(`Summary covers runs 1–${covered}`)).toBeVisible();
  for (const run of [covered - 1, covered]) {
    const calls = inspected.runs[run]?.modelCalls ?? -1;
    await expect(page.locator(`[data-run="${run}"]`)).toContainText(`${calls} call`);
  }
});

test('dragging the threshold moves the boundary to where the core says', async ({ launch }) => {
  const profile = buildThreadProfile(await sampleThread('coding-agent'));
  const { window: page } = await launch();
  await open(page, /Issue #311/);
  await page.getByRole('radio', { name: 'Under this policy' }).click();

  const slider = page.getByRole('region', { name: 'Knobs' }).getByRole('slider', { name: 'Token threshold' });
  const boundaries = new Set<number>();
  for (const share of [0.62, 0.5, 0.42]) {
    const track = await slider.locator('xpath=../..').boundingBox();
    const thumb = await slider.boundingBox();
    if (track === null || thumb === null) throw new Error('the slider is not on the screen');
    const y = thumb.y + thumb.height / 2;
    await page.mouse.move(thumb.x + thumb.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(track.x + track.width * share, y, { steps: 6 });
    await page.mouse.up();

    const threshold = Number(await slider.getAttribute('aria-valuenow'));
    const preview = previewPolicy(profile, {
      summarizer: 'llm',
      tokenThreshold: threshold,
      keepRecentCount: 5,
    });
    boundaries.add(preview.coveredRuns);
    const panel = page.getByRole('region', { name: 'Preview' });
    await expect(panel.getByRole('button', { name: `run ${(preview.boundaryRun ?? -1) + 1}` })).toBeVisible();
    await showRun(page, preview.coveredRuns + 1);
    await expect(page.getByTestId('preview-boundary')).toContainText(
      `runs 1–${grouped(preview.coveredRuns)}`,
    );
    await expect(page.locator(`[data-run="${preview.coveredRuns}"]`)).toHaveAttribute(
      'data-state',
      'verbatim',
    );
  }
  expect(boundaries.size).toBeGreaterThan(1);
});

test('a run opens to its messages, and find goes to the run that holds a text', async ({ launch }) => {
  const document = await sampleThread('support-chat');
  const holds = document.runs.map((run) => JSON.stringify(run.messages).toLowerCase().includes('caliper'));
  const { window: page } = await launch();
  await open(page, /brake set/);
  await page.locator('[data-run="0"] button').first().click();
  await expect(page.locator('[data-run="0"]')).toContainText('user');

  await page.keyboard.press('Control+f');
  await page.keyboard.type('caliper');
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  const first = holds.indexOf(true);
  await expect(page.locator(`[data-run="${first}"] button`).first()).toHaveAttribute('aria-expanded', 'true');
  await expect(
    page
      .locator(`[data-run="${first}"]`)
      .getByText(/caliper/i)
      .first(),
  ).toBeVisible();
});
