import { describe, expect, it } from 'vitest';
import { piSession } from '../../../../core/importers/pi-session.ts';
import { importFixture, importLines } from '../../../support/import-fixture.ts';

describe('piSession', () => {
  it('takes the way to the newest entry for the thread, and counts what was left in a branch', async () => {
    const { detected, inspected, warnings } = await importFixture(piSession, 'pi-session-tree.jsonl');
    expect(detected).toBe('pi-openclaw');
    expect(
      inspected.map(({ id, title, branchOf, runs }) => [
        id,
        title,
        branchOf?.runId,
        runs.map((run) => run.id),
      ]),
    ).toEqual([
      ['pi-1', 'Rain', undefined, ['u1', 'u3']],
      ['pi-1/branch-b1', 'Is that much?', 'u1', ['u1', 'u2']],
    ]);
    expect(inspected[1]?.runs[1]).toMatchObject({ status: 'cancelled' });
    // 12 + 100 + 30 + 7 = 149, 5 + 140 + 4 = 149, 8 + 145 + 3 = 156; the branch: 9 + 150 + 2 = 161.
    expect(inspected.map(({ usage }) => usage?.total)).toEqual([454, 161]);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['unknown-record', 15]]);
  });

  it('adds what was read from the cache and written to it to the prompt', async () => {
    const { inspected } = await importFixture(piSession, 'pi-session-tree.jsonl');
    expect(inspected[0]?.runs[0]?.calls[0]).toMatchObject({
      model: 'm-test',
      prompt: 142,
      cached: 100,
      cacheWritten: 30,
      output: 7,
    });
  });

  it('reads calls inside contents, results in messages of their own, and what the program put in', async () => {
    const { threads } = await importFixture(piSession, 'pi-session-tree.jsonl');
    expect(
      threads[0]?.runs[0]?.messages.map(({ senderId, items }) => [senderId, items.map(({ type }) => type)]),
    ).toEqual([
      ['weather', ['message']],
      ['user', ['message']],
      ['assistant', ['reasoning', 'message', 'function_call']],
      ['tool', ['function_call_output']],
      ['assistant', ['message']],
      ['user', ['message']],
    ]);
    expect(threads[0]?.runs[0]?.messages[3]?.items[0]).toMatchObject({
      call_id: 'c1',
      output: [
        { type: 'input_text', text: '12 mm' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
      ],
    });
    // The summary of the branch that was left, at the end of the first run.
    expect(threads[0]?.runs[0]?.messages[5]?.items[0]).toMatchObject({
      content: 'It was asked whether that is much.',
    });
    // What was put in behind the fork goes with the branch's own run: the runs before are shared whole.
    expect(threads[1]?.runs[1]?.messages.map(({ items }) => items[0])).toMatchObject([
      { content: '$ date\nThursday' },
      { content: 'Is that much?' },
      { role: 'assistant' },
    ]);
  });

  it('puts a summary before the run of the first entry that it kept, even if that entry says nothing', async () => {
    const { inspected, threads } = await importFixture(piSession, 'pi-session-compactions.jsonl');
    expect(inspected[0]?.boundaries).toMatchObject([
      { summaryId: 'k1', afterRun: 'u1', tokensBefore: 9000, text: 'one happened' },
      // Made inside the third run, which it kept.
      { summaryId: 'k2', afterRun: 'u2', tokensBefore: 9500, text: 'one and two happened', madeBy: 'u3' },
    ]);
    expect(threads[0]?.runs[2]?.meta).toEqual({ boundaryInsideRun: [{ summaryId: 'k2', afterMessages: 3 }] });
  });

  it('marks what a fork took over from its parent, by its time', async () => {
    const { inspected } = await importFixture(piSession, 'pi-session-fork.jsonl');
    expect(inspected[0]?.branchOf).toEqual({ threadId: '019e0000-aaaa-7bbb-8ccc-ddddeeee0000', runId: 'u1' });
    expect(inspected[0]?.runs.map(({ copiedFrom }) => copiedFrom !== null)).toEqual([true, false]);
    expect(inspected[0]?.usage).toMatchObject({ calls: 1, total: 22 });
  });

  it('takes a session that names itself for its parent for no fork', async () => {
    const { inspected } = await importLines(piSession, [
      {
        type: 'session',
        id: 'pi-4',
        cwd: '/w',
        timestamp: '2026-05-07T10:00:00.000Z',
        parentSession: 'pi-4',
      },
      {
        type: 'message',
        id: 'u1',
        parentId: null,
        timestamp: '2026-05-07T09:00:00.000Z',
        message: { role: 'user', content: 'one' },
      },
    ]);
    expect(inspected[0]?.branchOf).toBeNull();
    expect(inspected[0]?.runs.map(({ copiedFrom }) => copiedFrom)).toEqual([null]);
  });

  it('follows the order of the file where entries have no ids, and survives values of other types', async () => {
    const { inspected } = await importLines(piSession, [
      { type: 'session', id: 'pi-3', cwd: 5, parentSession: {} },
      { type: 'message', message: { role: 'user', content: null } },
      {
        type: 'message',
        parentId: 9,
        message: { role: 'assistant', content: [null, { type: 'toolCall', arguments: 'x' }], usage: 3 },
      },
      { type: 'compaction', firstKeptEntryId: [], summary: {}, tokensBefore: 'many' },
      { type: 'message', message: 'none' },
    ]);
    expect(inspected[0]?.runs).toMatchObject([{ id: 'run-1', status: 'open' }]);
    expect(inspected[0]?.boundaries).toMatchObject([{ text: null, tokensBefore: null }]);
  });

  it('refuses a session without a message', async () => {
    await expect(importLines(piSession, [{ type: 'session', id: 'x', cwd: '/' }])).rejects.toThrow(
      /no message/,
    );
  });

  it('finds what a second compaction kept among what the first one kept', async () => {
    const said = (id: string, parentId: string | null, role: string, text: string): object => ({
      type: 'message',
      id,
      parentId,
      message: { role, content: text },
    });
    const compaction = (id: string, parentId: string, firstKeptEntryId: string): object => ({
      type: 'compaction',
      id,
      parentId,
      summary: `summary ${id}`,
      firstKeptEntryId,
      tokensBefore: 9000,
    });
    const { inspected, threads } = await importLines(piSession, [
      { type: 'session', id: 'pi-5', version: 3, cwd: '/w' },
      said('u1', null, 'user', 'one'),
      said('a1', 'u1', 'assistant', '1'),
      said('u2', 'a1', 'user', 'two'),
      said('a2', 'u2', 'assistant', '2'),
      said('u3', 'a2', 'user', 'three'),
      said('a3', 'u3', 'assistant', '3'),
      compaction('k1', 'a3', 'u2'),
      said('u4', 'k1', 'user', 'four'),
      said('a4', 'u4', 'assistant', '4'),
      // Its first entry stands before the first compaction, which kept it.
      compaction('k2', 'a4', 'u3'),
      said('u5', 'k2', 'user', 'five'),
      said('a5', 'u5', 'assistant', '5'),
    ]);
    expect(threads[0]?.runs.map(({ runId }) => runId)).toEqual(['u1', 'u2', 'u3', 'u4', 'u5']);
    expect(
      inspected[0]?.boundaries.map(({ summaryId, afterRun, anchored }) => [summaryId, afterRun, anchored]),
    ).toEqual([
      ['k1', 'u1', true],
      ['k2', 'u2', true],
    ]);
    expect(inspected[0]?.modelView.runs).toEqual(['u3', 'u4', 'u5']);
  });
});
