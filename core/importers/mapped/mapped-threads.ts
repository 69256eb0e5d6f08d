import { conversationId, threadId } from '../../domain/ids.ts';
import { textOrJson } from '../raw-record.ts';
import { ChatMessages } from '../readers/chat-messages.ts';
import { stableId } from '../readers/stable-id.ts';
import { StepThread } from '../steps/step-thread.ts';
import type { ImportSink } from '../thread-import.ts';
import type { MappedMessage } from './mapped-messages.ts';

/** Enough to tell one unnamed thread from another; a file that grows keeps its beginning. */
const NAMING_MESSAGES = 2;
const NAMING_CHARACTERS = 2000;

interface OpenThread {
  readonly thread: StepThread;
  readonly reader: ChatMessages;
}

/** Puts messages into their threads as they come. */
export class MappedThreads {
  readonly #sink: ImportSink;
  readonly #format: string;
  readonly #named = new Map<string, OpenThread>();
  readonly #taken = new Map<string, number>();
  /** Of the unnamed thread, until it has a name. */
  #waiting: MappedMessage[] = [];
  #unnamed: OpenThread | null = null;

  constructor(sink: ImportSink, format: string) {
    this.#sink = sink;
    this.#format = format;
  }

  add(message: MappedMessage): void {
    if (message.thread !== null) {
      const known = this.#named.get(message.thread);
      const open = known ?? this.#open(message.thread);
      if (known === undefined) this.#named.set(message.thread, open);
      put(open, message);
      return;
    }
    if (this.#unnamed !== null) {
      put(this.#unnamed, message);
      return;
    }
    this.#waiting.push(message);
    if (this.#waiting.length >= NAMING_MESSAGES) this.#name();
  }

  /** What follows is of another unnamed thread. */
  endUnnamed(): void {
    if (this.#waiting.length > 0) this.#name();
    this.#unnamed?.thread.end();
    this.#unnamed = null;
  }

  end(): void {
    this.endUnnamed();
    for (const { thread } of this.#named.values()) thread.end();
  }

  #name(): void {
    const beginning = this.#waiting.map(({ word, content, atMs }) =>
      (textOrJson([word, content, atMs]) ?? '').slice(0, NAMING_CHARACTERS),
    );
    const open = this.#open(stableId('mapped', beginning.join('\n')));
    for (const message of this.#waiting) put(open, message);
    this.#waiting = [];
    this.#unnamed = open;
  }

  #open(wanted: string): OpenThread {
    const number = (this.#taken.get(wanted) ?? 0) + 1;
    this.#taken.set(wanted, number);
    const id = threadId(number === 1 ? wanted : `${wanted} (${number})`);
    const thread = new StepThread(this.#sink, {
      threadId: id,
      namespace: 'default',
      conversationId: conversationId(id),
      format: this.#format,
      title: null,
      fallbackTitle: id,
      branchOf: null,
    });
    return { thread, reader: new ChatMessages() };
  }
}

function put({ thread, reader }: OpenThread, { role, content, atMs }: MappedMessage): void {
  for (const step of reader.steps({ role: role ?? 'user', content }, { atMs })) thread.add(step);
}
