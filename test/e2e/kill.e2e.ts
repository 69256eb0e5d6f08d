import { join } from 'node:path';
import { askValue, importEnded, importUnderWay } from './support/api.ts';
import { chooseFiles } from './support/choose-files.ts';
import { killApp } from './support/kill-app.ts';
import { expect, test } from './support/test-app.ts';
import { writeThreadFile } from './support/thread-file.ts';

test('an app that is killed in the middle of an import starts again with what it had before', async ({
  launch,
  folder,
}) => {
  const small = join(folder, 'small.jsonl');
  const long = join(folder, 'long.jsonl');
  await writeThreadFile(small, { threadId: 'small', runCount: 4 });
  await writeThreadFile(long, { threadId: 'long', runCount: 6000, answerLength: 6000 });

  const first = await launch();
  const smallEnded = importEnded(first.window, 'job-1');
  await chooseFiles(first.app, [small]);
  await askValue(first.window, 'import:choose', { jobId: 'job-1' });
  await smallEnded;
  const list = { search: '', offset: 0, limit: 100 };
  const before = await askValue(first.window, 'threads:list', list);

  const underWay = importUnderWay(first.window, 'job-2');
  await chooseFiles(first.app, [long]);
  await askValue(first.window, 'import:choose', { jobId: 'job-2' });
  const progress = await underWay;
  expect(progress.bytesDone).toBeLessThan(progress.bytesTotal);
  await killApp(first.app);

  const second = await launch();
  expect((await askValue(second.window, 'app:info', {})).crashedBefore).toBe(true);
  expect(await askValue(second.window, 'threads:list', list)).toEqual(before);

  // And nothing is left over that would keep the file out.
  const again = importEnded(second.window, 'job-3');
  await chooseFiles(second.app, [long]);
  await askValue(second.window, 'import:choose', { jobId: 'job-3' });
  expect((await again).report?.files).toMatchObject([{ outcome: 'new', newRuns: 6000 }]);
});

test('a page that crashes is loaded again, and knows that it had crashed', async ({ launch }) => {
  const { app } = await launch();
  const after = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) throw new Error('no window');
    const loaded = new Promise((resolve) => {
      contents.once('did-finish-load', () => {
        resolve(null);
      });
    });
    contents.forcefullyCrashRenderer();
    await loaded;
    const answer: unknown = await contents.executeJavaScript(
      'window.tidemark.request("app:info", {}).then((answer) => answer.value.crashedBefore)',
    );
    return answer;
  });
  expect(after).toBe(true);
});
