import { describe, expect, it } from 'vitest';
import type { ThreadDocument } from '../../../../core/domain/thread.ts';
import { buildThreadProfile, indexProfile, occupancyScale } from '../../../../core/replay/index.ts';
import { reported, sized, threadOf } from './thread-of.ts';

/** Two runs of 20 + 30 tokens; `totals` are what the provider reported after each. */
function twoRuns(instructions: unknown, totals: readonly number[] = []): ThreadDocument {
  const document = threadOf(
    [0, 1].map((run) => ({
      messages: [sized('user', 20), sized('assistant', 30)],
      calls: totals.slice(run, run + 1).map((total) => reported({ prompt: total - 30, output: 30, total })),
    })),
  );
  const runs = document.runs.map((run, index) => (index === 0 ? { ...run, meta: { instructions } } : run));
  return { ...document, runs };
}

const scaleOf = (document: ThreadDocument, given?: number): unknown =>
  occupancyScale(indexProfile(buildThreadProfile(document)), given);

// 4 for the item and ⌈45 / 4⌉ = 12 for its text.
const INSTRUCTIONS = [
  { type: 'message', role: 'system', content: 'Answer in one sentence and never guess dates.' },
];

describe('occupancyScale', () => {
  it('takes the estimate of the instructions for the overhead where nothing was reported', () => {
    expect(scaleOf(twoRuns(INSTRUCTIONS))).toEqual({
      overheadTokens: 16,
      factor: 1,
      overheadSource: 'instructions',
    });
  });

  it('adds up instructions of several items and parts', () => {
    const parts = [
      { type: 'input_text', text: 'Be kind.' },
      { type: 'input_text', text: 'Be brief.' },
    ];
    // 16, and 4 + ⌈8 / 4⌉ + ⌈9 / 4⌉ = 9
    expect(scaleOf(twoRuns([...INSTRUCTIONS, { role: 'developer', content: parts }]))).toMatchObject({
      overheadTokens: 25,
    });
  });

  it('leaves the overhead to the reports as soon as there is one', () => {
    // Reports are 100 above the estimates of 50 and 100: the prompts 120 and 170 for 20 and 70.
    expect(scaleOf(twoRuns(INSTRUCTIONS, [150, 200]))).toEqual({
      overheadTokens: 100,
      factor: 1,
      overheadSource: 'calibrated',
    });
  });

  it('takes what it is told before everything else, nothing at all too', () => {
    expect(scaleOf(twoRuns(INSTRUCTIONS), 7)).toMatchObject({ overheadTokens: 7, overheadSource: 'given' });
    expect(scaleOf(twoRuns(INSTRUCTIONS), 0)).toMatchObject({ overheadTokens: 0, overheadSource: 'given' });
    expect(scaleOf(twoRuns(INSTRUCTIONS, [150, 200]), 7)).toMatchObject({ overheadTokens: 7 });
  });

  it.each([undefined, null, [], 'Answer in one sentence.', { text: 'no list' }])(
    'knows no overhead where the instructions are %j',
    (instructions) => {
      expect(scaleOf(twoRuns(instructions))).toEqual({
        overheadTokens: 0,
        factor: 1,
        overheadSource: 'unknown',
      });
    },
  );
});
