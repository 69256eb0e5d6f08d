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

/**
 * Attributes of an OpenTelemetry GenAI span, older names included. The input is the whole prompt; an
 * instrumentation that hands on Anthropic's own count leaves the cache out of it, which shows when the cache is
 * larger.
 */
export const otelUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const count = (...names: readonly string[]): number | null =>
    names.reduce((found: number | null, name) => found ?? tokenCount(raw[name]), null);
  const cached = count('gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens');
  const cacheWritten = count(
    'gen_ai.usage.cache_creation.input_tokens',
    'gen_ai.usage.cache_creation_input_tokens',
  );
  const input = count('gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens');
  const isSeparate = (cached ?? 0) + (cacheWritten ?? 0) > (input ?? 0);
  return normalUsage({
    prompt: isSeparate ? plus(plus(input, cached), cacheWritten) : input,
    cached,
    cacheWritten,
    output: count('gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'),
    reasoning: count('gen_ai.usage.reasoning.output_tokens', 'gen_ai.usage.reasoning_tokens'),
    total: count('gen_ai.usage.total_tokens', 'llm.usage.total_tokens'),
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

const LANGFUSE_CACHED = [
  'input_cached_tokens',
  'input_cache_read',
  'cache_read_input_tokens',
  'prompt_details.cache_read',
];
const LANGFUSE_CACHE_WRITTEN = [
  'input_cache_creation',
  'cache_creation_input_tokens',
  'prompt_details.cache_write',
];
const LANGFUSE_REASONING = ['output_reasoning', 'output_reasoning_tokens', 'completion_details.reasoning'];

/**
 * Langfuse `usageDetails`: buckets that share no token, so the prompt is their sum. Some integrations send the
 * whole prompt as `input` with its parts beside it: the total tells, and where it agrees with neither, the
 * buckets count.
 */
export const langfuseUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const total = tokenCount(raw['total']);
  const inputs = sumOf(raw, (name) => name.startsWith('input') || isLangfuseCacheBucket(name));
  const outputs = sumOf(raw, (name) => name.startsWith('output'));
  const input = tokenCount(raw['input']);
  const output = tokenCount(raw['output']);
  const readings: readonly (readonly [prompt: number | null, output: number | null])[] = [
    [inputs, outputs],
    [input, output],
    [inputs, output],
    [input, outputs],
  ];
  const [promptTokens, outputTokens] = readings.find((pair) => plus(...pair) === total) ?? [inputs, outputs];
  return normalUsage({
    prompt: promptTokens,
    cached: sumOf(raw, (name) => LANGFUSE_CACHED.includes(name)),
    cacheWritten: sumOf(raw, (name) => LANGFUSE_CACHE_WRITTEN.includes(name)),
    output: outputTokens,
    reasoning: sumOf(raw, (name) => LANGFUSE_REASONING.includes(name)),
    total,
  });
};

/** Names with a dot are OpenInference's, and parts of the whole. */
function isLangfuseCacheBucket(name: string): boolean {
  return !name.includes('.') && [...LANGFUSE_CACHED, ...LANGFUSE_CACHE_WRITTEN].includes(name);
}

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
