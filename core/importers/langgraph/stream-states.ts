import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { mergedChunks } from '../langchain/lc-chunks.ts';
import { lcMessage, type LcMessage } from '../langchain/lc-message.ts';
import { messagesIn, streamedState, type GraphState } from './graph-state.ts';

const MODES: ReadonlySet<unknown> = new Set([
  'values',
  'messages',
  'updates',
  'debug',
  'custom',
  'tasks',
  'checkpoints',
]);
/** As the SDK's server names them: `messages/partial`, `values|graph:1`. */
const EVENT = /^(values|messages|updates|metadata|error|end|debug|custom)\b/;

interface StreamEvent {
  readonly mode: string;
  readonly payload: unknown;
  readonly namespace: string;
}

/** `[mode, payload]`, with the graph it comes from in front where graphs stand inside each other. */
export function isStreamEvent(value: unknown): boolean {
  return eventOf(value) !== null;
}

export function eventOf(value: unknown): StreamEvent | null {
  if (isRecord(value)) {
    const named = EVENT.exec(textOrNull(value['event']) ?? '')?.[1];
    return named === undefined || !('data' in value)
      ? null
      : { mode: named, payload: value['data'], namespace: '' };
  }
  if (!isList(value)) return null;
  const [first, second, third] = value;
  if (value.length === 2 && MODES.has(first)) return event(first, second, '');
  if (value.length === 3 && isList(first) && MODES.has(second)) return event(second, third, first.join('|'));
  return null;
}

/** Puts the states of a stream together; what came after the last whole state is added to it. */
export class StreamStates {
  readonly #last = new Map<string, GraphState>();
  readonly #states: GraphState[] = [];
  /** Messages since the last whole state, by their id. */
  #pieces = new Map<string, LcMessage>();
  #threadId: string | null = null;
  #runId: string | null = null;

  add({ mode, payload, namespace }: StreamEvent): void {
    switch (mode) {
      case 'values':
        this.#addValues(payload, namespace);
        return;
      case 'messages':
        this.#addMessage(payload);
        return;
      case 'updates':
        this.#addUpdate(payload, namespace);
        return;
      case 'metadata':
        if (isRecord(payload)) this.#runId ??= textOrNull(payload['run_id']);
        return;
      case 'error':
        this.#push({ ...this.#current(''), error: errorText(payload) });
        return;
      default:
        return;
    }
  }

  states(): readonly GraphState[] {
    const known = this.#current('');
    const ids = new Set(known.messages.map(({ id }) => id));
    const unfinished = [...this.#pieces.values()].filter(({ id }) => !ids.has(id));
    const states =
      unfinished.length === 0
        ? this.#states
        : [...this.#states, { ...known, messages: [...known.messages, ...unfinished] }];
    return states.map((state) => ({
      ...state,
      threadId: state.threadId ?? this.#threadId,
      runId: this.#runId,
    }));
  }

  #addValues(values: unknown, namespace: string): void {
    this.#pieces = new Map();
    const state = streamedState(values, this.#threadId, namespace);
    const known = this.#last.get(namespace);
    const isWhole = state.messages.length > 0 || known === undefined;
    this.#push(isWhole ? state : { ...known, interrupts: state.interrupts });
  }

  #addMessage(payload: unknown): void {
    const [chunk, metadata] = isList(payload) ? payload : [payload, null];
    if (isRecord(metadata)) this.#threadId ??= textOrNull(metadata['thread_id']);
    const message = lcMessage(chunk);
    if (message?.id === undefined || message.id === null) return;
    const before = this.#pieces.get(message.id);
    this.#pieces.set(
      message.id,
      before !== undefined && message.isChunk ? mergedChunks(before, message) : message,
    );
  }

  /** What each node added; whole where the stream has no values. */
  #addUpdate(payload: unknown, namespace: string): void {
    if (!isRecord(payload)) return;
    const known = this.#current(namespace);
    const ids = new Set(known.messages.map(({ id }) => id));
    const added = Object.values(payload)
      .flatMap(messagesIn)
      .filter(({ id, kind }) => kind !== 'remove' && (id === null || !ids.has(id)));
    const { interrupts } = streamedState(payload, null, namespace);
    if (added.length + interrupts.length === 0) return;
    this.#push({ ...known, messages: [...known.messages, ...added], interrupts });
  }

  #current(namespace: string): GraphState {
    return this.#last.get(namespace) ?? streamedState({}, this.#threadId, namespace);
  }

  #push(state: GraphState): void {
    this.#last.set(state.namespace, state);
    this.#states.push(state);
  }
}

function event(mode: unknown, payload: unknown, namespace: string): StreamEvent {
  return { mode: textOrNull(mode) ?? '', payload, namespace };
}

function errorText(payload: unknown): string {
  if (!isRecord(payload)) return textOrNull(payload) ?? 'The run failed.';
  const { message, error }: RawRecord = payload;
  return textOrNull(message) ?? textOrNull(error) ?? 'The run failed.';
}
