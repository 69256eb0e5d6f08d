import { isRecord } from '../raw-record.ts';
import { aiSdkUsage, langchainUsage } from './framework-usage.ts';
import {
  anthropicUsage,
  chatUsage,
  geminiUsage,
  normalUsage,
  responsesUsage,
  tokenCount,
  type UsageReader,
} from './usage.ts';

/** Usage that a framework passes on as the provider wrote it: whose it is, its own field names tell. */
export const anyUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const has = (...fields: readonly string[]): boolean => fields.some((field) => field in raw);
  if (has('prompt_tokens', 'completion_tokens')) return chatUsage(raw);
  if (has('promptTokenCount', 'prompt_token_count')) return geminiUsage(raw);
  if (has('inputTokens', 'promptTokens', 'outputTokens', 'completionTokens')) return aiSdkUsage(raw);
  if (has('input_token_details', 'output_token_details')) return langchainUsage(raw);
  if (has('cache_read_input_tokens', 'cache_creation_input_tokens')) return anthropicUsage(raw);
  if (has('prompt_eval_count', 'eval_count')) return ollamaUsage(raw);
  return responsesUsage(raw);
};

const ollamaUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  return normalUsage({
    prompt: tokenCount(raw['prompt_eval_count']),
    cached: null,
    cacheWritten: null,
    output: tokenCount(raw['eval_count']),
    reasoning: null,
    total: null,
  });
};
