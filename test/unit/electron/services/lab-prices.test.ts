import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PriceView } from '../../../../core/contract.ts';
import { DEFAULT_PRICES, findPrice, NO_CACHE } from '../../../../core/replay/index.ts';
import { openLabPrices, type LabPrices } from '../../../../electron/services/lab-prices.ts';
import { tempDir } from '../../../support/temp-dir.ts';

function open(path: string): {
  readonly prices: LabPrices;
  readonly told: PriceView[];
  readonly broken: unknown[];
} {
  const told: PriceView[] = [];
  const broken: unknown[] = [];
  const prices = openLabPrices({
    path,
    onChange: (view) => told.push(view),
    onBroken: (why) => broken.push(why),
  });
  return { prices, told, broken };
}

const mini = findPrice(DEFAULT_PRICES, 'gpt-4o-mini')!;

describe('openLabPrices', () => {
  it('keeps a change over a restart, in the place of the default, and takes it back', async () => {
    const folder = await tempDir();
    const path = join(folder, 'prices.json');
    const first = open(path);
    const changed = await first.prices.put({ ...mini, input: 9, readOn: '2026-12-01', source: '' });
    expect(changed.edited).toEqual(['gpt-4o-mini']);
    expect(changed.table).toHaveLength(DEFAULT_PRICES.length);
    expect(first.told).toEqual([changed]);

    const second = open(path);
    expect(findPrice((await second.prices.view()).table, 'gpt-4o-mini')?.input).toBe(9);
    const reset = await second.prices.reset('gpt-4o-mini');
    expect(reset).toEqual({ table: DEFAULT_PRICES, edited: [] });
  });

  it('takes in a model that has no default', async () => {
    const folder = await tempDir();
    const { prices } = open(join(folder, 'prices.json'));
    const own = { ...mini, model: 'house-model', family: NO_CACHE };
    expect(findPrice((await prices.put(own)).table, 'house-model')).toEqual(own);
    expect(findPrice((await prices.reset('house-model')).table, 'house-model')).toBeNull();
  });

  it('goes on with the defaults when the file makes no sense, and leaves it as it is', async () => {
    const folder = await tempDir();
    const path = join(folder, 'prices.json');
    await writeFile(path, '{"version":1,"prices":[{"model":"x"}]}');
    const { prices, broken } = open(path);
    expect((await prices.view()).table).toEqual(DEFAULT_PRICES);
    expect(broken).toHaveLength(1);
    expect(await readFile(path, 'utf8')).toContain('"x"');
  });
});
