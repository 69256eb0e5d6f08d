import { describe, expect, it } from 'vitest';
import type { ThreadPage } from '../../../../core/contract.ts';
import {
  indexedBodyKey,
  indexNextBatch,
  newestBodyKey,
} from '../../../../core/adapters/sqlite/search-index.ts';
import { purgeNextBatch } from '../../../../core/adapters/sqlite/purge-removed.ts';
import { listThreads, searchThreads } from '../../../../electron/workspace/thread-list.ts';
import { removeThread, restoreThread } from '../../../../electron/workspace/thread-removal.ts';
import {
  chainLines,
  openWorkspace,
  runLine,
  userMessage,
  type WorkspaceFixture,
} from './workspace-fixture.ts';

const PAGE = { offset: 0, limit: 10 };

function search(workspace: WorkspaceFixture, text: string): Promise<ThreadPage> {
  return searchThreads(workspace.db, { search: text, ...PAGE }, workspace, () => false);
}

/** Three threads about the sea, the newest last. */
async function harbour(): Promise<WorkspaceFixture> {
  const workspace = await openWorkspace();
  const thread = (id: string, text: string, atMinute: number): string =>
    runLine({ run: `${id}-r1`, thread: id, messages: [userMessage(`u-${id}`, text)], atMinute });
  await workspace.importLines('a.jsonl', [
    thread('t-tide', 'When is high water in Brest? The pilot of the Étoile asks.', 1),
    thread('t-crane', 'Book the crane for berth B-100.', 2),
    thread('t-pilot', 'Order a pilot for the Aurora.', 3),
  ]);
  return workspace;
}

describe('listThreads', () => {
  it('shows the thread that changed last first, in pages', async () => {
    const workspace = await harbour();
    const page = listThreads(workspace.db, { offset: 1, limit: 1 }, workspace);
    expect(page).toMatchObject({
      totalThreads: 3,
      totalRuns: 3,
      rows: [{ title: 'Book the crane for berth B-100.' }],
    });
  });

  it('shows the occupancy that was reported, else the estimate of what would be sent', async () => {
    const workspace = await openWorkspace();
    const meta = { run_state: { status: 'completed', context_tokens: 900, pending_context_tokens: 40 } };
    await workspace.importLines('a.jsonl', [
      runLine({ run: 'r1', thread: 't-told', meta, atMinute: 2 }),
      // 4 for the item, and 19 bytes of text: 5.
      runLine({
        run: 'r1',
        thread: 't-untold',
        messages: [userMessage('u', 'nineteen characters')],
        atMinute: 1,
      }),
    ]);
    expect(listThreads(workspace.db, PAGE, workspace).rows).toMatchObject([
      { occupancyTokens: 940, occupancyMeasured: true },
      { occupancyTokens: 9, occupancyMeasured: false },
    ]);
  });

  it('leaves a removed thread out, and shows it again when it is brought back', async () => {
    const workspace = await harbour();
    await removeThread(workspace, 1);
    expect(listThreads(workspace.db, PAGE, workspace)).toMatchObject({ totalThreads: 2, totalRuns: 2 });
    expect((await search(workspace, 'Brest')).rows).toEqual([]);
    await restoreThread(workspace, 1);
    expect(listThreads(workspace.db, PAGE, workspace).totalThreads).toBe(3);
  });
});

describe('searchThreads', () => {
  it('finds threads by words of their messages and titles, newest first, with the place', async () => {
    const workspace = await harbour();
    const page = await search(workspace, 'PILOT');
    expect(page).toMatchObject({ totalThreads: 2, totalRuns: 2 });
    // The title is the first user text, so it is found there, and a title needs no snippet.
    expect(page.rows.map(({ title, snippet }) => [title, snippet])).toEqual([
      ['Order a pilot for the Aurora.', null],
      ['When is high water in Brest? The pilot of the Étoile asks.', null],
    ]);
  });

  it('shows a piece of the text around a hit outside the title', async () => {
    const workspace = await openWorkspace();
    const before = 'word '.repeat(30);
    await workspace.importLines('a.jsonl', [
      ...chainLines(1),
      runLine({
        run: 'r2',
        previous: 't-1-r1',
        messages: [userMessage('u2', `${before}the Étoile sails ${before}`)],
      }),
    ]);
    const [row] = (await search(workspace, 'etoile')).rows;
    expect(row?.snippet).toContain('word the \u0001Étoile\u0002 sails word');
    expect(row?.snippet).toMatch(/^… word word .* word wo…$/);
    expect(row?.snippet?.length).toBeLessThan(160);
  });

  it('finds the same before, while and after the index takes the texts in', async () => {
    const workspace = await openWorkspace();
    const lines = ['one', 'two', 'three'].map((word, index) =>
      runLine({
        run: `r-${word}`,
        thread: `t-${word}`,
        messages: [userMessage('u', `start and needle${word}`)],
        atMinute: index,
      }),
    );
    await workspace.importLines('a.jsonl', lines);
    const rowsOf = async (): Promise<readonly number[][]> =>
      Promise.all(
        ['needle', 'needletwo', 'needlethree start', 'absent'].map(async (text) =>
          (await search(workspace, text)).rows.map((row) => row.thread),
        ),
      );
    const expected = [[3, 2, 1], [2], [3], []];
    const watermarks: number[] = [];
    do {
      watermarks.push(indexedBodyKey(workspace.db));
      expect(await rowsOf()).toEqual(expected);
      // A byte is less than any body, so the index stops behind each.
    } while (indexNextBatch(workspace.db, 1));
    expect(watermarks).toEqual([0, 1, 2, 3]);
    expect(newestBodyKey(workspace.db)).toBe(3);
  });

  it('finds what is not indexed yet of a thread that grew', async () => {
    const workspace = await harbour();
    while (indexNextBatch(workspace.db));
    await workspace.importLines('b.jsonl', [
      runLine({
        run: 't-crane-r1',
        thread: 't-crane',
        messages: [userMessage('u-t-crane', 'Book the crane for berth B-100.')],
        atMinute: 2,
      }),
      runLine({
        run: 't-crane-r2',
        previous: 't-crane-r1',
        thread: 't-crane',
        messages: [userMessage('u2', 'And the gangway.')],
        atMinute: 3,
      }),
    ]);
    expect((await search(workspace, 'gangway')).rows).toMatchObject([{ thread: 2, runCount: 2 }]);
  });

  it('gives way to a newer search', async () => {
    const workspace = await harbour();
    const stale = searchThreads(workspace.db, { search: 'pilot', ...PAGE }, workspace, () => true);
    await expect(stale).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('finds nothing for signs alone', async () => {
    const workspace = await harbour();
    expect(await search(workspace, '"*" -- ?')).toEqual({ totalThreads: 0, totalRuns: 0, rows: [] });
  });
});

describe('purgeNextBatch', () => {
  it('deletes a removed thread with its texts, but not those that a branch shows', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', [
      ...chainLines(3),
      runLine({
        run: 'b-1',
        previous: 't-1-r2',
        thread: 't-branch',
        messages: [userMessage('u-b', 'a gangway')],
      }),
    ]);
    while (indexNextBatch(workspace.db));
    await removeThread(workspace, 1);
    expect(purgeNextBatch(workspace.db, 0)).toBe(false);
    while (purgeNextBatch(workspace.db, Infinity));
    expect(workspace.reader.threadByRef(1)).toBeNull();
    // The branch has copies of the first two of three runs, and its own.
    expect(workspace.db.prepare('SELECT count(*) AS n FROM bodies').get()).toEqual({ n: 3 });
    expect(workspace.db.prepare('SELECT count(*) AS n FROM body_text').get()).toEqual({ n: 3 });
    expect((await search(workspace, 'question')).rows).toMatchObject([{ thread: 2, runCount: 3 }]);
    expect(workspace.db.pragma('foreign_key_check')).toEqual([]);
    await expect(restoreThread(workspace, 1)).rejects.toMatchObject({ code: 'not-found' });
  });
});
