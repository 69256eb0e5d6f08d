import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from '../../../../core/domain/token-estimate.ts';
import { OfflineSummaryModel } from '../../../../core/models/offline-summary-model.ts';
import { SUMMARY_PREAMBLE } from '../../../../core/summarizers/summary-input.ts';

function requestFor(lines: readonly string[]): { readonly instruction: string; readonly input: string } {
  return {
    instruction: 'Summarize.',
    input: `${SUMMARY_PREAMBLE}\n\n${lines.map((line) => `${line}\n`).join('')}`,
  };
}

const CHAT = [
  'user: Hello there! Can you help me with something today?',
  'assistant: Of course, I am happy to help. What is it about?',
  'user: The shop at https://shop.example.com/cart rejects order ORD-7741 since 2026-08-14.',
  'assistant: Let me have a look at that for you right away.',
  '[Tool Call: find_order]',
  '[Tool Result: {"order":"ORD-7741","total":129.5,"state":"held","rule":"FRAUD_LIMIT"}]',
  'assistant: I see. It was held by the rule FRAUD_LIMIT.\nThat is nothing unusual.',
  'user: We decided to raise the limit to 500 EUR instead of removing the rule.',
  'assistant: Good, that sounds like a sensible way to go about it.',
  'assistant: Next step: edit config/limits.yaml and restart the checkout service.',
  'user: Thanks a lot, that was very helpful indeed!',
];

describe('OfflineSummaryModel', () => {
  it('picks the sentences that carry the facts, under headings', async () => {
    const answer = await new OfflineSummaryModel({ budgetTokens: 120 }).complete(requestFor(CHAT));
    expect(answer.text).toBe(
      [
        'Asked:',
        '- The shop at https://shop.example.com/cart rejects order ORD-7741 since 2026-08-14.',
        'Decided:',
        '- We decided to raise the limit to 500 EUR instead of removing the rule.',
        'Open:',
        '- Next step: edit config/limits.yaml and restart the checkout service.',
        'Known:',
        '- order ORD-7741, total 129.5, state held, rule FRAUD_LIMIT',
        '- It was held by the rule FRAUD_LIMIT.',
      ].join('\n'),
    );
  });

  it('reports no usage, no raw answer, and its own name', async () => {
    const answer = await new OfflineSummaryModel().complete(requestFor(CHAT));
    expect(answer).toMatchObject({ usage: null, raw: null, modelName: 'offline-extractive' });
  });

  it.each([1, 5, 16, 40, 80, 200, 2000])('stays within a budget of %i tokens', async (budgetTokens) => {
    const { text } = await new OfflineSummaryModel({ budgetTokens }).complete(requestFor(CHAT));
    expect(text).not.toBe('');
    expect(estimateTextTokens(text)).toBeLessThanOrEqual(budgetTokens);
  });

  it('hands out the whole text before it answers', async () => {
    const pieces: string[] = [];
    const answer = await new OfflineSummaryModel().complete({
      ...requestFor(CHAT),
      onText: (piece) => pieces.push(piece),
    });
    expect(pieces.join('')).toBe(answer.text);
  });

  it('ends with "cancelled" when the signal is aborted in the middle', async () => {
    const abort = new AbortController();
    const model = new OfflineSummaryModel({
      pause: () => {
        abort.abort();
        return Promise.resolve();
      },
    });
    await expect(model.complete({ ...requestFor(CHAT), signal: abort.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});
