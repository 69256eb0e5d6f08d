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

test('a file of nobody’s format comes in by fields that are chosen by hand', async ({ launch, folder }) => {
  const path = join(folder, 'tickets.json');
  const said = [
    { ticket: 'T-7', speaker: 'Customer', words: 'My order is late', at: '2026-08-20T09:00:00Z' },
    { ticket: 'T-7', speaker: 'Ann', words: 'It ships today', at: '2026-08-20T09:02:00Z' },
    { ticket: 'T-8', speaker: 'Customer', words: 'Is there another?', at: '2026-08-20T09:05:00Z' },
  ];
  await writeFile(path, JSON.stringify(said));
  const { app, window: page } = await launch();
  const threads = page.getByRole('listbox').first().getByRole('option');
  await expect(threads).toHaveCount(3);
  await chooseFiles(app, [path]);
  await page.keyboard.press('Control+o');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Choose files…' }).click();
  await dialog.getByRole('button', { name: 'Map by hand…' }).click();
  const form = dialog.getByRole('region', { name: 'Map the fields by hand' });
  await expect(form.getByRole('combobox', { name: 'Role', exact: true })).toHaveValue('speaker');
  await form.getByRole('combobox', { name: 'Role of Ann' }).selectOption('Assistant');
  await expect(form.getByRole('listitem').filter({ hasText: 'It ships today' })).toContainText('assistant');
  await form.getByRole('button', { name: 'Import with these fields' }).click();
  await expect(page.getByText('2 new threads, 2 new runs.')).toBeVisible();
  await expect(threads).toHaveCount(5);
  // Ann is the model: what she said is a call.
  await expect(page.getByTestId('thread')).toContainText('1 call · 0 tools');
});
