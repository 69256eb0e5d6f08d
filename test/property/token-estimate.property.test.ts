import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  estimateMessagesTokens,
  estimateMessageTokens,
  utf8ByteLength,
} from '../../core/domain/token-estimate.ts';
import { messageLists } from '../support/arbitraries.ts';
import { bundle } from '../support/builders.ts';

describe('estimates of any messages', () => {
  it('are whole, never negative, and never fall when a message is added', () => {
    fc.assert(
      fc.property(messageLists, (messages) => {
        let before = 0;
        messages.forEach((_, index) => {
          const tokens = estimateMessagesTokens(messages.slice(0, index + 1));
          expect(Number.isInteger(tokens)).toBe(true);
          expect(tokens).toBeGreaterThanOrEqual(before);
          before = tokens;
        });
      }),
    );
  });

  it('do not depend on what an image or a file holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const withPayload = (data: string) =>
          bundle('m1', {
            type: 'message',
            role: 'user',
            content: [
              { type: 'input_image', image_url: data },
              { type: 'input_file', file_data: data },
            ],
          });
        expect(estimateMessageTokens(withPayload(one))).toBe(estimateMessageTokens(withPayload(other)));
      }),
    );
  });

  it('count the bytes that an encoder writes, halves of a pair too', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }), (units) => {
        const text = String.fromCharCode(...units);
        expect(utf8ByteLength(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });
});
