import { describe, expect, it } from 'vitest';
import { buildThreadProfile, replayProfile } from '../../../../core/replay/index.ts';
import {
  coveredRunsAt,
  foldAt,
  known,
  reasonAt,
  replayColumnsOf,
  sourceAt,
} from '../../../../renderer/selectors/replay-columns.ts';
import { ledgerSummary, savingPerCall, thrashing } from '../../../../renderer/selectors/replay-ledger.ts';
import { decisionWords, keepStateAt } from '../../../../renderer/selectors/replay-words.ts';
import { fakeThread } from '../../../support/fake-thread-documents.ts';

const document = fakeThread({ id: 't', title: 'T', format: 'hastekit-jsonl', runs: 12, words: 120 });
const profile = buildThreadProfile(document);
const highest = replayProfile(profile, { summarizer: 'none' }).neverFiresFromTokens;
const policy = { summarizer: 'llm', tokenThreshold: Math.round(highest / 2), keepRecentCount: 2 } as const;
const replay = replayProfile(profile, policy);
const columns = replayColumnsOf(replay);

describe('replayColumnsOf', () => {
  it('holds every step of the replay, in columns', () => {
    expect(columns.callCount).toBe(replay.steps.length);
    replay.steps.forEach((step, call) => {
      expect(columns.run[call]).toBe(step.run);
      expect(columns.sentTokens[call]).toBe(step.sentTokens);
      expect(reasonAt(columns, call)).toBe(step.reason);
      expect(sourceAt(columns, call)).toBe(step.source);
      expect(known(columns.cachedTokens[call])).toBe(step.cachedTokens);
    });
    // Of whole prompts; the total is rounded once, so the two may differ by less than a token a call.
    const sum = replay.steps.reduce((total, step) => total + step.sentTokens, 0);
    expect(columns.sentSoFar.at(-1)).toBe(sum);
  });

  it('tells which runs are covered at a call: up to the newest fold at or before it', () => {
    const [first] = columns.folds;
    if (first === undefined) throw new Error('it never folds');
    expect(foldAt(columns, first.call - 1)).toBe(-1);
    expect(coveredRunsAt(columns, first.call - 1)).toBe(0);
    expect(coveredRunsAt(columns, first.call)).toBe(first.lastRun + 1);
    const last = replay.steps.findLast((step) => step.boundaryRun !== null);
    expect(coveredRunsAt(columns, columns.callCount - 1)).toBe((last?.boundaryRun ?? -1) + 1);
  });

  it('says why a call folded, with its numbers, and why another did not', () => {
    const fold = replay.steps.find((step) => step.fired);
    if (fold === undefined) throw new Error('it never folds');
    const before = fold.before.measuredTokens + fold.before.pendingTokens;
    expect(decisionWords(columns, fold.index)).toContain(
      `${before.toLocaleString('en-US')} tokens exceed the threshold of ${policy.tokenThreshold.toLocaleString('en-US')}`,
    );
    expect(decisionWords(columns, 0)).toContain('nothing is folded');
    // Before the first fold nothing is covered: the run in flight is block number run + 1.
    expect(keepStateAt(columns, fold.index)).toEqual({ runs: fold.run + 1, hasSummary: false, keep: 2 });
  });
});

const foldOf = (run: number, balances: readonly number[]) => ({
  call: run,
  run,
  firstRun: 0,
  lastRun: run,
  summaryTokens: 10,
  summarizerCost: 0.1,
  balances,
  paidBackAtCall:
    balances.findIndex((balance) => balance >= 0) < 0 ? null : run + balances.findIndex((b) => b >= 0),
});

describe('the ledger in words', () => {
  it('averages what the calls after the fold save', () => {
    // −5 at the fold, then up to 4 over three calls: (4 − −5) / 3 = 3 a call.
    expect(savingPerCall(foldOf(0, [-5, -2, 1, 4]))).toBe(3);
    expect(savingPerCall(foldOf(0, [-5]))).toBeNull();
  });

  it('marks folds in three runs in a row as thrash, and counts what the unpaid ones lost', () => {
    const folds = [foldOf(2, [-1]), foldOf(3, [-2]), foldOf(4, [-3]), foldOf(9, [-4, 6])];
    expect(thrashing({ folds })).toEqual([true, true, true, false]);
    expect(ledgerSummary({ folds })).toEqual({
      folds: 4,
      unpaid: 3,
      wasted: 6,
      thrashing: 3,
      thrashWaste: 6,
      balance: 0,
    });
    // Paid back once, and lost again later: not one that never paid back.
    expect(ledgerSummary({ folds: [foldOf(2, [1, -2])] })).toMatchObject({
      unpaid: 0,
      wasted: 0,
      balance: -2,
    });
    expect(thrashing({ folds: [foldOf(2, [-1]), foldOf(3, [-1]), foldOf(5, [-1])] })).toEqual([
      false,
      false,
      false,
    ]);
  });
});
