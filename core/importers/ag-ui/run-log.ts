import type { RunEnd } from '../steps/step.ts';
import type { CallUsage } from '../readers/usage.ts';
import { newMessage, type LoggedCall, type LogMessage } from './log-message.ts';

/** The list of messages became shorter: what was left out stands before this place. */
export interface Shortening {
  readonly kind: 'shortening';
  /** What stands in its place; null: nothing does. */
  readonly text: string | null;
  readonly keptFromId: string | null;
  readonly atMs: number | null;
}

export type RunEntry = { readonly kind: 'message'; readonly message: LogMessage } | Shortening;

export interface CallPiece {
  /** Null: of the call before. */
  readonly id: string | null;
  readonly name: string | null;
  readonly parentId: string | null;
  readonly delta: string;
  readonly atMs: number | null;
}

/** A run while its events come in. Pieces of several messages may come in turns. */
export class RunLog {
  readonly runId: string | null;
  #entries: RunEntry[] = [];
  /** How it ended; null: as runs end. `open` as long as it goes on. */
  end: RunEnd | null = 'open';
  failure: string | null = null;
  /** Of the whole run, one for each call or one for all. */
  usages: readonly CallUsage[] = [];
  readonly #byId = new Map<string, LogMessage>();
  readonly #calls = new Map<string, LoggedCall>();
  #lastReply: LogMessage | null = null;
  #lastThought: LogMessage | null = null;
  #lastText: LogMessage | null = null;
  #lastCall: LoggedCall | null = null;
  #madeUp = 0;

  constructor(runId: string | null) {
    this.runId = runId;
  }

  /** The answer that is being given. */
  get lastReply(): LogMessage | null {
    return this.#lastReply;
  }

  get entries(): readonly RunEntry[] {
    return this.#entries;
  }

  /** Everything so far. What comes later are messages of their own. */
  take(): readonly RunEntry[] {
    const taken = this.#entries;
    this.#entries = [];
    this.#byId.clear();
    this.#calls.clear();
    this.#lastCall = null;
    this.#lastText = null;
    this.#endReply();
    return taken;
  }

  find(id: string): LogMessage | undefined {
    return this.#byId.get(id);
  }

  /** @param at Where; left out: at the end. */
  insert(message: LogMessage, at = this.#entries.length): void {
    this.#entries.splice(at, 0, { kind: 'message', message });
    this.#byId.set(message.id, message);
  }

  shorten(shortening: Omit<Shortening, 'kind'>): void {
    this.#entries.push({ kind: 'shortening', ...shortening });
  }

  text(id: string | null, role: string | null, delta: string, atMs: number | null): LogMessage {
    const message = this.#textMessage(id, role, atMs);
    message.text += delta;
    return message;
  }

  thought(id: string | null, delta: string, atMs: number | null): LogMessage {
    const known = id === null ? this.#lastThought : this.#byId.get(id);
    if (known?.role === 'reasoning') {
      known.text += delta;
      return known;
    }
    const message = newMessage(id ?? this.#makeId('reasoning'), 'reasoning', { atMs, text: delta });
    this.insert(message);
    this.#lastThought = message;
    return message;
  }

  /** Thoughts without an id go on until something closes them. */
  closeThought(): void {
    this.#lastThought = null;
  }

  /** @returns The message that the call is part of, when it begins. */
  call(piece: CallPiece): LogMessage | null {
    const { id, name, parentId, delta, atMs } = piece;
    const known = id === null ? this.#lastCall : this.#calls.get(id);
    if (known !== null && known !== undefined) {
      known.arguments += delta;
      this.#lastCall = known;
      return null;
    }
    if (id === null) return null;
    const made: LoggedCall = { id, name: name ?? '', arguments: delta };
    this.#calls.set(id, made);
    this.#lastCall = made;
    const message = this.#callingMessage(parentId, atMs);
    message.calls.push(made);
    return message;
  }

  result(id: string | null, callId: string | null, text: string, atMs: number | null): LogMessage {
    const message = newMessage(id ?? this.#makeId('result'), 'tool', { atMs, text, toolCallId: callId });
    this.insert(message);
    this.#endReply();
    return message;
  }

  #textMessage(id: string | null, role: string | null, atMs: number | null): LogMessage {
    const known = id === null ? this.#lastText : this.#byId.get(id);
    // A role comes with the beginning alone; another one under the same id is another message.
    if (known !== null && known !== undefined && known.role === (role ?? known.role)) {
      this.#lastText = known;
      return known;
    }
    const message = newMessage(id ?? this.#makeId('message'), role ?? 'assistant', { atMs });
    this.insert(message);
    this.#lastText = message;
    if (message.role === 'assistant') this.#lastReply = message;
    return message;
  }

  /** The message that a call belongs to: the one it names, else the answer that is being given. */
  #callingMessage(parentId: string | null, atMs: number | null): LogMessage {
    const parent = parentId === null ? this.#lastReply : this.#byId.get(parentId);
    if (parent?.role === 'assistant') return parent;
    const message = newMessage(parentId ?? this.#makeId('message'), 'assistant', { atMs });
    this.insert(message);
    this.#lastReply = message;
    return message;
  }

  #endReply(): void {
    this.#lastReply = null;
    this.#lastThought = null;
  }

  #makeId(what: string): string {
    this.#madeUp += 1;
    return `${this.runId ?? 'run'}/${what}-${this.#madeUp}`;
  }
}
