import { stableId } from '../readers/stable-id.ts';
import type { InputStep, Step } from '../steps/step.ts';

/** A message of a request or an answer, whatever the provider. */
export interface LoggedMessage {
  /** The same for a message and for its repetition in a later request; short. */
  readonly key: string;
  readonly kind: 'instructions' | InputStep['role'] | 'reply';
  steps(): readonly Step[];
  /** What becomes the message, and which of the source's messages it is: less to keep than the message. */
  readonly source?: RequestSource;
  readonly place?: number;
}

/** One request to a model, with what came back. */
export interface Exchange {
  /** The conversation that the log names; null: told from what the request repeats. */
  readonly threadName: string | null;
  /** What the run is called that the request's own turn opens; null: named by its place. */
  readonly runName: string | null;
  /** As it was sent; it may repeat everything before. */
  readonly input: readonly LoggedMessage[];
  readonly answer: LoggedAnswer | null;
  /** What belongs behind the request without being an answer: a failure. */
  readonly after: readonly Step[];
}

export interface LoggedAnswer {
  readonly message: LoggedMessage;
  /** Two answers of the same words and the same sign are one answer that was logged twice. */
  readonly sign: string;
}

/**
 * @param words Everything that a repetition has in common with the message.
 * @param read Called once, when the steps are wanted first. A log keeps it until then, so of a large source it
 *   should hold the place and not the content.
 */
export function loggedMessage(
  kind: LoggedMessage['kind'],
  words: string,
  read: () => readonly Step[],
): LoggedMessage {
  return new ReadOnce(kind, messageKey(kind, words), read);
}

/** @param words As `loggedMessage` takes them. */
export function messageKey(kind: LoggedMessage['kind'], words: string): string {
  return stableId(`${kind}-${words.length}`, words);
}

/** What the messages of one request become: one of these instead of a way to read each of them. */
export interface RequestSource {
  /** @param place Of the request's messages, or one of the two below. */
  stepsAt(place: number): readonly Step[];
}

/** The answer to the request. */
export const ANSWER_PLACE = -1;
/** What the request tells the model beside its messages. */
export const SYSTEM_PLACE = -2;

/** As `loggedMessage`, for a message that its request reads. */
export function placedMessage(
  kind: LoggedMessage['kind'],
  words: string,
  source: RequestSource,
  place: number,
): LoggedMessage {
  return new PlacedMessage(kind, messageKey(kind, words), source, place);
}

class PlacedMessage implements LoggedMessage {
  readonly key: string;
  readonly kind: LoggedMessage['kind'];
  readonly source: RequestSource;
  readonly place: number;
  #steps: readonly Step[] | null = null;

  constructor(kind: LoggedMessage['kind'], key: string, source: RequestSource, place: number) {
    this.kind = kind;
    this.key = key;
    this.source = source;
    this.place = place;
  }

  steps(): readonly Step[] {
    this.#steps ??= this.source.stepsAt(this.place);
    return this.#steps;
  }
}

/** A class and no closures: a log may have a million of them. */
class ReadOnce implements LoggedMessage {
  readonly key: string;
  readonly kind: LoggedMessage['kind'];
  #read: (() => readonly Step[]) | null;
  #steps: readonly Step[] = NO_STEPS;

  constructor(kind: LoggedMessage['kind'], key: string, read: () => readonly Step[]) {
    this.kind = kind;
    this.key = key;
    this.#read = read;
  }

  steps(): readonly Step[] {
    if (this.#read !== null) {
      this.#steps = this.#read();
      this.#read = null;
    }
    return this.#steps;
  }
}

const NO_STEPS: readonly Step[] = [];
