import { describe, expect, it } from 'vitest';
import { readRunExtras, readSummaryExtras } from '../../../../core/persistence/hastekit-extras.ts';

describe('readRunExtras', () => {
  it('has nothing to read where the SDK wrote the record', () => {
    expect(readRunExtras({ run_state: { status: 'completed' } })).toBeNull();
    expect(readRunExtras({ tidemark: 'x' })).toBeNull();
  });

  it('takes what has the shape it should have and leaves the rest', () => {
    expect(
      readRunExtras({
        tidemark: {
          status: 'cancelled',
          endedAtMs: 5,
          copiedFrom: 't-0',
          reopened: true,
          calls: [{ model: 'm', prompt: 3, total: 4, reported: true, answerId: 'a' }, 7],
          thread: { title: 'T', branchOf: { threadId: 't-0', runId: null }, startedBy: { runId: 'r' } },
        },
      }),
    ).toEqual({
      status: 'cancelled',
      endedAtMs: 5,
      copiedFrom: 't-0',
      reopened: true,
      calls: [
        {
          model: 'm',
          replyAt: null,
          prompt: 3,
          cached: null,
          cacheWritten: null,
          output: null,
          reasoning: null,
          total: 4,
          reported: true,
          perCall: true,
          atMs: null,
          answerId: 'a',
        },
      ],
      thread: { title: 'T', branchOf: { threadId: 't-0', runId: null } },
    });
    expect(
      readRunExtras({ tidemark: { status: 'odd', endedAtMs: -1, copiedFrom: '', calls: {}, thread: [] } }),
    ).toEqual({});
  });
});

describe('readSummaryExtras', () => {
  it('tells a summary that no run made from one of which nobody says', () => {
    expect(
      readSummaryExtras({ madeByRunId: null, trigger: 'manual', tokensBefore: 9, opaque: true }),
    ).toEqual({
      madeByRunId: null,
      trigger: 'manual',
      tokensBefore: 9,
      opaque: true,
    });
    expect(readSummaryExtras({ trigger: 'never', tokensAfter: 1.5, coversAbsentRuns: 'yes' })).toEqual({});
  });
});
