import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseFiles } from './support/choose-files.ts';
import { expect, test } from './support/test-app.ts';
import { threadLines, writeThreadFile } from './support/thread-file.ts';

test('a file chosen in the dialog is opened as a thread', async ({ launch, folder }) => {
  const path = join(folder, 'orders.jsonl');
  await writeThreadFile(path, { threadId: 'orders', runCount: 6 });
  const { app, window: page } = await launch();
  await chooseFiles(app, [path]);
  await expect(page.getByRole('listbox').first().getByRole('option')).toHaveCount(3);
  await page.keyboard.press('Control+o');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose files…' }).click();
  await expect(page.getByText('1 new thread, 6 new runs.')).toBeVisible();
  await expect(page.getByTestId('thread').getByText('6 runs')).toBeVisible();
});

test('a file with a broken line shows the line, changes nothing, and opens without it on request', async ({
  launch,
  folder,
}) => {
  const path = join(folder, 'broken.jsonl');
  const lines = [...threadLines({ threadId: 'broken', runCount: 5 })];
  lines[2] = '{"type":"message","message":{';
  await writeFile(path, `${lines.join('\n')}\n`);
  const { app, window: page } = await launch();
  const threads = page.getByRole('listbox').first().getByRole('option');
  await expect(threads).toHaveCount(3);
  await chooseFiles(app, [path]);
  await page.keyboard.press('Control+o');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Choose files…' }).click();
  await expect(dialog.getByText('error in line 3:')).toBeVisible();
  await expect(dialog.getByText('failed')).toBeVisible();
  await expect(threads).toHaveCount(3);

  await dialog.getByRole('button', { name: 'Open without the broken lines' }).click();
  await expect(dialog.getByText('+4 runs')).toBeVisible();
  await expect(threads).toHaveCount(4);
});

test('files dropped on the window are imported', async ({ launch, folder }) => {
  const path = join(folder, 'dropped.jsonl');
  await writeThreadFile(path, { threadId: 'dropped', runCount: 3 });
  const { window: page } = await launch();
  await expect(page.getByRole('listbox').first().getByRole('option')).toHaveCount(3);
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
  await expect(page.getByText('Drop to import')).toBeVisible();
  // A hand that holds still goes on telling where it is: what was under it may have been drawn anew.
  await expect(page.getByRole('list', { name: 'Runs' })).toBeVisible();
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', x: 500, y: 400, data });
  await session.send('Input.dispatchDragEvent', { type: 'drop', x: 500, y: 400, data });
  await expect(page.getByText('1 new thread, 3 new runs.')).toBeVisible();
  await expect(page.getByText('Drop to import')).toBeHidden();
});
