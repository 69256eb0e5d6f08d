import { describe, expect, it } from 'vitest';
import { conversationId, messageId, runId, summaryId, threadId } from '../../../../core/domain/ids.ts';
import type { SummaryBoundary, ThreadDocument, ThreadRun } from '../../../../core/domain/thread.ts';
import { inspectThread } from '../../../../core/inspect/inspect-thread.ts';
import { inspectionOf, readFixture } from '../importers/read-fixture.ts';

const findingsOf = async (name: string, id: string): Promise<readonly [string, string | null][]> =>
  inspectionOf(await readFixture(name), id).findings.map(({ code, run }) => [code, run]);

function textMessage(id: string, role: 'user' | 'assistant' | 'system', text: string) {
  const content = [{ type: 'input_text', text }] as const;
  return { id: messageId(id), senderId: '', items: [{ type: 'message', role, content }] } as const;
}

function testRun(id: string, text: string, total = 100): ThreadRun {
  return {
    runId: runId(id),
    previousRunId: null,
    threadId: threadId('t'),
    conversationId: conversationId('t'),
    messages: [textMessage(`${id}u`, 'user', text), textMessage(`${id}a`, 'assistant', text)],
    createdAtMs: null,
    meta: {},
    status: 'complete',
    calls: [
      {
        model: 'gpt-4o-mini',
        replyAt: 1,
        prompt: total - 10,
        cached: null,
        cacheWritten: null,
        output: 10,
        reasoning: null,
        total,
        reported: true,
        perCall: true,
        atMs: null,
      },
    ],
    occupancyAfter: { measuredTokens: total, pendingTokens: 0 },
    endedAtMs: null,
    copiedFrom: null,
  };
}

function testBoundary(id: string, after: string, madeBy: string, text: string): SummaryBoundary {
  return {
    summaryId: summaryId(id),
    threadId: threadId('t'),
    message: textMessage(`${id}m`, 'system', text),
    lastSummarizedRunId: runId(after),
    createdAtMs: null,
    madeByRunId: runId(madeBy),
    trigger: 'auto',
    tokensBefore: null,
    tokensAfter: null,
    opaque: false,
  };
}

function testThread(runs: readonly ThreadRun[], boundaries: readonly SummaryBoundary[] = []): ThreadDocument {
  return {
    threadId: threadId('t'),
    namespace: 'default',
    conversationId: conversationId('t'),
    format: 'hastekit-jsonl',
    title: 't',
    branchOf: null,
    runs,
    boundaries,
  };
}

const LONG = 'x'.repeat(80);

describe('findings', () => {
  it('tells apart the four reasons why a summary never applies', async () => {
    const file = 'inert-boundaries.jsonl';
    expect(await findingsOf(file, 't-empty')).toEqual([['boundary-empty', 'e2']]);
    expect(await findingsOf(file, 't-unknown')).toEqual([
      ['boundary-unknown-run', 'u2'],
      ['summary-of-summary', 'u2'],
    ]);
    expect(await findingsOf(file, 't-newest')).toEqual([['boundary-not-older', 'n2']]);
    expect(await findingsOf(file, 't-summary-id')).toEqual([
      ['boundary-summary-id', 's4'],
      ['summary-of-summary', 's4'],
    ]);
  });

  it('finds orphans in the model view, open calls, and usage that does not add up', async () => {
    expect(await findingsOf('orphans.jsonl', 'orphans')).toEqual([
      // 300 + 20 ≠ 310
      ['usage-inconsistent', 'o2'],
      // "early" was called in the covered run o1, "never" nowhere: one finding for both.
      ['orphan-tool-result', 'o3'],
      ['orphan-tool-call', 'o3'],
      ['usage-missing', 'o3'],
    ]);
  });

  it('says that a call is covered by the summary, and names the calls', async () => {
    const { findings } = inspectionOf(await readFixture('orphans.jsonl'), 'orphans');
    const message = (code: string): string | undefined =>
      findings.find((finding) => finding.code === code)?.message;
    expect(message('orphan-tool-result')).toContain(
      '2 tool results have no call in the model view (early, never)',
    );
    expect(message('orphan-tool-call')).toContain('1 tool call has no result (send open)');
  });

  it('does not complain of orphans that a summary covers', () => {
    const covered = {
      ...testRun('r1', LONG),
      messages: [
        {
          id: messageId('x'),
          senderId: '',
          items: [{ type: 'function_call_output', call_id: 'gone', output: LONG } as const],
        },
      ],
    };
    const thread = testThread(
      [covered, testRun('r2', LONG), testRun('r3', LONG)],
      [testBoundary('s', 'r1', 'r3', 'x')],
    );
    expect(inspectThread(thread).findings).toEqual([]);
    expect(inspectThread({ ...thread, boundaries: [] }).findings.map(({ code }) => code)).toEqual([
      'orphan-tool-result',
    ]);
  });

  it('finds a run id that comes back', async () => {
    expect(await findingsOf('odd-records.jsonl', 'torn')).toContainEqual(['run-id-reused', 'r1']);
  });

  it('finds a summary that is not smaller than what it replaces', () => {
    // r1: twice 4 + 8/4 = 12 tokens; the summary 4 + 32/4 = 12 as well.
    const runs = [testRun('r1', 'x'.repeat(8)), testRun('r2', LONG), testRun('r3', LONG)];
    const equal = testThread(runs, [testBoundary('s', 'r1', 'r3', 'y'.repeat(32))]);
    expect(inspectThread(equal).findings.map(({ code, run }) => [code, run])).toEqual([
      ['summary-larger-than-source', 'r3'],
    ]);
    const smaller = testThread(runs, [testBoundary('s', 'r1', 'r3', 'y'.repeat(28))]);
    expect(inspectThread(smaller).findings).toEqual([]);
  });

  it('compares a summary of a summary with that summary and the runs since', () => {
    const runs = ['r1', 'r2', 'r3', 'r4', 'r5'].map((id) => testRun(id, LONG));
    // s2 replaces s1 (4 + 80/4 = 24) and r2 (twice 4 + 20 = 48): 72. It takes 4 + 300/4 = 79.
    const boundaries = [
      testBoundary('s1', 'r1', 'r3', LONG),
      testBoundary('s2', 'r2', 'r5', 'y'.repeat(300)),
    ];
    expect(inspectThread(testThread(runs, boundaries)).findings.map(({ code }) => code)).toEqual([
      'summary-larger-than-source',
      'summary-of-summary',
    ]);
  });

  it('calls summaries in three consecutive runs an oscillation, and in two not', () => {
    const ids = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'];
    const runs = ids.map((id) => testRun(id, LONG));
    const made = (...makers: number[]): SummaryBoundary[] =>
      makers.map((maker) => testBoundary(`s${maker}`, `r${maker - 2}`, `r${maker}`, 'x'));
    const oscillations = (boundaries: SummaryBoundary[]): readonly (string | null)[] =>
      inspectThread(testThread(runs, boundaries))
        .findings.filter(({ code }) => code === 'oscillation')
        .map(({ run }) => run);
    expect(oscillations(made(3, 4))).toEqual([]);
    expect(oscillations(made(3, 5, 6))).toEqual([]);
    expect(oscillations(made(3, 4, 5))).toEqual(['r3']);
    // A sliding window moves its boundary with every run, and that is its job.
    expect(oscillations(made(3, 4, 5).map((one) => ({ ...one, message: null })))).toEqual([]);
  });

  it('finds occupancy above the window of the model that the thread names', () => {
    // gpt-4o-mini: 128,000
    const thread = testThread([testRun('r1', LONG, 128_000), testRun('r2', LONG, 128_001)]);
    expect(inspectThread(thread).findings.map(({ code, run }) => [code, run])).toEqual([
      ['occupancy-over-limit', 'r2'],
    ]);
    expect(inspectThread(thread, { contextWindow: 200_000 }).findings).toEqual([]);
    expect(inspectThread(thread, { contextWindow: null }).findings).toEqual([]);
  });

  it('reports missing usage once for a source that never reports, else run by run', () => {
    const silent = (id: string): ThreadRun => ({ ...testRun(id, LONG), calls: [], occupancyAfter: null });
    const never = inspectThread(testThread([silent('r1'), silent('r2')]));
    expect(never.findings.map(({ code, run }) => [code, run])).toEqual([['usage-missing', null]]);
    const once = inspectThread(testThread([testRun('r1', LONG), silent('r2')]));
    expect(once.findings.map(({ code, run }) => [code, run])).toEqual([['usage-missing', 'r2']]);
  });

  it('asks for no report where the model said nothing', async () => {
    expect(await findingsOf('line-separators.jsonl', 'lines')).toEqual([]);
  });

  it('is one sentence each', async () => {
    for (const name of ['inert-boundaries.jsonl', 'orphans.jsonl', 'odd-records.jsonl']) {
      for (const { findings } of (await readFixture(name)).inspections) {
        for (const { message } of findings) expect(message).toMatch(/^[A-Z0-9].*\.$/);
      }
    }
  });
});
