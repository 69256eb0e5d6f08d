import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { PriceView } from '../../core/contract.ts';
import { DEFAULT_PRICES, type ModelPrice } from '../../core/replay/index.ts';
import { priceSchema } from '../ipc/lab-schemas.ts';
import { writeTextFile } from './text-file.ts';

const FILE_SCHEMA = z.object({ version: z.literal(1), prices: z.array(priceSchema) });

/** Prices per model: the defaults that come with the program, and the person's own in their place. */
export interface LabPrices {
  view(): Promise<PriceView>;
  put(price: ModelPrice): Promise<PriceView>;
  reset(model: string): Promise<PriceView>;
}

/** @param onBroken Told of a file that can't be understood; the defaults then count, and the file is left alone. */
export function openLabPrices(options: {
  readonly path: string;
  readonly onChange: (view: PriceView) => void;
  readonly onBroken: (why: unknown) => void;
}): LabPrices {
  const { path, onChange, onBroken } = options;
  let current: Promise<readonly ModelPrice[]> = readOwn(path, onBroken);

  const change = async (next: (own: readonly ModelPrice[]) => readonly ModelPrice[]): Promise<PriceView> => {
    const before = current;
    const written = before.then(async (own) => {
      const changed = next(own);
      await writeTextFile(path, `${JSON.stringify({ version: 1, prices: changed }, null, 2)}\n`);
      return changed;
    });
    // A failed write leaves the prices as they were, for the next change too.
    current = written.catch(() => before);
    const view = viewOf(await written);
    onChange(view);
    return view;
  };

  return {
    view: async () => viewOf(await current),
    put: (price) => change((own) => [...own.filter(({ model }) => model !== price.model), price]),
    reset: (model) => change((own) => own.filter((price) => price.model !== model)),
  };
}

function viewOf(own: readonly ModelPrice[]): PriceView {
  const mine = new Map(own.map((price) => [price.model, price]));
  const defaults = DEFAULT_PRICES.map((price) => mine.get(price.model) ?? price);
  const known = new Set(DEFAULT_PRICES.map(({ model }) => model));
  return {
    table: [...own.filter(({ model }) => !known.has(model)), ...defaults],
    edited: own.map(({ model }) => model),
  };
}

async function readOwn(path: string, onBroken: (why: unknown) => void): Promise<readonly ModelPrice[]> {
  try {
    return FILE_SCHEMA.parse(JSON.parse(await readFile(path, 'utf8'))).prices;
  } catch (why) {
    if (!(why instanceof Error && 'code' in why && why.code === 'ENOENT')) onBroken(why);
    return [];
  }
}
