import { describe, expect, it } from 'vitest';
import { InspectorError } from '../../../../core/domain/errors.ts';
import { idSource } from '../../../../core/domain/id-source.ts';
import { placeMessages } from '../../../../core/domain/model-view.ts';
import { createSummarizer } from '../../../../core/summarizers/create-summarizer.ts';
import { SlidingWindowHistorySummarizer } from '../../../../core/summarizers/sliding-window-history-summarizer.ts';
import { chainOfRuns, numberedIds, usage } from '../../../support/builders.ts';
import { ScriptedSummaryModel } from '../../../support/scripted-summary-model.ts';

const parts = { model: null, instruction: 'Be brief.', ...idSource(numberedIds('new')) };
const fourRuns = {
  ...placeMessages({ summary: null, runs: chainOfRuns(4) }),
  occupancy: { measuredTokens: 101, pendingTokens: 0 },
};

describe('createSummarizer', () => {
  it('builds none for the policy that never summarizes', () => {
    expect(createSummarizer({ summarizer: 'none' }, parts)).toBeNull();
  });

  it('builds the LLM summarizer with its knobs', async () => {
    const model = new ScriptedSummaryModel([{ text: 'The gist.', usage: usage(5, 1) }]);
    const policy = { summarizer: 'llm', tokenThreshold: 100, keepRecentCount: 3 } as const;
    const result = await createSummarizer(policy, { ...parts, model })?.summarize(fourRuns);
    expect(result?.lastSummarizedRunId).toBe('r1');
    expect(result?.summary?.items).toMatchObject([{ role: 'system' }]);
  });

  it('builds the sliding window with its knob', async () => {
    const result = await createSummarizer({ summarizer: 'sliding-window', keepCount: 1 }, parts)?.summarize(
      fourRuns,
    );
    expect(result).toMatchObject({ lastSummarizedRunId: 'r3', summary: null, usage: null });
  });

  it('refuses an LLM policy without a model', () => {
    const policy = { summarizer: 'llm', tokenThreshold: 100, keepRecentCount: 3 } as const;
    expect(() => createSummarizer(policy, parts)).toThrow(/needs a model/);
  });
});

describe('SlidingWindowHistorySummarizer', () => {
  it('never drops the run in flight, whatever it is told to keep', async () => {
    for (const keep of [{}, { keepCount: 0 }, { keepCount: -1 }]) {
      const window = new SlidingWindowHistorySummarizer({ ...keep, ...idSource(numberedIds('new')) });
      const result = await window.summarize(fourRuns);
      expect(result?.messagesToKeep.map((each) => each.id)).toEqual(['m4']);
    }
  });

  it('refuses a number that is not whole', () => {
    const build = () =>
      new SlidingWindowHistorySummarizer({ keepCount: 1.5, ...idSource(numberedIds('new')) });
    expect(build).toThrow(new InspectorError('invalid-option', 'keepCount must be a whole number, not 1.5'));
  });
});
