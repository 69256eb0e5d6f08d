import { type CacheFamily } from './cache-family.ts';

/** US dollars per million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly cachedInput: number;
  /** 0 where the provider has no price for it. */
  readonly cacheWrite: number;
  readonly output: number;
}

/** One model's prices with the rules of its provider's prompt cache. Plain data, to be edited and stored. */
export interface ModelPrice extends TokenPrices {
  /** As the provider names it in requests. */
  readonly model: string;
  readonly family: CacheFamily;
  /** Day the prices were read, ISO 8601. */
  readonly readOn: string;
  /** Address of the page they were read from. */
  readonly source: string;
}

export type PriceTable = readonly ModelPrice[];

/** Whose prices a replay uses. Null: not known, and then no figure that needs it is given. */
export interface ReplayPrices {
  readonly agent: ModelPrice | null;
  readonly summarizer: ModelPrice | null;
}

/** One million tokens. */
const PRICE_UNIT = 1_000_000;

/** US dollars, not rounded. `cachedTokens` and `writtenTokens` are parts of the prompt. */
export function promptCost(
  promptTokens: number,
  cachedTokens: number,
  writtenTokens: number,
  prices: TokenPrices,
): number {
  return (
    ((promptTokens - cachedTokens - writtenTokens) * prices.input +
      cachedTokens * prices.cachedInput +
      writtenTokens * prices.cacheWrite) /
    PRICE_UNIT
  );
}

export function outputCost(outputTokens: number, prices: TokenPrices): number {
  return (outputTokens * prices.output) / PRICE_UNIT;
}
