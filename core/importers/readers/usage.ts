import type { ModelCall } from '../../domain/model-call.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';

/**
 * Usage in the normal form, whatever the provider calls it: `prompt` is the whole prompt, cached and
 * cache-written tokens included; `output` is everything generated, reasoning included.
 */
export type CallUsage = Pick<
  ModelCall,
  'prompt' | 'cached' | 'cacheWritten' | 'output' | 'reasoning' | 'total'
>;

/**
 * One function per family: the object as read → the normal form. Null when it reports nothing: no
 * object, no counts, or nothing but zeros, which writers leave behind where no report arrived.
 */
export type UsageReader = (raw: unknown) => CallUsage | null;

/** A whole number of tokens ≥ 0, also when written as a text of digits; else null. */
export function tokenCount(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.trunc(number) : null;
}

/** OpenAI Responses, and HasteKit, which keeps its names. */
export const responsesUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const input = detailsOf(raw, 'input_tokens_details');
  return normalUsage({
    prompt: tokenCount(raw['input_tokens']),
    cached: tokenCount(input['cached_tokens']),
    cacheWritten: tokenCount(input['cache_write_tokens']),
    output: tokenCount(raw['output_tokens']),
    reasoning: tokenCount(detailsOf(raw, 'output_tokens_details')['reasoning_tokens']),
    total: tokenCount(raw['total_tokens']),
  });
};

/** OpenAI Chat Completions. A proxy may add Anthropic's cache names; `prompt_tokens` holds them already. */
export const chatUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  return normalUsage({
    prompt: tokenCount(raw['prompt_tokens']),
    cached:
      tokenCount(detailsOf(raw, 'prompt_tokens_details')['cached_tokens']) ??
      tokenCount(raw['cache_read_input_tokens']),
    cacheWritten: tokenCount(raw['cache_creation_input_tokens']),
    output: tokenCount(raw['completion_tokens']),
    reasoning: tokenCount(detailsOf(raw, 'completion_tokens_details')['reasoning_tokens']),
    total: tokenCount(raw['total_tokens']),
  });
};

/** Anthropic Messages: `input_tokens` is only what was neither read from the cache nor written to it. */
export const anthropicUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  // A proxy that speaks OpenAI beside Anthropic has summed the prompt itself.
  if (raw['prompt_tokens'] !== undefined) return chatUsage(raw);
  const input = tokenCount(raw['input_tokens']);
  const cached = tokenCount(raw['cache_read_input_tokens']);
  const cacheWritten = tokenCount(raw['cache_creation_input_tokens']);
  const output = tokenCount(raw['output_tokens']);
  const total = tokenCount(raw['total_tokens']);
  const cache = (cached ?? 0) + (cacheWritten ?? 0);
  const isSummed =
    total !== null && cache > 0 && total === (input ?? 0) + (output ?? 0) && (input ?? 0) >= cache;
  const prompt = input === null && cache === 0 ? null : (input ?? 0) + (isSummed ? 0 : cache);
  return normalUsage({
    prompt,
    cached,
    cacheWritten,
    output,
    reasoning: null,
    total: isSummed ? total : null,
  });
};

/** Gemini API `usageMetadata`; its candidates don't include thoughts. */
export const geminiUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const field = (camel: string, snake: string): number | null => tokenCount(raw[camel] ?? raw[snake]);
  const thoughts = field('thoughtsTokenCount', 'thoughts_token_count');
  return normalUsage({
    prompt: plus(
      field('promptTokenCount', 'prompt_token_count'),
      field('toolUsePromptTokenCount', 'tool_use_prompt_token_count'),
    ),
    cached: field('cachedContentTokenCount', 'cached_content_token_count'),
    cacheWritten: null,
    output: plus(field('candidatesTokenCount', 'candidates_token_count'), thoughts),
    reasoning: thoughts,
    total: field('totalTokenCount', 'total_token_count'),
  });
};

/** Gemini CLI `tokens`. */
export const geminiCliUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const thoughts = tokenCount(raw['thoughts']);
  return normalUsage({
    prompt: plus(tokenCount(raw['input']), tokenCount(raw['tool'])),
    cached: tokenCount(raw['cached']),
    cacheWritten: null,
    output: plus(tokenCount(raw['output']), thoughts),
    reasoning: thoughts,
    total: tokenCount(raw['total']),
  });
};

/** Gemini Interactions API. */
export const geminiInteractionsUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  const thoughts = tokenCount(raw['total_thought_tokens']);
  return normalUsage({
    prompt: plus(tokenCount(raw['total_input_tokens']), tokenCount(raw['total_tool_use_tokens'])),
    cached: tokenCount(raw['total_cached_tokens']),
    cacheWritten: null,
    output: plus(tokenCount(raw['total_output_tokens']), thoughts),
    reasoning: thoughts,
    total: tokenCount(raw['total_tokens']),
  });
};

/** Codex `last_token_usage`. */
export const codexUsage: UsageReader = (raw) => {
  if (!isRecord(raw)) return null;
  return normalUsage({
    prompt: tokenCount(raw['input_tokens']),
    cached: tokenCount(raw['cached_input_tokens']),
    cacheWritten: null,
    output: tokenCount(raw['output_tokens']),
    reasoning: tokenCount(raw['reasoning_output_tokens']),
    total: tokenCount(raw['total_tokens']),
  });
};

/**
 * The last step of every family. A total that the source doesn't give is the sum; one that it gives
 * stays as it is, also where it disagrees: the inspection says so.
 */
export function normalUsage(usage: CallUsage): CallUsage | null {
  const total = usage.total ?? plus(usage.prompt, usage.output);
  if ((usage.prompt ?? 0) === 0 && (usage.output ?? 0) === 0 && (total ?? 0) === 0) return null;
  const { prompt, cached, cacheWritten, output, reasoning } = usage;
  return { prompt, cached, cacheWritten, output, reasoning, total };
}

/** What an importer knows of a call beside its usage; what is left out isn't known. */
export interface CallContext {
  readonly model?: string | null;
  readonly replyAt?: number | null;
  /** Default true. */
  readonly perCall?: boolean;
  readonly atMs?: number | null;
}

export function reportedCall(usage: CallUsage, context: CallContext): ModelCall {
  return {
    model: context.model ?? null,
    replyAt: context.replyAt ?? null,
    prompt: usage.prompt,
    cached: usage.cached,
    cacheWritten: usage.cacheWritten,
    output: usage.output,
    reasoning: usage.reasoning,
    total: usage.total,
    reported: true,
    perCall: context.perCall ?? true,
    atMs: context.atMs ?? null,
  };
}

/** A call the source shows but reports nothing about. */
export function unreportedCall(context: CallContext): ModelCall {
  return {
    model: context.model ?? null,
    replyAt: context.replyAt ?? null,
    prompt: null,
    cached: null,
    cacheWritten: null,
    output: null,
    reasoning: null,
    total: null,
    reported: false,
    perCall: true,
    atMs: context.atMs ?? null,
  };
}

/** Null only when both are. */
export function plus(left: number | null, right: number | null): number | null {
  return left === null ? right : left + (right ?? 0);
}

export function detailsOf(raw: RawRecord, field: string): RawRecord {
  const details = raw[field];
  return isRecord(details) ? details : {};
}
