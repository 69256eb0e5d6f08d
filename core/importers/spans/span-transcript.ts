import { CallIds } from '../readers/call-ids.ts';
import { toolCallOf, toolResultOf } from '../../inspect/pair-tool-calls.ts';
import type { InputItem } from '../../domain/input-item.ts';
import { isTurn, itemsOf, messageKey, messageText, type SaidMessage } from './said-message.ts';

/** A message with its name in the thread. */
export interface NamedMessage {
  readonly id: string;
  readonly message: SaidMessage;
}

/** What a request adds to a transcript. */
export interface Addition {
  /** Messages that were not there yet, in order. */
  readonly fresh: readonly NamedMessage[];
  readonly shortening: Shortening | null;
}

/** The request was sent a shortened transcript. */
export interface Shortening {
  /** What stood in place of the rest; null: nothing did. */
  readonly summary: string | null;
  /** The first message that was kept word for word. */
  readonly keptFromId: string;
}

interface Found {
  readonly fresh: readonly SaidMessage[];
  readonly shortening: Shortening | null;
}

interface Known {
  readonly key: string;
  readonly isReply: boolean;
}

/** How far back a request may begin: a shortened one repeats the newest messages. */
const NEWEST_MESSAGES = 400;
/** A summary is one message, or two where the model is made to acknowledge it. */
const SUMMARY_MESSAGES = 2;

/**
 * Puts the requests of a thread together. Most repeat what was said before, word for word or nearly so; some
 * send only what is new, some a shortened transcript.
 */
export class SpanTranscript {
  readonly #known: Known[] = [];
  readonly #placesOf = new Map<string, number[]>();
  readonly #instructions = new Set<string>();
  readonly #ids = new CallIds();
  readonly #openCalls = new Map<string, string>();
  readonly #calls = new Set<string>();
  #hasResults = false;
  /** What a shortened request began with, so that those which follow it don't count as shortened anew. */
  #current: Shortening | null = null;
  #instructionCount = 0;

  get isEmpty(): boolean {
    return this.#known.length === 0;
  }

  /** Calls that no result has followed: id and name, in order. */
  get openCalls(): ReadonlyMap<string, string> {
    return this.#openCalls;
  }

  /** It holds a call or a result: then tools' work is told of in messages. */
  get hasToolMessages(): boolean {
    return this.#hasResults || this.#calls.size > 0;
  }

  hasCall(callId: string): boolean {
    return this.#calls.has(callId);
  }

  /** @param opensRun The first request of a run: the run has a turn of its own, however well known its words. */
  addRequest(input: readonly SaidMessage[], opensRun: boolean): Addition {
    const other = input.findIndex((message) => !isInstruction(message));
    const split = other < 0 ? input.length : other;
    const said = input.slice(split);
    // A summary may be one more system message.
    const added = this.#newInstructions(input.slice(0, split));
    const summarized = added.length > 0 && !this.isEmpty ? this.#shortened([...added, ...said]) : null;
    const found = summarized ?? this.#continued(said) ?? this.#shortened(said) ?? this.#matched(said);
    const turns = said.slice(said.findLastIndex((message) => !isTurn(message)) + 1);
    const isRepeated = opensRun && found.fresh.length === 0 && turns.length > 0;
    const instructions = summarized === null ? added.map((message) => this.#nameInstruction(message)) : [];
    const fresh = (isRepeated ? turns : found.fresh).map((message) => this.add(message));
    return { fresh: [...instructions, ...fresh], shortening: found.shortening };
  }

  /** A message that is known to be new. */
  add(message: SaidMessage): NamedMessage {
    const key = messageKey(message);
    const places = this.#placesOf.get(key);
    if (places === undefined) this.#placesOf.set(key, [this.#known.length]);
    else places.push(this.#known.length);
    this.#known.push({ key, isReply: message.role === 'assistant' });
    return { id: nameOf(this.#known.length - 1), message };
  }

  /** The items of a message that is new. */
  itemsOf(message: SaidMessage): readonly InputItem[] {
    const items = itemsOf(message, this.#ids);
    for (const item of items) {
      const call = toolCallOf(item);
      if (call !== null) {
        this.#calls.add(call.callId);
        this.#openCalls.set(call.callId, call.name);
      }
      const result = toolResultOf(item);
      if (result === null) continue;
      this.#hasResults = true;
      this.#openCalls.delete(result);
    }
    return items;
  }

  /** Prompts that differ only in a date or a count are one. */
  #newInstructions(messages: readonly SaidMessage[]): readonly SaidMessage[] {
    return messages.filter((message) => {
      const text = messageText(message);
      const key = text === '' ? messageKey(message) : text.replace(/\d+/g, '0');
      if (this.#instructions.has(key)) return false;
      this.#instructions.add(key);
      return true;
    });
  }

  #nameInstruction(message: SaidMessage): NamedMessage {
    this.#instructionCount += 1;
    return { id: `instructions-${this.#instructionCount}`, message };
  }

  /** The whole transcript, then what is new. */
  #continued(input: readonly SaidMessage[]): Found | null {
    if (input.length < this.#known.length) return null;
    const isWhole = this.#known.every(({ key }, at) => {
      const message = input[at];
      return message !== undefined && messageKey(message) === key;
    });
    return isWhole ? { fresh: input.slice(this.#known.length), shortening: null } : null;
  }

  /** A summary or nothing, the newest messages up to the end, then what is new. */
  #shortened(input: readonly SaidMessage[]): Found | null {
    const end = this.#known.length;
    const keys = input.slice(0, SUMMARY_MESSAGES + NEWEST_MESSAGES).map(messageKey);
    for (let put = 0; put <= SUMMARY_MESSAGES && put < keys.length; put += 1) {
      for (let from = Math.max(1, end - NEWEST_MESSAGES); from < end; from += 1) {
        if (this.#known[from]?.key !== keys[put]) continue;
        const tail = this.#known.slice(from);
        const isTail =
          tail.some(({ isReply }) => isReply) && tail.every(({ key }, at) => key === keys[put + at]);
        if (!isTail) continue;
        const summary = input.slice(0, put).map(messageText).join('\n') || null;
        const shortening = { summary, keptFromId: nameOf(from) };
        const isKnown =
          this.#current?.summary === summary && this.#current.keptFromId === shortening.keptFromId;
        this.#current = shortening;
        return { fresh: input.slice(put + tail.length), shortening: isKnown ? null : shortening };
      }
    }
    return null;
  }

  /**
   * Messages found in the transcript one behind the other are known. A reply between them that isn't found,
   * where the transcript has one, is that one in other words. A request of which little is found sends only
   * what is new, even if it was said before.
   */
  #matched(input: readonly SaidMessage[]): Found {
    let next = 0;
    let found = 0;
    const fresh = input.filter((message) => {
      const place = this.#placesOf.get(messageKey(message))?.find((known) => known >= next);
      if (place !== undefined) {
        found += 1;
        next = place + 1;
        return false;
      }
      const isReworded = message.role === 'assistant' && next > 0 && this.#known[next]?.isReply === true;
      if (isReworded) next += 1;
      return !isReworded;
    });
    const [first] = input;
    const beginsAlike = first !== undefined && messageKey(first) === this.#known[0]?.key;
    const isRepetition = beginsAlike || (found >= 2 && found * 2 > input.length);
    return { fresh: isRepetition ? fresh : input, shortening: null };
  }
}

function nameOf(place: number): string {
  return `message-${place + 1}`;
}

function isInstruction({ role }: SaidMessage): boolean {
  return role === 'system' || role === 'developer';
}
