import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupIntoRunBlocks, isSameOrigin } from '../../core/domain/run-block.ts';
import { idSource } from '../../core/domain/id-source.ts';
import { LlmHistorySummarizer } from '../../core/summarizers/llm-history-summarizer.ts';
import { SlidingWindowHistorySummarizer } from '../../core/summarizers/sliding-window-history-summarizer.ts';
import { numberedIds, usage } from '../support/builders.ts';
import { placedMessages } from '../support/arbitraries.ts';
import { ScriptedSummaryModel } from '../support/scripted-summary-model.ts';

describe('run blocks of any list of messages', () => {
  it('keep every message, in order', () => {
    fc.assert(
      fc.property(placedMessages, ({ messages, originOf }) => {
        const blocks = groupIntoRunBlocks(messages, originOf);
        expect(blocks.flatMap((block) => block.messages)).toEqual(messages);
        for (const block of blocks) expect(block.messages.length).toBeGreaterThan(0);
      }),
    );
  });

  it('differ in origin from their neighbours, and hold nothing of another origin', () => {
    fc.assert(
      fc.property(placedMessages, ({ messages, originOf }) => {
        const blocks = groupIntoRunBlocks(messages, originOf);
        blocks.forEach((block, index) => {
          for (const message of block.messages) {
            expect(isSameOrigin(originOf.get(message.id) ?? null, block.origin)).toBe(true);
          }
          const next = blocks[index + 1];
          if (next !== undefined) expect(isSameOrigin(block.origin, next.origin)).toBe(false);
        });
      }),
    );
  });
});

describe('summaries of any list of messages', () => {
  const keepCounts = fc.integer({ min: -1, max: 6 });

  it('cover and keep the whole list between them, and nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(placedMessages, keepCounts, async ({ messages, originOf }, keepRecentCount) => {
        const model = new ScriptedSummaryModel([{ text: 'gist', usage: usage(1, 1) }]);
        const summarizer = new LlmHistorySummarizer({
          model,
          instruction: 'Be brief.',
          tokenThreshold: 0,
          keepRecentCount,
          ...idSource(numberedIds('new')),
        });
        const occupancy = { measuredTokens: 1, pendingTokens: 0 };
        const result = await summarizer.summarize({ messages, originOf, occupancy });
        if (result === null) {
          expect(model.requests).toHaveLength(0);
          return;
        }
        const covered = messages.length - result.messagesToKeep.length;
        expect(covered).toBeGreaterThan(0);
        expect(messages.slice(covered)).toEqual(result.messagesToKeep);
        const keep = keepRecentCount >= 1 ? keepRecentCount : 5;
        expect(groupIntoRunBlocks(result.messagesToKeep, originOf)).toHaveLength(keep);
      }),
    );
  });

  it('name the newest run they cover as their boundary, or none', async () => {
    await fc.assert(
      fc.asyncProperty(placedMessages, keepCounts, async ({ messages, originOf }, keepCount) => {
        const summarizer = new SlidingWindowHistorySummarizer({ keepCount, ...idSource(numberedIds('new')) });
        const occupancy = { measuredTokens: 0, pendingTokens: 0 };
        const result = await summarizer.summarize({ messages, originOf, occupancy });
        if (result === null) return;
        const covered = messages.slice(0, messages.length - result.messagesToKeep.length);
        const runs = covered.flatMap((message) => {
          const origin = originOf.get(message.id);
          return origin?.kind === 'run' ? [origin.runId] : [];
        });
        expect(result.lastSummarizedRunId).toBe(runs.at(-1) ?? null);
      }),
    );
  });
});
