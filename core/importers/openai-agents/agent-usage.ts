import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList } from '../readers/json-text.ts';
import { responsesUsage, tokenCount, type CallUsage } from '../readers/usage.ts';

/** The SDK's own usage: the API's fields in one of two spellings, with details in lists of one. */
export function agentUsage(value: unknown): CallUsage | null {
  if (!isRecord(value)) return null;
  return responsesUsage({
    input_tokens: value['input_tokens'] ?? value['inputTokens'],
    output_tokens: value['output_tokens'] ?? value['outputTokens'],
    total_tokens: value['total_tokens'] ?? value['totalTokens'],
    input_tokens_details: detailsOf(value['input_tokens_details'] ?? value['inputTokensDetails']),
    output_tokens_details: detailsOf(value['output_tokens_details'] ?? value['outputTokensDetails']),
  });
}

/** How many calls a usage is the sum of; null when it doesn't say. */
export function requestsOf(value: unknown): number | null {
  return isRecord(value) ? tokenCount(value['requests']) : null;
}

function detailsOf(value: unknown): RawRecord {
  const [only] = isList(value) ? value : [value];
  if (typeof only !== 'object' || only === null) return {};
  return Object.fromEntries(
    // `cachedTokens`, in JavaScript.
    Object.entries(only).map(([name, count]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      count,
    ]),
  );
}
