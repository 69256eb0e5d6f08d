import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTextTokens } from '../../core/domain/token-estimate.ts';
import { OfflineSummaryModel } from '../../core/models/offline-summary-model.ts';
import { buildSummaryRequest, flattenMessages } from '../../core/summarizers/summary-input.ts';
import { message } from '../support/builders.ts';

const PHRASE = fc.constantFrom(
  'Hello there!',
  'We decided to keep OPS-12.',
  'The timeout is 2,500 ms in src/net/client.ts.',
  '{"sku":"KT-100","qty":50}',
  '[1, 2, {"a": "b"}]',
  '```sh\nmake all\n```',
  'Next step: call Ada Lovelace on 2026-08-14.',
  '返金は承認されました。',
  'Previous conversation summary: Asked:\n- x',
  'user: quoted line',
  '│ ├── x.ts',
  '😀😀😀',
  '"two\\nlines"',
  'word '.repeat(120),
);
const TEXT = fc.oneof(
  fc.array(PHRASE, { maxLength: 5 }).map((parts) => parts.join('\n')),
  fc.string(),
);
const THREAD = fc.array(
  fc.tuple(TEXT, fc.constantFrom('user' as const, 'assistant' as const, 'system' as const)),
  {
    maxLength: 12,
  },
);

describe('the offline model on any thread', () => {
  it('answers within its budget and its input, the same each time, and never empty for a text', async () => {
    await fc.assert(
      fc.asyncProperty(THREAD, fc.integer({ min: 1, max: 400 }), async (texts, budgetTokens) => {
        const messages = texts.map(([text, role], index) => message(`m-${index}`, text, role));
        const request = buildSummaryRequest('Summarize.', messages);
        const model = new OfflineSummaryModel({ budgetTokens });
        const { text } = await model.complete(request);
        expect(estimateTextTokens(text)).toBeLessThanOrEqual(budgetTokens);
        expect(text.length).toBeLessThanOrEqual(flattenMessages(messages).length);
        expect(text.isWellFormed() || !request.input.isWellFormed()).toBe(true);
        expect((await model.complete(request)).text).toBe(text);
        // Four bytes hold one character of any kind.
        if (texts.some(([words]) => /\p{L}/u.test(words))) expect(text).not.toBe('');
      }),
      { numRuns: 250 },
    );
  });

  it('says nothing that the thread did not say', async () => {
    await fc.assert(
      fc.asyncProperty(THREAD, async (texts) => {
        const messages = texts.map(([text, role], index) => message(`m-${index}`, text, role));
        const { text } = await new OfflineSummaryModel({ budgetTokens: 300 }).complete(
          buildSummaryRequest('Summarize.', messages),
        );
        const said = flattenMessages(messages).replace(/[^\p{L}\p{N}]+/gu, ' ');
        const headings = /^(?:Asked|Decided|Open|Known|Also mentioned):$/;
        for (const line of text.split('\n')) {
          if (headings.test(line)) continue;
          for (const word of line.match(/[\p{L}\p{N}]+/gu) ?? []) expect(said).toContain(word);
        }
      }),
      { numRuns: 150 },
    );
  });
});
