import { InspectorError } from '../../domain/errors.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_MAX_RETRIES = 2;

export interface ModelEndpointOptions {
  /** Up to and including the version, e.g. `http://localhost:11434/v1`. By default OpenAI's. */
  readonly baseUrl?: string;
  /** Empty for a server that asks for none. */
  readonly apiKey: string;
  /** Sent with every request; one of the same name wins over the key's. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds to wait for an answer to begin, and between two pieces of a streamed one. 2 minutes by default. */
  readonly timeoutMs?: number;
  /** After a refused connection, a timeout, status 408, 409, 429 or 5xx; each waits longer. 2 by default. */
  readonly maxRetries?: number;
}

/** Where requests go, checked, with its defaults filled in. */
export interface ModelEndpoint {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  /** The address for people: without a name or password that it may hold. */
  readonly shownAddress: string;
}

/** @throws InspectorError 'invalid-option' for an address that is no http(s) address. */
export function checkEndpoint(options: ModelEndpointOptions): ModelEndpoint {
  const baseUrl = (options.baseUrl ?? DEFAULT_BASE_URL).trim().replace(/\/+$/, '');
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new InspectorError(
      'invalid-option',
      `the model's base URL is no http address: it should look like ${DEFAULT_BASE_URL}`,
    );
  }
  return {
    baseUrl,
    apiKey: options.apiKey.trim(),
    headers: options.headers ?? {},
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    shownAddress: `${url.host}${url.pathname}`,
  };
}
