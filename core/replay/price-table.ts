import {
  anthropicCache,
  GEMINI_CACHE,
  OPENAI_CACHE,
  OPENAI_CACHE_WITH_WRITES,
  type CacheFamily,
} from './cache-family.ts';
import { type ModelPrice, type PriceTable } from './prices.ts';

/**
 * Standard prices as found on the day given; `readOn` is the day the source itself was checked where it
 * names one. Models whose price depends on the length of the prompt are listed at their rate for short
 * prompts (OpenAI: up to 272,000 tokens) or, where the step comes early, not at all.
 */
export const DEFAULT_PRICES: PriceTable = [
  // model, input, cached input, cache write, output
  price('gpt-6.2-astra', 8, 0.4, 10, 40, OPENAI_CACHE_WITH_WRITES, {
    readOn: '2026-12-01',
    source: 'https://github.com/iyulab/TokenMeter/releases/tag/v0.17.0',
  }),
  price('gpt-6.2-sol', 2, 0.1, 2.5, 10, OPENAI_CACHE_WITH_WRITES, openAiPage('gpt-6.2-sol')),
  price('gpt-6.1-terra', 1, 0.05, 1.25, 5, OPENAI_CACHE_WITH_WRITES, {
    readOn: '2026-12-01',
    source: 'https://apidog.com/de/blog/gpt-6-1-terra-pricing/',
  }),
  price('gpt-6-sol', 2, 0.2, 2.5, 10, OPENAI_CACHE_WITH_WRITES, openAiPage('gpt-6-sol')),
  ...openAi('2026-05-04', 'https://developers.openai.com/api/docs/pricing', [
    ['gpt-5.5', 5, 0.5, 30],
    ['gpt-5.4', 2.5, 0.25, 15],
    ['gpt-5.4-mini', 0.75, 0.075, 4.5],
    ['gpt-5.4-nano', 0.2, 0.02, 1.25],
  ]),
  ...openAi('2025-11-13', 'https://platform.openai.com/docs/pricing', [
    ['gpt-5.1', 1.25, 0.125, 10],
    ['gpt-5', 1.25, 0.125, 10],
    ['gpt-5-mini', 0.25, 0.025, 2],
    ['gpt-5-nano', 0.05, 0.005, 0.4],
  ]),
  ...openAi('2025-07-04', 'https://platform.openai.com/docs/pricing', [
    ['gpt-4.1', 2, 0.5, 8],
    ['gpt-4.1-mini', 0.4, 0.1, 1.6],
    ['gpt-4.1-nano', 0.1, 0.025, 0.4],
    ['gpt-4o', 2.5, 1.25, 10],
    ['gpt-4o-mini', 0.15, 0.075, 0.6],
  ]),
  // The smallest cacheable prompt is the documented one of each model, or of the model before it.
  ...anthropic(512, [
    ['claude-fable-5-1', 10, 0.25, 12.5, 50],
    ['claude-fable-5', 10, 1, 12.5, 50],
    ['claude-opus-5', 5, 0.5, 6.25, 25],
  ]),
  price('claude-opus-5-5', 4, 0.2, 5, 20, anthropicCache(512), {
    readOn: '2026-12-01',
    source: 'https://platform.claude.com/docs/en/models/opus-5-5/overview',
  }),
  // Reading from the cache costs half of what it did before 2026-10-07.
  price('claude-sonnet-5-5', 2, 0.1, 2.5, 10, anthropicCache(1024), {
    readOn: '2026-10-24',
    source: 'https://github.com/kurofune/claudit/releases/tag/v1.9.2',
  }),
  ...anthropic(1024, [
    ['claude-opus-4-8', 5, 0.5, 6.25, 25],
    ['claude-sonnet-4-6', 3, 0.3, 3.75, 15],
    ['claude-sonnet-4-5', 3, 0.3, 3.75, 15],
  ]),
  price('claude-sonnet-5', 2, 0.2, 2.5, 10, anthropicCache(1024), {
    readOn: '2026-12-01',
    source: 'https://platform.claude.com/docs/en/models/sonnet-5/overview',
  }),
  ...anthropic(4096, [
    ['claude-opus-4-6', 5, 0.5, 6.25, 25],
    ['claude-opus-4-5', 5, 0.5, 6.25, 25],
    ['claude-haiku-4-5', 1, 0.1, 1.25, 5],
  ]),
  // Until 2026-12-31; twice as much from then on.
  price('gemini-3.8-flash', 0.75, 0.075, 0, 3.75, GEMINI_CACHE, {
    readOn: '2026-10-07',
    source: 'https://ai.google.dev/gemini-api/docs/pricing',
  }),
  price('gemini-4-neon', 3, 0.15, 0, 15, GEMINI_CACHE, {
    readOn: '2026-12-01',
    source: 'https://github.com/iyulab/TokenMeter/releases/tag/v0.17.0',
  }),
  price('gemini-4-hydrogen', 1.5, 0.075, 0, 7.5, GEMINI_CACHE, {
    readOn: '2026-12-01',
    source: 'https://github.com/iyulab/TokenMeter/releases/tag/v0.17.0',
  }),
];

/**
 * The price of a model as some export names it: with a provider in front (`OpenAI/gpt-4o-mini`), a date
 * behind (`gpt-4o-mini-2024-07-18`, `claude-haiku-4-5-20251001`), in any case. Null: not in the table.
 */
export function findPrice(table: PriceTable, modelName: string): ModelPrice | null {
  const bare = modelName.toLowerCase().replace(/^.*[/:]/, '');
  const undated = bare.replace(/[-@](\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, '');
  return (
    table.find(({ model }) => model.toLowerCase() === modelName.toLowerCase()) ??
    table.find(({ model }) => model.toLowerCase() === bare) ??
    table.find(({ model }) => model.toLowerCase() === undated) ??
    null
  );
}

type Origin = Pick<ModelPrice, 'readOn' | 'source'>;

function price(
  model: string,
  input: number,
  cachedInput: number,
  cacheWrite: number,
  output: number,
  family: CacheFamily,
  origin: Origin,
): ModelPrice {
  return { model, input, cachedInput, cacheWrite, output, family, ...origin };
}

function openAiPage(model: string): Origin {
  return { readOn: '2026-12-01', source: `https://developers.openai.com/api/docs/models/${model}` };
}

function openAi(
  readOn: string,
  source: string,
  rows: readonly (readonly [string, number, number, number])[],
): readonly ModelPrice[] {
  return rows.map(([model, input, cached, output]) =>
    price(model, input, cached, 0, output, OPENAI_CACHE, { readOn, source }),
  );
}

function anthropic(
  minimumTokens: number,
  rows: readonly (readonly [string, number, number, number, number])[],
): readonly ModelPrice[] {
  const origin = {
    readOn: '2026-12-01',
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
  };
  return rows.map(([model, input, cached, write, output]) =>
    price(model, input, cached, write, output, anthropicCache(minimumTokens), origin),
  );
}
