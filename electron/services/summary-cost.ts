import type { Usage } from '../../core/domain/usage.ts';
import { DEFAULT_PRICES, findPrice } from '../../core/replay/price-table.ts';
import { outputCost, promptCost, type PriceTable } from '../../core/replay/prices.ts';

/** What a summary cost, in US dollars; null when the model's prices are not known. */
export function summaryCost(
  modelName: string,
  usage: Usage,
  table: PriceTable = DEFAULT_PRICES,
): number | null {
  const price = findPrice(table, modelName);
  if (price === null) return null;
  // Usage reports don't tell what was written to the cache; that part is taken at the plain price.
  return promptCost(usage.inputTokens, usage.cachedTokens, 0, price) + outputCost(usage.outputTokens, price);
}
