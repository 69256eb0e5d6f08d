import { isRecord, type RawRecord } from '../raw-record.ts';
import { detailsOf, normalUsage, plus, tokenCount, type UsageReader } from './usage.ts';

/**
 * LangChain `usage_metadata`. Its input holds what was cached; older versions of the package for
 * Anthropic left that out, which shows where the cached part is more than the input.
 */
export const langchainUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const details = detailsOf(raw, 'input_token_details');
  const input = tokenCount(raw['input_tokens']);
  const cached = tokenCount(details['cache_read']);
  const cacheWritten = tokenCount(details['cache_creation']);
  const cache = (cached ?? 0) + (cacheWritten ?? 0);
  const isSeparate = input !== null && cache > input;
  return normalUsage({
    prompt: isSeparate ? input + cache : input,
    cached,
    cacheWritten,
    output: tokenCount(raw['output_tokens']),
    reasoning: tokenCount(detailsOf(raw, 'output_token_details')['reasoning']),
    // Then the total leaves it out as well.
    total: isSeparate ? null : tokenCount(raw['total_tokens']),
  });
};

/**
 * Vercel AI SDK 6 and later, and the flat names before it. Version 5 handed Anthropic's input on as it came,
 * without the cache, which shows where the cache is larger.
 */
export const aiSdkUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const details = detailsOf(raw, 'inputTokenDetails');
  const input = tokenCount(raw['inputTokens'] ?? raw['promptTokens']);
  const cached = tokenCount(details['cacheReadTokens'] ?? raw['cachedInputTokens']);
  const cacheWritten = tokenCount(details['cacheWriteTokens']);
  const cache = (cached ?? 0) + (cacheWritten ?? 0);
  const isSeparate = input !== null && cache > input;
  return normalUsage({
    prompt: isSeparate ? input + cache : input,
    cached,
    cacheWritten,
    output: tokenCount(raw['outputTokens'] ?? raw['completionTokens']),
    reasoning: tokenCount(detailsOf(raw, 'outputTokenDetails')['reasoningTokens'] ?? raw['reasoningTokens']),
    total: isSeparate ? null : tokenCount(raw['totalTokens']),
  });
};

/** Attributes of an OpenTelemetry GenAI span. */
export const otelUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const count = (name: string): number | null => tokenCount(raw[`gen_ai.usage.${name}`]);
  return normalUsage({
    prompt: count('input_tokens'),
    cached: count('cache_read.input_tokens'),
    cacheWritten: count('cache_creation.input_tokens'),
    output: count('output_tokens'),
    reasoning: count('reasoning.output_tokens'),
    total: count('total_tokens'),
  });
};

/** Attributes of an OpenInference span. */
export const openInferenceUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const count = (name: string): number | null => tokenCount(raw[`llm.token_count.${name}`]);
  return normalUsage({
    prompt: count('prompt'),
    cached: count('prompt_details.cache_read'),
    cacheWritten: count('prompt_details.cache_write'),
    output: count('completion'),
    reasoning: count('completion_details.reasoning'),
    total: count('total'),
  });
};

const LANGFUSE_CACHED = ['input_cached_tokens', 'input_cache_read', 'cache_read_input_tokens'];
const LANGFUSE_CACHE_WRITTEN = ['input_cache_creation', 'cache_creation_input_tokens'];
const LANGFUSE_REASONING = ['output_reasoning', 'output_reasoning_tokens'];

/** Langfuse `usageDetails`: buckets that share no token, so the prompt is their sum. */
export const langfuseUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const isCache = (name: string): boolean =>
    LANGFUSE_CACHED.includes(name) || LANGFUSE_CACHE_WRITTEN.includes(name);
  return normalUsage({
    prompt: sumOf(raw, (name) => name.startsWith('input') || isCache(name)),
    cached: sumOf(raw, (name) => LANGFUSE_CACHED.includes(name)),
    cacheWritten: sumOf(raw, (name) => LANGFUSE_CACHE_WRITTEN.includes(name)),
    output: sumOf(raw, (name) => name.startsWith('output')),
    reasoning: sumOf(raw, (name) => LANGFUSE_REASONING.includes(name)),
    total: tokenCount(raw['total']),
  });
};

/** pi and OpenClaw. */
export const piUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const cached = tokenCount(raw['cacheRead']);
  const cacheWritten = tokenCount(raw['cacheWrite']);
  return normalUsage({
    prompt: plus(plus(tokenCount(raw['input']), cached), cacheWritten),
    cached,
    cacheWritten,
    output: tokenCount(raw['output']),
    reasoning: null,
    total: tokenCount(raw['totalTokens']),
  });
};

/** Inspect AI: cache tokens are separate for Anthropic's models and part of the input for all others. */
export function inspectAiUsage(model: string): UsageReader {
  return (raw) => {
    if (!isRecord(raw)) return null;
    const cached = tokenCount(raw['input_tokens_cache_read']);
    const cacheWritten = tokenCount(raw['input_tokens_cache_write']);
    const input = tokenCount(raw['input_tokens']);
    const isSeparate = /anthropic|claude/i.test(model);
    return normalUsage({
      prompt: isSeparate ? plus(plus(input, cached), cacheWritten) : input,
      cached,
      cacheWritten,
      output: tokenCount(raw['output_tokens']),
      reasoning: tokenCount(raw['reasoning_tokens']),
      total: tokenCount(raw['total_tokens']),
    });
  };
}

/** ATIF `metrics`. */
export const atifUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  return normalUsage({
    prompt: tokenCount(raw['prompt_tokens']),
    cached: tokenCount(raw['cached_tokens']),
    cacheWritten: null,
    output: tokenCount(raw['completion_tokens']),
    reasoning: null,
    total: null,
  });
};

function sumOf(raw: RawRecord, isWanted: (name: string) => boolean): number | null {
  let sum: number | null = null;
  for (const [name, value] of Object.entries(raw)) if (isWanted(name)) sum = plus(sum, tokenCount(value));
  return sum;
}
