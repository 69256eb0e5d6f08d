import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { InspectorError } from '../../domain/errors.ts';
import type { ModelEndpoint } from './model-endpoint.ts';

const LONGEST_DETAIL_CHARACTERS = 300;
/** Shorter values are words like `true`; blotting those out would only garble the message. */
const SHORTEST_SECRET_CHARACTERS = 6;

/**
 * Turns whatever a model call failed with into one sentence that says what happened and what to do.
 * Servers repeat the key that they refuse, so key and header values are blotted out, and the original
 * error, which holds the server's answer, is not handed on as it came.
 */
export function explainFailure(error: unknown, endpoint: ModelEndpoint, modelName: string): InspectorError {
  if (error instanceof InspectorError) return error;
  const detail = redact(detailOf(error), endpoint);
  const cause = new Error(detail);
  return new InspectorError('model-failed', sentenceFor(error, detail, endpoint, modelName), { cause });
}

function sentenceFor(error: unknown, detail: string, endpoint: ModelEndpoint, modelName: string): string {
  const { shownAddress, timeoutMs, maxRetries } = endpoint;
  if (error instanceof APIConnectionTimeoutError) {
    return `${shownAddress} did not answer within ${timeoutMs / 1000} s, tried ${maxRetries + 1} times: try again, or allow more time`;
  }
  if (error instanceof APIConnectionError) {
    return `can't reach ${shownAddress} (${detail}): check the base URL and the network`;
  }
  if (error instanceof APIError && typeof error.status === 'number') {
    return `${shownAddress} answered with status ${error.status} (${detail}): ${remedyFor(error.status, modelName, maxRetries)}`;
  }
  return `the call of ${modelName} at ${shownAddress} failed (${detail}): try again`;
}

function remedyFor(status: number, modelName: string, maxRetries: number): string {
  if (status === 401 || status === 403) return 'check the API key and what it is allowed to use';
  if (status === 404) return `check the base URL, which usually ends in /v1, and the model name ${modelName}`;
  if (status === 429) return `tried ${maxRetries + 1} times: wait a little, or check the account's quota`;
  if (status >= 500)
    return `tried ${maxRetries + 1} times: the fault is on the server's side, try again later`;
  return 'the server does not take this request: check the model name and the parameters';
}

/** The innermost reason: "fetch failed" alone would not tell a refused connection from a wrong name. */
function detailOf(error: unknown): string {
  let reason = error;
  for (let depth = 0; depth < 5 && reason instanceof Error && reason.cause instanceof Error; depth += 1) {
    reason = reason.cause;
  }
  if (!(reason instanceof Error)) return 'no reason given';
  const code: unknown = 'code' in reason ? reason.code : undefined;
  const text = withoutStatus(reason.message);
  return text !== '' ? text : typeof code === 'string' ? code : reason.name;
}

/** The package puts the status in front; the sentence names it already. */
function withoutStatus(message: string): string {
  return message.replace(/^\d{3} /u, '');
}

function redact(text: string, endpoint: ModelEndpoint): string {
  const secrets = [endpoint.apiKey, ...Object.values(endpoint.headers)]
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .filter((value) => value.length >= SHORTEST_SECRET_CHARACTERS);
  let redacted = text;
  for (const secret of secrets) redacted = redacted.replaceAll(secret, '…');
  // A server may repeat the key with its middle starred out.
  redacted = redacted.replace(/\b(?:sk|key|pk)-[\w*.-]{3,}/giu, '…').replace(/\S*\*{3,}\S*/gu, '…');
  const line = redacted.replace(/\s+/gu, ' ').trim();
  return line.length <= LONGEST_DETAIL_CHARACTERS ? line : `${line.slice(0, LONGEST_DETAIL_CHARACTERS)}…`;
}
