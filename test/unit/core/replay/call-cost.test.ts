import { describe, expect, it } from 'vitest';
import {
  anthropicCache,
  buildThreadProfile,
  GEMINI_CACHE,
  NO_CACHE,
  OPENAI_CACHE,
  replayProfile,
  type CacheFamily,
  type ModelPrice,
  type ReplayOptions,
  type ThreadProfile,
} from '../../../../core/replay/index.ts';
import { message } from '../../../support/builders.ts';
import { llm, NO_SUMMARIZER, reported, sized, slidingWindow, threadOf, type RunParts } from './thread-of.ts';

/** Prices of 10, 1, 12 and 50 dollars for input, cached input, cache write and output. */
function priceOf(family: CacheFamily): ModelPrice {
  return {
    model: 'm',
    input: 10,
    cachedInput: 1,
    cacheWrite: family.pricesWrites ? 12 : 0,
    output: 50,
    family,
    readOn: '2026-01-01',
    source: '',
  };
}

function options(family: CacheFamily, more: ReplayOptions = {}): ReplayOptions {
  const price = priceOf(family);
  return { prices: { agent: price, summarizer: price }, summary: { kind: 'tokens', tokens: 100 }, ...more };
}

/** A user message of 1,000 tokens and a reply of 500. */
function run(atMs?: number): RunParts {
  const messages = [sized('user', 1000), sized('assistant', 500)];
  return atMs === undefined ? { messages } : { messages, atMs };
}

function profileOf(runs: readonly RunParts[]): ThreadProfile {
  return buildThreadProfile(threadOf(runs));
}

function cached(profile: ThreadProfile, family: CacheFamily, policy = llm(2600, 1) as Policy) {
  return replayProfile(profile, policy, options(family)).steps.map((step) => step.cachedTokens);
}

type Policy = Parameters<typeof replayProfile>[1];

// Prompts without folds: 1,000, 2,500, 4,000. Over 2,600 from the third call on: 3,000 + 1,000.
const profile = profileOf([run(), run(), run()]);

describe('what is read from the cache', () => {
  it('is whole steps of what was sent before, from a minimum on (OpenAI)', () => {
    // 1,000 is below 1,024; of 2,500 are 19 × 128 = 2,432 cached.
    expect(cached(profile, OPENAI_CACHE, NO_SUMMARIZER)).toEqual([0, 0, 2432]);
  });

  it('is every token from a minimum on (Anthropic, Gemini)', () => {
    expect(cached(profile, anthropicCache(1000), NO_SUMMARIZER)).toEqual([0, 1000, 2500]);
    expect(cached(profile, GEMINI_CACHE, NO_SUMMARIZER)).toEqual([0, 0, 0]);
  });

  it('is nothing where there is no cache', () => {
    expect(cached(profile, NO_CACHE, NO_SUMMARIZER)).toEqual([0, 0, 0]);
  });

  it('is lost with a fold, but for the overhead', () => {
    expect(cached(profile, anthropicCache(1000))).toEqual([0, 1000, 0]);
    const withOverhead = options(anthropicCache(1000), { overheadTokens: 1500 });
    // 1,500 + 1,000 = 2,500 the second time; the third call folds (6,000 > 2,600): the overhead is left.
    const { steps } = replayProfile(profile, llm(5000, 1), withOverhead);
    expect(steps.map((step) => step.cachedTokens)).toEqual([0, 2500, 1500]);
  });

  it('is forgotten after the family’s lifetime, and assumed to be there when the times are not known', () => {
    const minutes = (count: number) => 60_000 * count;
    const timed = profileOf([run(0), run(minutes(5)), run(minutes(10) + 1)]);
    const replay = replayProfile(timed, NO_SUMMARIZER, options(anthropicCache(0)));
    expect(replay.steps.map((step) => step.cachedTokens)).toEqual([0, 1000, 0]);
    expect(replay.cacheTimesAssumed).toBe(false);
    expect(replayProfile(profile, NO_SUMMARIZER, options(anthropicCache(0))).cacheTimesAssumed).toBe(true);
  });

  it('is what was reported, where this call and the one before were sent as reported', () => {
    const call = (prompt: number, tokens: number) => [reported({ replyAt: 1, prompt, cached: tokens })];
    const runs = [call(1000, 7), call(2500, 900), call(4000, 2000)].map((calls) => ({ ...run(), calls }));
    const measured = profileOf(runs);
    expect(cached(measured, OPENAI_CACHE, NO_SUMMARIZER)).toEqual([7, 900, 2000]);
    expect(cached(measured, OPENAI_CACHE)).toEqual([7, 900, 0]);
  });

  it('is the common beginning of two runs when a sliding window moves from one to the other', () => {
    const alike = (answer: string): RunParts => ({
      messages: [message('u', 'x'.repeat(4000)), message('a', answer, 'assistant')],
    });
    // Window of one run: each view begins with the same 1,004 tokens, and is nothing else.
    const { steps } = replayProfile(
      profileOf([alike('one'), alike('two')]),
      slidingWindow(1),
      options(anthropicCache(0)),
    );
    expect(steps.map((step) => step.cachedTokens)).toEqual([0, 1004]);
  });
});

describe('what a call costs', () => {
  const millionth = 1_000_000;

  it('is input, cached input and output at their prices', () => {
    const { steps, totals } = replayProfile(profile, NO_SUMMARIZER, options(OPENAI_CACHE));
    // Replies: 500 × 50 = 25,000 each. Prompts: 1,000 × 10; 2,500 × 10; (4,000 − 2,432) × 10 + 2,432 × 1.
    const expected = [10_000 + 25_000, 25_000 + 25_000, 15_680 + 2432 + 25_000];
    steps.forEach((step, index) => {
      expect((step.cost.agent ?? NaN) * millionth).toBeCloseTo(expected[index] ?? NaN, 6);
    });
    expect((totals.cost ?? NaN) * millionth).toBeCloseTo(35_000 + 50_000 + 43_112, 6);
  });

  it('prices what is written to the cache', () => {
    const { steps } = replayProfile(profile, NO_SUMMARIZER, options(anthropicCache(1024)));
    // Below the minimum nothing is written: 1,000 × 10. Then all 2,500 × 12; then 1,500 × 12 + 2,500 × 1.
    const expected = [10_000 + 25_000, 30_000 + 25_000, 18_000 + 2500 + 25_000];
    steps.forEach((step, index) => {
      expect((step.cost.agent ?? NaN) * millionth).toBeCloseTo(expected[index] ?? NaN, 6);
    });
  });

  it('takes the reported size of a reply, thinking included', () => {
    const calls = [reported({ replyAt: 1, prompt: 1000, output: 900 })];
    const { steps } = replayProfile(profileOf([{ ...run(), calls }]), NO_SUMMARIZER, options(NO_CACHE));
    expect((steps[0]?.cost.agent ?? NaN) * millionth).toBeCloseTo(1000 * 10 + 900 * 50, 6);
  });

  it('adds the summarizer’s request and answer to the call before which it ran', () => {
    const { steps, totals } = replayProfile(
      profile,
      llm(2600, 1),
      options(NO_CACHE, { instructionTokens: 40 }),
    );
    // The covered text: two messages of 3,984 and two of 1,984 bytes with "user: ", "assistant: " and a
    // line break each, behind the 157 bytes that ask for it:
    // 157 + 2 × (6 + 3,984 + 1) + 2 × (11 + 1,984 + 1) = 12,131 bytes, 3,033 tokens; 40 for the instruction.
    const requestTokens = 3033 + 40;
    expect(steps.map((step) => (step.cost.summarizer ?? NaN) * millionth)).toEqual([
      0,
      0,
      expect.closeTo(requestTokens * 10 + 100 * 50, 6),
    ]);
    expect(totals.summarizerTokens).toBe(requestTokens + 100);
    // 35,000 + 50,000 as before, then 1,100 × 10 + 25,000.
    expect((totals.cost ?? NaN) * millionth).toBeCloseTo(
      35_000 + 50_000 + 36_000 + requestTokens * 10 + 5000,
      6,
    );
  });

  it('is not known without a price', () => {
    const agentOnly = { prices: { agent: priceOf(NO_CACHE), summarizer: null } };
    const unfolded = replayProfile(profile, NO_SUMMARIZER, agentOnly);
    expect(unfolded.totals.cost).not.toBeNull();
    const folded = replayProfile(profile, llm(2600, 1), agentOnly);
    expect(folded.steps.map((step) => step.cost.summarizer)).toEqual([0, 0, null]);
    expect([folded.totals.cost, folded.ledger]).toEqual([null, null]);
    expect(replayProfile(profile, NO_SUMMARIZER).steps[0]?.cost).toEqual({ agent: null, summarizer: 0 });
  });
});

describe('the ledger of a fold', () => {
  it('begins with what the lost cache costs, and is paid back once the shorter prompts have saved it', () => {
    const free = { ...priceOf(anthropicCache(0)), cacheWrite: 10, output: 0 };
    const summarizer = { ...free, input: 1, output: 0 };
    const long = profileOf([run(), run(), run(), run(), run(), run()]);
    const replay = replayProfile(long, llm(7000, 1), {
      prices: { agent: free, summarizer },
      summary: { kind: 'tokens', tokens: 100 },
    });
    // Occupancies 1,000, 2,500, 4,000, 5,500, 7,000 (not above), 8,500: one fold, before the last call.
    const [entry] = replay.ledger ?? [];
    expect(entry?.call).toBe(5);
    // Without it: 8,500 with 7,000 cached: 1,500 × 10 + 7,000 = 22,000. With it: 1,100 × 10 = 11,000.
    // The summarizer read 157 + 5 × 3,991 + 5 × 1,996 = 30,092 bytes, 7,523 tokens at 1.
    expect(entry?.balances.map((balance) => balance * 1_000_000)).toEqual([
      expect.closeTo(22_000 - 11_000 - 7523, 6),
    ]);
    expect(entry?.paidBackAtCall).toBe(5);
  });

  it('is never paid back when the cache was cheaper than the summary', () => {
    const price = { ...priceOf(anthropicCache(0)), cachedInput: 0, cacheWrite: 10 };
    const replay = replayProfile(profile, llm(2600, 1), {
      prices: { agent: price, summarizer: price },
      summary: { kind: 'tokens', tokens: 100 },
    });
    // Without the fold 1,500 × 10, with it 1,100 × 10: 4,000 saved, against 30,330 + 5,000 for the summary.
    const [entry] = replay.ledger ?? [];
    expect(entry?.balances.map((balance) => balance * 1_000_000)).toEqual([
      expect.closeTo(4000 - 3033 * 10 - 100 * 50, 6),
    ]);
    expect(entry?.paidBackAtCall).toBeNull();
  });

  it('ends where the next fold begins', () => {
    const long = profileOf(Array.from({ length: 6 }, () => run()));
    const replay = replayProfile(long, llm(2600, 1), options(NO_CACHE));
    // Folds before call 3 (4,000), then 1,600 + 1,000 = 2,600 is not above, then 4,100 is: calls 3 and 5.
    expect(replay.ledger?.map((entry) => [entry.call, entry.balances.length])).toEqual([
      [2, 2],
      [4, 2],
    ]);
  });
});
