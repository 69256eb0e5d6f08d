import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { estimateItemTokens, estimateMessageTokens } from '../../../core/domain/token-estimate.ts';
import { parseInputItem } from '../../../core/importers/parse-input-item.ts';
import { bundle } from '../../support/builders.ts';
import { readGolden } from '../../support/golden.ts';

const rows = readGolden('estimates', z.array(z.object({ tokens: z.number(), item: z.unknown() })));
const longText = z.object({ prefix: z.string(), repeat: z.string(), times: z.number() });

/** Long payloads stand in the fixture as a character and a count. */
function unpack(value: unknown): unknown {
  const packed = longText.safeParse(value);
  if (packed.success) return packed.data.prefix + packed.data.repeat.repeat(packed.data.times);
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, unpack(field)]));
}

describe('estimates of the reference SDK', () => {
  it('are 21', () => {
    expect(rows).toHaveLength(21);
  });

  it.each(rows.map((row, index) => ({ ...row, index })))(
    'agree on item $index: $tokens tokens',
    ({ item, tokens }) => {
      const parsed = parseInputItem(unpack(item));
      expect(parsed.type).not.toBe('unknown');
      expect(estimateItemTokens(parsed)).toBe(tokens);
      expect(estimateMessageTokens(bundle('m1', parsed))).toBe(tokens);
    },
  );
});
