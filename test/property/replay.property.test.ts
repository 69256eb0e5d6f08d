import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import type { ThreadDocument } from '../../core/domain/thread.ts';
import {
  anthropicCache,
  buildRetentionIndex,
  buildThreadProfile,
  OPENAI_CACHE,
  previewPolicy,
  rankRows,
  replayProfile,
  sweepRows,
  type ModelPrice,
  type ReplayOptions,
} from '../../core/replay/index.ts';
import { boundary, reported, sized, threadOf, type RunParts } from '../unit/core/replay/thread-of.ts';
import { plainReplay } from './replay-oracle.ts';

const size = fc.integer({ min: 6, max: 120 });

/** What one call of a run wrote: a tool call with its results, or the answer. */
const toolRound = fc.record({ call: size, results: fc.array(size, { minLength: 1, maxLength: 2 }) });

const runParts: fc.Arbitrary<RunParts> = fc
  .record({
    users: fc.array(size, { maxLength: 2 }),
    rounds: fc.array(toolRound, { maxLength: 2 }),
    answer: fc.option(size),
    prompts: fc.array(fc.option(fc.integer({ min: 1, max: 2000 })), { minLength: 3, maxLength: 3 }),
    afterTokens: fc.option(fc.integer({ min: 1, max: 3000 })),
    minutes: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ users, rounds, answer, prompts, afterTokens }) => {
    const messages = users.map((tokens) => sized('user', tokens));
    const replyPlaces: number[] = [];
    for (const round of rounds) {
      replyPlaces.push(messages.length);
      messages.push(sized('call', round.call), ...round.results.map((tokens) => sized('result', tokens)));
    }
    if (answer !== null) {
      replyPlaces.push(messages.length);
      messages.push(sized('assistant', answer));
    }
    const calls = replyPlaces.flatMap((replyAt, index) => {
      const prompt = prompts[index] ?? null;
      const output = prompt === null ? null : 25;
      const total = prompt === null ? null : prompt + 25;
      return prompt === null ? [] : [reported({ replyAt, prompt, output, total, cached: prompt >> 1 })];
    });
    return { messages, calls, ...(afterTokens === null ? {} : { afterTokens }) };
  });

const plainThread = fc.array(runParts, { maxLength: 12 }).map((runs) => threadOf(runs));

const thread: fc.Arbitrary<ThreadDocument> = fc
  .tuple(
    fc.array(runParts, { maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(12), fc.nat(12), fc.nat(40)), { maxLength: 3 }),
  )
  .map(([runs, folds]) =>
    threadOf(
      runs,
      folds
        .sort(([left], [right]) => left - right)
        .map(([madeBy, covers, tokens]) => boundary(madeBy + 1, covers + 1, tokens < 6 ? 0 : tokens)),
    ),
  );

const policy: fc.Arbitrary<PolicySpec> = fc.oneof(
  fc.record({
    summarizer: fc.constant('llm' as const),
    tokenThreshold: fc.nat(3000),
    keepRecentCount: fc.integer({ min: 1, max: 6 }),
  }),
  fc.record({
    summarizer: fc.constant('sliding-window' as const),
    keepCount: fc.integer({ min: 1, max: 6 }),
  }),
);

const price: ModelPrice = {
  model: 'm',
  input: 3,
  cachedInput: 0.3,
  cacheWrite: 3.75,
  output: 15,
  family: anthropicCache(64),
  readOn: '2026-01-01',
  source: '',
};

const options: fc.Arbitrary<ReplayOptions> = fc.record({
  summary: fc.oneof(
    fc.record({ kind: fc.constant('tokens' as const), tokens: fc.nat(60) }),
    fc.record({ kind: fc.constant('ratio' as const), ratio: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
    fc.constant(null),
  ),
  overheadTokens: fc.option(fc.nat(500), { nil: null }),
  limitTokens: fc.option(fc.nat(2000), { nil: null }),
  instructionTokens: fc.nat(50),
  prices: fc.constantFrom(
    null,
    { agent: price, summarizer: price },
    { agent: { ...price, cacheWrite: 0, family: OPENAI_CACHE }, summarizer: null },
  ),
});

describe('a replay', () => {
  it('agrees with the rules applied to whole lists, call by call', () => {
    fc.assert(
      fc.property(plainThread, policy, fc.integer({ min: 4, max: 60 }), (document, spec, tokens) => {
        const expected = plainReplay(document, spec, tokens);
        const summary = { kind: 'tokens', tokens } as const;
        const { steps } = replayProfile(buildThreadProfile(document), spec, { summary });
        expect(steps).toHaveLength(expected.length);
        steps.forEach((step, index) => {
          const plain = expected[index];
          const occupancy = step.before.measuredTokens + step.before.pendingTokens;
          expect(Math.abs(occupancy - (plain?.occupancy ?? NaN))).toBeLessThanOrEqual(0.500001);
          expect(Math.abs(step.sentTokens - (plain?.prompt ?? NaN))).toBeLessThanOrEqual(0.500001);
          expect(step).toMatchObject({
            fired: plain?.fired,
            boundaryRun: plain?.boundaryRun,
            sentMessages: plain?.sentMessages,
          });
        });
      }),
      { numRuns: 300 },
    );
  });

  it('sends the whole transcript without a summarizer', () => {
    fc.assert(
      fc.property(thread, (document) => {
        const { steps, totals } = replayProfile(buildThreadProfile(document), { summarizer: 'none' });
        let messages = 0;
        let next = 0;
        document.runs.forEach((run, index) => {
          for (; steps[next]?.run === index; next += 1) {
            const sent = (steps[next]?.sentMessages ?? NaN) - messages;
            expect(sent).toBeGreaterThanOrEqual(0);
            expect(sent).toBeLessThanOrEqual(run.messages.length);
          }
          messages += run.messages.length;
        });
        expect(next).toBe(steps.length);
        expect(totals.summaries).toBe(0);
      }),
    );
  });

  it('comes out the same twice, and from a profile that crossed to another process', () => {
    fc.assert(
      fc.property(thread, policy, options, (document, spec, more) => {
        const profile = buildThreadProfile(document);
        const copy = structuredClone(profile);
        expect(replayProfile(copy, spec, more)).toEqual(replayProfile(profile, spec, more));
        expect(replayProfile(profile, spec, more)).toEqual(replayProfile(profile, spec, more));
      }),
    );
  });

  it('costs what its calls and its summaries cost, and what it sends is what its calls send', () => {
    fc.assert(
      fc.property(thread, policy, options, (document, spec, more) => {
        const { steps, totals, ledger } = replayProfile(buildThreadProfile(document), spec, more);
        if (totals.cost !== null) {
          const sum = steps.reduce(
            (cost, step) => cost + (step.cost.agent ?? NaN) + (step.cost.summarizer ?? NaN),
            0,
          );
          expect(sum).toBeCloseTo(totals.cost, 9);
        }
        const sent = steps.reduce((tokens, step) => tokens + step.sentTokens, 0);
        expect(Math.abs(sent - totals.sentTokens)).toBeLessThanOrEqual(steps.length / 2 + 1);
        if (ledger !== null) expect(ledger).toHaveLength(totals.summaries);
      }),
    );
  });

  it('is previewed with the same numbers', () => {
    fc.assert(
      fc.property(thread, policy, options, (document, spec, more) => {
        const profile = buildThreadProfile(document);
        const replay = replayProfile(profile, spec, more);
        const { series, ...preview } = previewPolicy(profile, spec, more);
        expect([...series.measuredTokens]).toEqual(replay.steps.map(({ before }) => before.measuredTokens));
        expect([...series.pendingTokens]).toEqual(replay.steps.map(({ before }) => before.pendingTokens));
        expect([...series.promptTokens]).toEqual(replay.steps.map((step) => step.sentTokens));
        const folds = replay.steps.filter((step) => step.fired);
        expect(preview.foldCalls).toEqual(folds.map((step) => step.index));
        expect(preview.boundaryRun).toBe(folds.at(-1)?.boundaryRun ?? null);
        expect(preview.floorTokens).toBe(replay.floorTokens);
        expect(preview.reachable).toBe(replay.reachable);
      }),
    );
  });

  it('never fires from the threshold on that is said to be the last', () => {
    fc.assert(
      fc.property(thread, fc.integer({ min: 1, max: 4 }), (document, keepRecentCount) => {
        const profile = buildThreadProfile(document);
        const at = (tokenThreshold: number) =>
          replayProfile(profile, { summarizer: 'llm', tokenThreshold, keepRecentCount });
        const { neverFiresFromTokens } = at(0);
        expect(at(neverFiresFromTokens).totals.summaries).toBe(0);
      }),
    );
  });
});

describe('a sweep', () => {
  it('has the totals of the replay of each policy, to the token and the last digit of a cost', () => {
    fc.assert(
      fc.property(
        fc.array(thread, { minLength: 1, maxLength: 2 }),
        fc.array(policy, { maxLength: 6 }),
        options,
        (documents, policies, more) => {
          const threads = documents.map((document) => ({
            profile: buildThreadProfile(document),
            facts: null,
          }));
          const rows = [...sweepRows(threads, policies, more)];
          policies.forEach((spec, place) => {
            const replays = threads.map(({ profile }) => replayProfile(profile, spec, more));
            const [only] = replays;
            if (replays.length === 1) expect(rows[place]?.totals).toEqual(only?.totals);
            expect(rows[place]?.byThread.sentTokens).toEqual(replays.map(({ totals }) => totals.sentTokens));
            expect(rows[place]?.byThread.cost).toEqual(replays.map(({ totals }) => totals.cost));
            expect(rows[place]?.reachable).toBe(replays.every(({ reachable }) => reachable));
            expect(rows[place]?.oscillates).toBe(
              replays.some(({ findings }) => findings.some(({ code }) => code === 'oscillation')),
            );
          });
        },
      ),
    );
  });

  it('retains what is still there when the facts of covered runs are looked for one by one', () => {
    const factsOf = fc.array(fc.nat(6), { maxLength: 3 });
    fc.assert(
      fc.property(
        plainThread,
        policy,
        fc.array(factsOf, { minLength: 7, maxLength: 50 }),
        (document, spec, drawn) => {
          const messages = document.runs.flatMap((run) => run.messages);
          const own = messages.map((_, index) => drawn[index % drawn.length] ?? []);
          const readable = own.map((facts, index) => [
            ...facts,
            ...(drawn[(index * 3 + 1) % drawn.length] ?? []),
          ]);
          const profile = buildThreadProfile(document);
          const facts = buildRetentionIndex(profile.runs.messages, own, readable);
          const [row] = [...sweepRows([{ profile, facts }], [spec])];

          const startOf = (run: number): number =>
            profile.runs.messages.slice(0, run).reduce((sum, count) => sum + count, 0);
          let covered = 0;
          let surviving = 0;
          const { steps } = replayProfile(profile, spec);
          for (const step of steps) {
            if (step.covered === null) continue;
            const end = startOf(step.covered.lastRun + 1);
            const lost = new Set(own.slice(startOf(step.covered.firstRun), end).flat());
            const hasSummary = spec.summarizer === 'llm' ? 1 : 0;
            const sent = new Set(readable.slice(end, end + step.sentMessages - hasSummary).flat());
            covered += lost.size;
            surviving += [...lost].filter((fact) => sent.has(fact)).length;
          }
          const folds = steps.filter((step) => step.fired).length;
          const expected = folds === 0 ? 1 : covered === 0 ? null : surviving / covered;
          expect(row?.retention).toBe(expected);
        },
      ),
    );
  });

  it('puts on the Pareto front exactly the rows that no other row beats', () => {
    const point = fc.tuple(fc.nat(5), fc.nat(5));
    fc.assert(
      fc.property(fc.array(point, { maxLength: 12 }), (points) => {
        const rows = points.map(([cost, kept]) => ({
          policy: { summarizer: 'sliding-window', keepCount: 1 } as const,
          totals: {
            calls: 1,
            summaries: 1,
            peakTokens: 1,
            overLimit: null,
            sentTokens: 1,
            summarizerTokens: 0,
            cost,
          },
          retention: kept / 5,
          pareto: false,
          reachable: true,
          oscillates: false,
          byThread: { summaries: [], peakTokens: [], sentTokens: [], cost: [], retention: [] },
        }));
        const beaten = points.map(([cost, kept]) =>
          points.some(([other, more]) => other <= cost && more >= kept && (other < cost || more > kept)),
        );
        expect(rankRows(rows).rows.map((row) => row.pareto)).toEqual(beaten.map((isBeaten) => !isBeaten));
      }),
    );
  });
});
