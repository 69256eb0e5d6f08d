import OpenAI from 'openai';
import { InspectorError } from '../../domain/errors.ts';
import type { CancelSignal } from '../../domain/cancel-signal.ts';
import type { InputItem } from '../../domain/input-item.ts';
import { readUsage } from '../../domain/run-meta.ts';
import type { Usage } from '../../domain/usage.ts';
import { parseInputItem } from '../../importers/parse-input-item.ts';
import { isRecord, type RawRecord } from '../../importers/raw-record.ts';
import { cancelledError, isAborted, StallWatch, toAbortSignal } from './abort.ts';
import { explainFailure } from './explain-failure.ts';
import { checkEndpoint, type ModelEndpoint, type ModelEndpointOptions } from './model-endpoint.ts';
import { ResponseCollector } from './response-collector.ts';

/** Sent along as they are, e.g. `{ temperature: 0.2, max_output_tokens: 800 }`. */
export type ModelParameters = Readonly<Record<string, unknown>>;

export interface ResponsesModelOptions extends ModelEndpointOptions {
  readonly modelName: string;
  readonly parameters?: ModelParameters;
}

export interface ModelResponse {
  readonly items: readonly InputItem[];
  /** Null: the server reported none. */
  readonly usage: Usage | null;
  /** As the server names it; what was asked for where it doesn't. */
  readonly modelName: string;
  /** Why the answer ends early, e.g. `max_output_tokens`; null for a whole one. */
  readonly incompleteReason: string | null;
  readonly raw: RawRecord;
}

export interface SendOptions {
  readonly signal: CancelSignal | undefined;
  /** Streams, and is told each piece of text, where it is given. */
  readonly onText: ((piece: string) => void) | undefined;
}

/** Arguments of tools are texts, so no answer of a model comes near it; deeper ones couldn't be written as JSON again. */
const DEEPEST_RESPONSE = 200;

/** Requests to one model over the Responses API, with retries, timeouts and errors that say what to do. */
export class ResponsesClient {
  readonly modelName: string;
  readonly #endpoint: ModelEndpoint;
  readonly #parameters: ModelParameters;
  readonly #client: OpenAI;

  /** @throws InspectorError 'invalid-option' for a base URL that is none, or a missing model name. */
  constructor(options: ResponsesModelOptions) {
    if (options.modelName.trim() === '') {
      throw new InspectorError('invalid-option', 'no model is named: say which one to ask');
    }
    this.modelName = options.modelName;
    this.#parameters = options.parameters ?? {};
    this.#endpoint = checkEndpoint(options);
    const { baseUrl, apiKey, headers, timeoutMs, maxRetries } = this.#endpoint;
    this.#client = new OpenAI({
      baseURL: baseUrl,
      // The package takes a missing key, organization or project from the environment instead.
      apiKey: apiKey === '' ? 'none' : apiKey,
      organization: null,
      project: null,
      defaultHeaders: headers,
      timeout: timeoutMs,
      maxRetries,
      logLevel: 'off',
    });
  }

  /** @throws InspectorError 'model-failed' or 'cancelled'. */
  async send(body: RawRecord, options: SendOptions): Promise<ModelResponse> {
    const signal = toAbortSignal(options.signal);
    if (isAborted(signal)) throw cancelledError();
    const request = { ...this.#parameters, ...body, model: this.modelName };
    try {
      return this.#read(
        options.onText === undefined
          ? await this.#post(request, signal)
          : await this.#stream(request, signal, options.onText),
      );
    } catch (error) {
      if (isAborted(signal)) throw cancelledError();
      throw explainFailure(error, this.#endpoint, this.modelName);
    }
  }

  async #post(body: RawRecord, signal: AbortSignal | undefined): Promise<unknown> {
    return this.#client.post<unknown>('/responses', { body, signal });
  }

  async #stream(
    body: RawRecord,
    signal: AbortSignal | undefined,
    onText: (piece: string) => void,
  ): Promise<unknown> {
    const watch = new StallWatch(this.#endpoint.timeoutMs, signal);
    const collector = new ResponseCollector(onText);
    try {
      const events = await this.#client.post<AsyncIterable<unknown>>('/responses', {
        body: { ...body, stream: true },
        stream: true,
        signal: watch.signal,
      });
      watch.touch();
      for await (const event of events) {
        watch.touch();
        collector.take(event);
      }
    } catch (error) {
      throw watch.hasStalled ? this.#stalled() : error;
    } finally {
      watch.stop();
    }
    // The package ends an aborted stream without a word.
    if (watch.hasStalled) throw this.#stalled();
    return collector.response();
  }

  #stalled(): InspectorError {
    const { shownAddress, timeoutMs } = this.#endpoint;
    return new InspectorError(
      'model-failed',
      `${shownAddress} stopped in the middle of its answer, nothing came for ${timeoutMs / 1000} s: try again, or allow more time`,
    );
  }

  #read(response: unknown): ModelResponse {
    if (!isRecord(response) || !Array.isArray(response['output'])) {
      throw new InspectorError(
        'model-failed',
        `${this.#endpoint.shownAddress} answered something that is no Responses API answer: check the base URL`,
      );
    }
    if (isDeeperThan(response, DEEPEST_RESPONSE)) {
      throw new InspectorError(
        'model-failed',
        `${this.#endpoint.shownAddress} answered with values that are nested more than ${DEEPEST_RESPONSE} levels deep, which nothing could keep: try again`,
      );
    }
    if (response['status'] === 'failed' || isRecord(response['error'])) throw this.#failed(response);
    const model = response['model'];
    return {
      items: response['output'].map(withoutStatus).map(parseInputItem),
      usage: readUsage(response['usage']),
      modelName: typeof model === 'string' && model !== '' ? model : this.modelName,
      incompleteReason: incompleteReasonOf(response),
      raw: response,
    };
  }

  #failed(response: RawRecord): Error {
    const error = response['error'];
    const message: unknown = isRecord(error) ? error['message'] : undefined;
    return new Error(typeof message === 'string' ? message : 'the server gave no reason');
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

function incompleteReasonOf(response: RawRecord): string | null {
  if (response['status'] !== 'incomplete') return null;
  const details = response['incomplete_details'];
  const reason: unknown = isRecord(details) ? details['reason'] : undefined;
  return typeof reason === 'string' ? reason : 'no reason given';
}

/** A reply is kept as the SDK keeps it: it says what the model wrote, not how the call went. */
function withoutStatus(item: unknown): unknown {
  if (!isRecord(item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'status'));
}
