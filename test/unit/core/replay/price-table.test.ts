import { describe, expect, it } from 'vitest';
import { DEFAULT_PRICES, findPrice } from '../../../../core/replay/index.ts';

describe('DEFAULT_PRICES', () => {
  it('says of every price when and where it was read', () => {
    for (const price of DEFAULT_PRICES) {
      expect(price.readOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(price.source).toMatch(/^https:\/\//);
      expect(price.family.source).toMatch(/^https:\/\//);
    }
  });

  it('has each model once, cached input below input, and a price for writes exactly where writes are priced', () => {
    expect(new Set(DEFAULT_PRICES.map(({ model }) => model)).size).toBe(DEFAULT_PRICES.length);
    for (const price of DEFAULT_PRICES) {
      expect(price.cachedInput).toBeLessThan(price.input);
      expect(price.cacheWrite > 0).toBe(price.family.pricesWrites);
    }
  });
});

describe('findPrice', () => {
  it('knows a model by its name, with a provider in front, or a date behind', () => {
    const names = ['gpt-4o-mini', 'OpenAI/gpt-4o-mini', 'gpt-4o-mini-2024-07-18', 'openai:GPT-4o-mini'];
    for (const name of names) expect(findPrice(DEFAULT_PRICES, name)?.model).toBe('gpt-4o-mini');
    expect(findPrice(DEFAULT_PRICES, 'claude-haiku-4-5-20251001')?.model).toBe('claude-haiku-4-5');
  });

  it('does not guess', () => {
    expect(findPrice(DEFAULT_PRICES, 'gpt-4o-mini-audio')).toBeNull();
    expect(findPrice(DEFAULT_PRICES, 'gpt')).toBeNull();
    expect(findPrice(DEFAULT_PRICES, '')).toBeNull();
  });
});
