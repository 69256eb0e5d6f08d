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

  it('takes a tenth of the input, at least 16 tokens and at most 600', async () => {
    // "user: " is no part of the text: 76 characters are 19 tokens, so 100 lines are 1,900 and a tenth is 190.
    const line = (index: number): string =>
      `user: Delivery DLV-${String(index).padStart(6, '0')} leaves from the northern gate and is counted there twice`;
    const of = async (count: number): Promise<number> => {
      const lines = Array.from({ length: count }, (_, index) => line(index));
      return estimateTextTokens((await new OfflineSummaryModel().complete(requestFor(lines))).text);
    };
    expect(line(1).length - 'user: '.length).toBe(76);
    expect(await of(100)).toBeGreaterThan(150);
    expect(await of(100)).toBeLessThanOrEqual(190);
    expect(await of(3)).toBeLessThanOrEqual(16);
    expect(await of(1000)).toBeLessThanOrEqual(600);
  });

  it('carries on what an earlier summary told, in its sections', async () => {
    const answer = await new OfflineSummaryModel({ budgetTokens: 150 }).complete(
      requestFor([
        'system: Previous conversation summary: Decided:\n- Invoices go out on the 5th of the month.\n' +
          'Open:\n- Somebody has to ask Nordbank for the new contract NB-2204.\nAlso mentioned:\n- LED-77, src/bill.ts',
        'user: The contract NB-2204 arrived today, 14 pages.',
        ...Array.from({ length: 4 }, () => 'assistant: Happy to help, let me have a look at it right away!'),
      ]),
    );
    expect(answer.text).toBe(
      [
        'Asked:',
        '- The contract NB-2204 arrived today, 14 pages.',
        'Decided:',
        '- Invoices go out on the 5th of the month.',
        'Open:',
        '- Somebody has to ask Nordbank for the new contract NB-2204.',
        'Also mentioned:',
        '- LED-77, src/bill.ts',
      ].join('\n'),
    );
  });

  it('says once what was said twice', async () => {
    const { text } = await new OfflineSummaryModel({ budgetTokens: 100 }).complete(
      requestFor([
        'user: The gateway GW-9 drops every second packet since Tuesday.',
        'assistant: So the gateway GW-9 drops every second packet since Tuesday.',
        'user: The gateway GW-9 drops every second packet since Tuesday.',
      ]),
    );
    expect(text).toBe('The gateway GW-9 drops every second packet since Tuesday.');
  });

  it('cuts a first sentence that is longer than the budget, between characters', async () => {
    // Four tokens are 16 bytes: five characters of three bytes each.
    const { text } = await new OfflineSummaryModel({ budgetTokens: 4 }).complete(
      requestFor(['user: 返金はまだ承認されていません']),
    );
    expect(text).toBe('返金はまだ');
  });

  it('answers an empty transcript with an empty text', async () => {
    expect((await new OfflineSummaryModel().complete(requestFor([]))).text).toBe('');
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a budget of %d tokens', (budgetTokens) => {
    expect(() => new OfflineSummaryModel({ budgetTokens })).toThrow(/whole number of at least 1/);
  });
});
