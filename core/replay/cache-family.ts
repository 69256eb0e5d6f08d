/** How a provider's prompt cache behaves. Plain data beside the prices, with where it was read. */
export interface CacheFamily {
  readonly name: 'openai' | 'anthropic' | 'gemini' | 'none' | 'custom';
  /** False: the provider has no prompt cache, or none that works by itself. */
  readonly caches: boolean;
  /** A prefix shorter than this isn't cached. */
  readonly minimumTokens: number;
  /** Cached lengths are multiples of this. */
  readonly stepTokens: number;
  /** A prefix is forgotten when it isn't used for this long; null: not told. */
  readonly lifetimeMs: number | null;
  /** Whatever isn't read from the cache is written to it, and priced as written. */
  readonly pricesWrites: boolean;
  readonly readOn: string;
  readonly source: string;
}

/** What the family keeps of a prefix of `tokens`. A whole number of its steps. */
export function cachedPart(tokens: number, family: CacheFamily): number {
  if (!family.caches || tokens < family.minimumTokens) return 0;
  return Math.floor(tokens / family.stepTokens) * family.stepTokens;
}
