import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idSource } from '../../../core/domain/id-source.ts';
import type { MessageId } from '../../../core/domain/ids.ts';
import type { Message } from '../../../core/domain/message.ts';
import type { MessageOrigin } from '../../../core/domain/run-block.ts';
import type { SummarizeRequest, SummaryResult } from '../../../core/summarizers/history-summarizer.ts';
import { LlmHistorySummarizer } from '../../../core/summarizers/llm-history-summarizer.ts';
import { SlidingWindowHistorySummarizer } from '../../../core/summarizers/sliding-window-history-summarizer.ts';
import type { SummaryRequest } from '../../../core/summarizers/summary-input.ts';
import { message, numberedIds, runOrigin, summaryOrigin, usage } from '../../support/builders.ts';
import { readGolden } from '../../support/golden.ts';
import { ScriptedSummaryModel } from '../../support/scripted-summary-model.ts';

const kept = { keeps: z.string(), boundary: z.string() };
const golden = readGolden(
  'summarizers',
  z.object({
    /** `a1:A x1:` is message a1 of run A, then message x1 of no run. */
    lists: z.record(z.string(), z.string()),
    tokenThreshold: z.number(),
    llm: z.array(
      z.tuple([z.string(), z.number(), z.number(), z.object({ ...kept, covers: z.string() }).nullable()]),
    ),
    slidingWindow: z.array(z.tuple([z.string(), z.number(), z.object(kept).nullable()])),
  }),
);

function requestOf(list: string, contextTokens: number): SummarizeRequest {
  const messages: Message[] = [];
  const originOf = new Map<MessageId, MessageOrigin>();
  for (const pair of (golden.lists[list] ?? '').split(' ').filter((text) => text !== '')) {
    const [id = '', run = ''] = pair.split(':');
    const each = message(id, `text of ${id}`);
    messages.push(each);
    // The run called SUM is a summary: with us it has an origin of its own kind.
    if (run === 'SUM') originOf.set(each.id, summaryOrigin(run));
    else if (run !== '') originOf.set(each.id, runOrigin(run));
  }
  return { messages, originOf, occupancy: { measuredTokens: contextTokens, pendingTokens: 0 } };
}

const idsOf = (messages: readonly Message[]): string => messages.map((each) => each.id).join(' ');

/** In the terms of the fixture; a boundary that names no run is empty there. */
function described(result: SummaryResult | null) {
  if (result === null) return null;
  return { keeps: idsOf(result.messagesToKeep), boundary: result.lastSummarizedRunId ?? '' };
}

describe('the LLM summarizer of the reference SDK', () => {
  it('was called 168 times', () => {
    expect(golden.llm).toHaveLength(168);
  });

  it.each(golden.llm)('agrees on %s, keep %i, at %i tokens', async (list, keep, contextTokens, theirs) => {
    const model = new ScriptedSummaryModel([{ text: 'the gist', usage: usage(500, 20) }]);
    const asked: SummaryRequest[] = [];
    const summarizer = new LlmHistorySummarizer({
      model,
      instruction: 'Summarize.',
      tokenThreshold: golden.tokenThreshold,
      keepRecentCount: keep,
      ...idSource(numberedIds('new')),
      onRequest: (request) => asked.push(request),
    });
    const result = await summarizer.summarize(requestOf(list, contextTokens));

    // Differences on purpose: the SDK fires at the threshold itself, and summarizes a lone summary.
    const atThreshold = contextTokens === golden.tokenThreshold;
    const loneSummary = theirs?.covers === 's1';
    if (theirs === null || atThreshold || loneSummary) {
      expect(result).toBeNull();
      expect(asked).toEqual([]);
      return;
    }
    expect(described(result)).toEqual({ keeps: theirs.keeps, boundary: theirs.boundary });
    expect(result?.usage).toEqual(usage(500, 20));
    expect(result?.summary).toEqual({
      id: 'new-2',
      senderId: '',
      items: [
        {
          type: 'message',
          role: 'system',
          content: [{ type: 'input_text', text: 'Previous conversation summary: the gist' }],
        },
      ],
    });
    const lines = theirs.covers.split(' ').map((id) => `user: text of ${id}\n`);
    expect(asked).toEqual([
      {
        instruction: 'Summarize.',
        input: `Please summarize the following conversation history, preserving important context, decisions, and information that would be needed for future interactions:\n\n${lines.join('')}`,
      },
    ]);
  });
});

describe('the sliding window of the reference SDK', () => {
  it('was called 42 times', () => {
    expect(golden.slidingWindow).toHaveLength(42);
  });

  it.each(golden.slidingWindow)('agrees on %s, keep %i', async (list, keepCount, theirs) => {
    const summarizer = new SlidingWindowHistorySummarizer({
      keepCount,
      ...idSource(numberedIds('new')),
    });
    const result = await summarizer.summarize(requestOf(list, 0));
    // Difference on purpose: the SDK drops a lone summary, and with it all it stood for.
    expect(described(result)).toEqual(theirs?.boundary === 'SUM' ? null : theirs);
    if (result !== null) expect(result).toMatchObject({ summary: null, usage: null, summaryId: 'new-1' });
  });
});
