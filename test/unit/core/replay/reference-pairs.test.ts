import { describe, expect, it } from 'vitest';
import type { PolicySpec } from '../../../../core/domain/policy-spec.ts';
import { buildThreadProfile, replayProfile, type Replay } from '../../../../core/replay/index.ts';
import pairs from '../../../fixtures/replay/reference-pairs.json' with { type: 'json' };
import { boundary, reported, sized, threadOf } from './thread-of.ts';

type Pair = (typeof pairs.policies)[number];
type Usage = readonly number[];

describe('replayProfile against what the reference SDK did', () => {
  for (const pair of pairs.policies) {
    const title = `${pair.thread} results, ${JSON.stringify(pair.policy)}`;
    const policy = policyOf(pair);
    const unfolded = pairs.policies.find((other) => other.thread === pair.thread);
    const options =
      pair.summaryTokens === null
        ? {}
        : ({ summary: { kind: 'tokens', tokens: pair.summaryTokens } } as const);
    const fromUnfolded = replayProfile(profileOf(pair, unfolded?.usage ?? [], []), policy, options);
    const fromItself = replayProfile(profileOf(pair, pair.usage, boundariesOf(pair)), policy, options);

    it(`predicts every occupancy within 1 % from the unsummarized thread: ${title}`, () => {
      expect(worstError(fromUnfolded, pair)).toBeLessThan(0.01);
    });

    it(`reproduces every occupancy within 1 % from the thread itself, summaries and all: ${title}`, () => {
      expect(worstError(fromItself, pair)).toBeLessThan(0.01);
    });

    it(`folds before the same calls: ${title}`, () => {
      expect(foldsOf(fromUnfolded)).toEqual(expectedFolds(pair));
      expect(foldsOf(fromItself)).toEqual(expectedFolds(pair));
    });

    it(`sends as many messages: ${title}`, () => {
      expect(fromUnfolded.steps.map((step) => step.sentMessages)).toEqual(pair.sent);
    });
  }

  it('covers the runs that the reference covered', () => {
    for (const pair of pairs.policies) {
      const replay = replayProfile(profileOf(pair, pair.usage, boundariesOf(pair)), policyOf(pair));
      const lastBoundary = new Map(
        replay.steps.flatMap((step) => (step.boundaryRun === null ? [] : [[step.run, step.boundaryRun]])),
      );
      // A boundary that names an earlier summary (−1) replaced the one of a run, made a call earlier.
      const named = pair.boundaries.filter(([, covers]) => covers !== -1);
      for (const [madeBy, covers] of named) expect(lastBoundary.get(madeBy ?? -1)).toBe(covers);
    }
  });
});

function profileOf(
  pair: Pair,
  usage: readonly Usage[],
  boundaries: ReturnType<typeof boundariesOf>,
): ReturnType<typeof buildThreadProfile> {
  const runs = pair.thread === 'small' ? pairs.threads.small : pairs.threads.big;
  return buildThreadProfile(
    threadOf(
      runs.map(([estimates], index) => {
        const [prompt = 0, output = 0, total = 0, afterTokens = 0] = usage[index] ?? [];
        return {
          messages: messagesOf(Array.isArray(estimates) ? estimates : []),
          calls: [reported({ prompt, output, total, perCall: false })],
          afterTokens,
        };
      }),
      boundaries,
    ),
  );
}

function messagesOf([user = 0, ...rest]: readonly number[]) {
  if (rest.length === 1) return [sized('user', user), sized('assistant', rest[0] ?? 0)];
  const [call = 0, result = 0, answer = 0] = rest;
  return [sized('user', user), sized('call', call), sized('result', result), sized('assistant', answer)];
}

function boundariesOf(pair: Pair) {
  return pair.boundaries.map(([madeBy = 0, covers = -1]) =>
    boundary(madeBy + 1, covers === -1 ? 99 : covers + 1, pair.summaryTokens ?? 0),
  );
}

function policyOf({ policy }: Pair): PolicySpec {
  if (policy.keepCount !== undefined) return { summarizer: 'sliding-window', keepCount: policy.keepCount };
  if (policy.tokenThreshold === undefined) return { summarizer: 'none' };
  const { tokenThreshold, keepRecentCount } = policy;
  return { summarizer: 'llm', tokenThreshold, keepRecentCount };
}

/** Where the reference folded nothing but an earlier summary (every third call), we have nothing to do. */
function expectedFolds(pair: Pair): readonly number[] {
  if (pair.folds === null) {
    // Keeping two runs: each run from the third on drops one before its first call. Runs have one and
    // two calls in turn, so the first call of run k (from 0) is number 3k/2, rounded down.
    return Array.from({ length: 18 }, (_, index) => Math.floor((3 * (index + 2)) / 2));
  }
  if (pair.policy.tokenThreshold !== 1200 || pair.thread !== 'big') return pair.folds;
  return pair.folds.filter((call) => call % 3 !== 2);
}

function foldsOf(replay: Replay): readonly number[] {
  return replay.steps.filter((step) => step.fired).map((step) => step.index);
}

function worstError(replay: Replay, pair: Pair): number {
  expect(replay.steps).toHaveLength(pair.occupancies.length);
  return Math.max(
    ...replay.steps.map(({ before }, index) => {
      const occupancy = pair.occupancies[index] ?? NaN;
      return Math.abs(before.measuredTokens + before.pendingTokens - occupancy) / occupancy;
    }),
  );
}
