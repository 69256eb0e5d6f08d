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
  /** Day it was read, ISO 8601. */
  readonly readOn: string;
  readonly source: string;
}

const MINUTE_MS = 60_000;
const READ_ON = '2026-12-01';

export const NO_CACHE: CacheFamily = {
  name: 'none',
  caches: false,
  minimumTokens: 0,
  stepTokens: 1,
  lifetimeMs: null,
  pricesWrites: false,
  readOn: READ_ON,
  source: '',
};

/** Automatic, up to GPT-5.5. Forgotten after 5 to 10 minutes without use: the longer one is taken. */
export const OPENAI_CACHE: CacheFamily = {
  name: 'openai',
  caches: true,
  minimumTokens: 1024,
  stepTokens: 128,
  lifetimeMs: 10 * MINUTE_MS,
  pricesWrites: false,
  readOn: READ_ON,
  source: 'https://developers.openai.com/docs/guides/prompt-caching',
};

/** Automatic, from GPT-5.6 on: a prefix ends at a message, is kept for 30 minutes, and its writing has a price. */
export const OPENAI_CACHE_WITH_WRITES: CacheFamily = {
  ...OPENAI_CACHE,
  stepTokens: 1,
  lifetimeMs: 30 * MINUTE_MS,
  pricesWrites: true,
  source: 'https://developers.openai.com/api/docs/guides/prompt-caching',
};

/** Marked by the caller (one mark that moves with the conversation is assumed), kept for five minutes. */
export function anthropicCache(minimumTokens: number): CacheFamily {
  return {
    name: 'anthropic',
    caches: true,
    minimumTokens,
    stepTokens: 1,
    lifetimeMs: 5 * MINUTE_MS,
    pricesWrites: true,
    readOn: READ_ON,
    source: 'https://platform.claude.com/docs/en/build-with-claude/prompt-caching',
  };
}

/** Implicit; how long a prefix is kept isn't told. */
export const GEMINI_CACHE: CacheFamily = {
  name: 'gemini',
  caches: true,
  minimumTokens: 4096,
  stepTokens: 1,
  lifetimeMs: null,
  pricesWrites: false,
  readOn: READ_ON,
  source: 'https://ai.google.dev/gemini-api/docs/caching',
};

/** What the family keeps of a prefix of `tokens`: a multiple of its step. */
export function cachedPart(tokens: number, family: CacheFamily): number {
  if (!family.caches || tokens < family.minimumTokens) return 0;
  return Math.floor(tokens / family.stepTokens) * family.stepTokens;
}
