import { join } from 'node:path';
import { askValue, importEnded } from './support/api.ts';
import { chooseFiles } from './support/choose-files.ts';
import { launchApp } from './launch-app.ts';
import { expect, test } from './support/test-app.ts';
import { writeThreadFile } from './support/thread-file.ts';

const LIST = { search: '', offset: 0, limit: 100 };

test('threads, removals and the window’s place outlive a restart', async ({ launch, folder }) => {
  const paths = ['kept', 'removed'].map((name) => join(folder, `${name}.jsonl`));
  await writeThreadFile(join(folder, 'kept.jsonl'), { threadId: 'kept', runCount: 4 });
  await writeThreadFile(join(folder, 'removed.jsonl'), { threadId: 'removed', runCount: 2 });

  const first = await launch();
  const ended = importEnded(first.window, 'job-1');
  await chooseFiles(first.app, paths);
  await askValue(first.window, 'import:choose', { jobId: 'job-1' });
  const { report } = await ended;
  const removed = report?.files[1]?.threads[0] ?? -1;
  const kept = report?.files[0]?.threads[0] ?? -1;
  await askValue(first.window, 'threads:remove', { thread: removed });
  const listed = await askValue(first.window, 'threads:list', LIST);
  expect(listed.rows.map((row) => row.thread)).not.toContain(removed);
  const overview = await askValue(first.window, 'threads:open', { thread: kept });
  await first.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1100, height: 720 });
  });
  await first.app.close();

  const second = await launch();
  expect((await askValue(second.window, 'app:info', {})).crashedBefore).toBe(false);
  expect(await askValue(second.window, 'threads:list', LIST)).toEqual(listed);
  expect(await askValue(second.window, 'threads:open', { thread: kept })).toEqual(overview);
  const bounds = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  );
  expect(bounds).toMatchObject({ width: 1100, height: 720 });
});

test('a file on the command line is imported', async ({ folder }) => {
  const path = join(folder, 'named.jsonl');
  await writeThreadFile(path, { threadId: 'named', runCount: 3 });
  const { app, window: page } = await launchApp({ userData: join(folder, 'data'), args: [path] });
  await expect
    .poll(async () => (await askValue(page, 'threads:list', LIST)).rows.map((row) => row.runCount))
    .toContain(3);
  await app.close();
});

test('a second start on the same data shows the window that is open', async ({ launch, folder }) => {
  const { app, window: page } = await launch();
  const focused = app.evaluate(
    ({ app: electronApp }) =>
      new Promise((resolve) => {
        electronApp.once('second-instance', () => {
          resolve('told');
        });
      }),
  );
  // It ends by itself before it has a page, so there is nothing to attach to.
  await expect(launchApp({ userData: join(folder, 'data') })).rejects.toThrow();
  expect(await focused).toBe('told');
  expect((await askValue(page, 'app:info', {})).crashedBefore).toBe(false);
});
