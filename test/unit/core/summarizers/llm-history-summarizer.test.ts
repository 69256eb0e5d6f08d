import { describe, expect, it } from 'vitest';
import { InspectorError } from '../../../../core/domain/errors.ts';
import { idSource } from '../../../../core/domain/id-source.ts';
import { placeMessages } from '../../../../core/domain/model-view.ts';
import {
  LlmHistorySummarizer,
  type LlmHistorySummarizerOptions,
} from '../../../../core/summarizers/llm-history-summarizer.ts';
import type { SummarizeRequest } from '../../../../core/summarizers/history-summarizer.ts';
import { chainOfRuns, numberedIds, summary, usage } from '../../../support/builders.ts';
import { ScriptedSummaryModel } from '../../../support/scripted-summary-model.ts';

function summarizer(model: ScriptedSummaryModel, options: Partial<LlmHistorySummarizerOptions> = {}) {
  return new LlmHistorySummarizer({
    model,
    instruction: 'Be brief.',
    tokenThreshold: 100,
    keepRecentCount: 2,
    ...idSource(numberedIds('new')),
    ...options,
  });
}

/** Runs r1 … r<count> at an occupancy, behind a summary when one is given. */
function request(count: number, tokens: number, options: { summarized?: boolean } = {}): SummarizeRequest {
  const stored = options.summarized === true ? summary('s0', 'r0') : null;
  const placed = placeMessages({ summary: stored, runs: chainOfRuns(count) });
  return { ...placed, occupancy: { measuredTokens: tokens - 10, pendingTokens: 10 } };
}

const gist = { text: 'The gist.', usage: usage(50, 5) };

describe('LlmHistorySummarizer', () => {
  it('counts measured and pending tokens alike, and fires only above the threshold', async () => {
    const model = new ScriptedSummaryModel([gist]);
    expect(await summarizer(model).summarize(request(3, 100))).toBeNull();
    expect(await summarizer(model).summarize(request(3, 101))).not.toBeNull();
    expect(model.requests).toHaveLength(1);
  });

  it('does nothing while there are no more runs than it keeps', async () => {
    const model = new ScriptedSummaryModel([]);
    expect(await summarizer(model).summarize(request(2, 10_000))).toBeNull();
  });

  it('keeps 5 runs when it is not told how many, or told fewer than 1', async () => {
    for (const keep of [{}, { keepRecentCount: 0 }, { keepRecentCount: -3 }]) {
      const model = new ScriptedSummaryModel([gist]);
      const options = { model, instruction: 'Be brief.', tokenThreshold: 100, ...keep };
      const unset = new LlmHistorySummarizer({ ...options, ...idSource(numberedIds('new')) });
      expect(await unset.summarize(request(5, 101))).toBeNull();
      const result = await unset.summarize(request(7, 101));
      expect(result?.messagesToKeep.map((each) => each.id)).toEqual(['m3', 'm4', 'm5', 'm6', 'm7']);
      expect(result?.lastSummarizedRunId).toBe('r2');
    }
  });

  it('covers an earlier summary together with the runs that follow it', async () => {
    const model = new ScriptedSummaryModel([gist]);
    // Blocks: the summary, r1, r2, r3. Keep 2: the summary and r1 are covered.
    const result = await summarizer(model).summarize(request(3, 101, { summarized: true }));
    expect(result?.lastSummarizedRunId).toBe('r1');
    expect(model.requests[0]?.input).toMatch(
      /:\n\nsystem: Previous conversation summary: s0\nuser: text of m1\n$/,
    );
  });

  it('leaves an earlier summary alone when no run would be covered with it', async () => {
    const model = new ScriptedSummaryModel([]);
    expect(await summarizer(model).summarize(request(2, 101, { summarized: true }))).toBeNull();
  });

  it.each(['', '  \n'])('warns and does nothing without an instruction (%j)', async (instruction) => {
    const warnings: string[] = [];
    const model = new ScriptedSummaryModel([]);
    const silent = summarizer(model, { instruction, onWarning: (warning) => warnings.push(warning) });
    expect(await silent.summarize(request(3, 101))).toBeNull();
    expect(warnings).toEqual(['the summarizer has no instruction, so nothing was summarized']);
    // Below the threshold there is nothing to warn of.
    expect(await silent.summarize(request(3, 100))).toBeNull();
    expect(warnings).toHaveLength(1);
  });

  it.each(['', ' \n'])('fails on a summary without text (%j), but reports the answer first', async (text) => {
    const answers: unknown[] = [];
    const model = new ScriptedSummaryModel([{ text, usage: usage(50, 0) }]);
    const failing = summarizer(model, { onAnswer: (answer) => answers.push(answer.usage) });
    await expect(failing.summarize(request(3, 101))).rejects.toMatchObject({
      code: 'empty-summary',
      message: 'the model scripted answered without any text, so nothing was summarized',
    });
    expect(answers).toEqual([usage(50, 0)]);
  });

  it('refuses half a summary, unless the caller takes answers for what they are', async () => {
    const half = { text: 'The first half of', usage: usage(50, 4), incompleteReason: 'max_output_tokens' };
    await expect(
      summarizer(new ScriptedSummaryModel([half])).summarize(request(3, 101)),
    ).rejects.toMatchObject({
      code: 'model-failed',
      message:
        'scripted did not finish its summary (max_output_tokens): allow more output tokens, or summarize less at once',
    });
    const taking = summarizer(new ScriptedSummaryModel([half]), { takesShortAnswers: true });
    expect((await taking.summarize(request(3, 101)))?.usage).toEqual(usage(50, 4));
  });

  it('passes on what the model fails with', async () => {
    const model = new ScriptedSummaryModel([new InspectorError('model-failed', 'status 500')]);
    await expect(summarizer(model).summarize(request(3, 101))).rejects.toMatchObject({
      code: 'model-failed',
    });
  });

  it('passes signal and text on, and tells what it asks', async () => {
    const model = new ScriptedSummaryModel([gist]);
    const asked: unknown[] = [];
    const pieces: string[] = [];
    const { signal } = new AbortController();
    await summarizer(model, {
      onRequest: (each) => asked.push(each),
      onText: (piece) => pieces.push(piece),
    }).summarize({ ...request(3, 101), signal });
    const { instruction, input } = model.requests[0] ?? {};
    expect(asked).toEqual([{ instruction, input }]);
    expect(model.requests[0]?.signal).toBe(signal);
    expect(pieces).toEqual(['The gist.']);
  });

  it('has no usage where the model reports none', async () => {
    const model = new ScriptedSummaryModel([{ text: 'The gist.', usage: null }]);
    expect((await summarizer(model).summarize(request(3, 101)))?.usage).toBeNull();
  });

  it.each([
    [{ tokenThreshold: Number.NaN }, 'tokenThreshold must be a whole number, not NaN'],
    [{ tokenThreshold: 10.5 }, 'tokenThreshold must be a whole number, not 10.5'],
    [{ keepRecentCount: Infinity }, 'keepRecentCount must be a whole number, not Infinity'],
  ])('refuses %j', (options, sentence) => {
    expect(() => summarizer(new ScriptedSummaryModel([]), options)).toThrow(
      new InspectorError('invalid-option', sentence),
    );
  });
});
