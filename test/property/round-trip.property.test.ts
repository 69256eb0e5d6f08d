import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateItemTokens } from '../../core/domain/token-estimate.ts';
import { toWireItem } from '../../core/domain/wire-item.ts';
import { parseInputItem } from '../../core/importers/parse-input-item.ts';
import { parseHastekitLine, writeHastekitRecord } from '../../core/persistence/hastekit-records.ts';
import { flattenMessages } from '../../core/summarizers/summary-input.ts';
import { inputItems, transcripts } from '../support/arbitraries.ts';
import { bundle } from '../support/builders.ts';

describe('any item', () => {
  it('is the same after it was written and read', () => {
    fc.assert(
      fc.property(inputItems, (item) => {
        expect(parseInputItem(JSON.parse(JSON.stringify(toWireItem(item))))).toEqual(item);
      }),
    );
  });
});

describe('any JSON at all', () => {
  it('is read as an item that can be estimated, flattened and written, and nothing of it is lost', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const item = parseInputItem(value);
        expect(estimateItemTokens(item)).toBeGreaterThanOrEqual(4);
        flattenMessages([bundle('m1', item)]);
        // Read again, what was written is what was read.
        expect(parseInputItem(toWireItem(item))).toEqual(item);
        if (item.type === 'unknown') {
          expect(JSON.stringify(item.raw)).toContain(JSON.stringify(value));
        }
      }),
    );
  });

  it('is read as a record, or refused with a sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        const result = parseHastekitLine(line);
        if (!result.ok) expect(result.problem.message).not.toBe('');
      }),
    );
  });
});

describe('any run', () => {
  it('is the same after it was written to a file and read', () => {
    fc.assert(
      fc.property(transcripts, (runs) => {
        for (const run of runs) {
          const line = writeHastekitRecord({ type: 'message', namespace: 'default', run });
          expect(line).not.toContain('\n');
          expect(parseHastekitLine(line)).toEqual({
            ok: true,
            record: { type: 'message', namespace: 'default', run },
            warnings: [],
          });
        }
      }),
    );
  });
});
