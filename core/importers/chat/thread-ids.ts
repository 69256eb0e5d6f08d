import { threadId, type ThreadId } from '../../domain/ids.ts';

/** Names the threads of one file, and never two alike: a list may hold a conversation twice. */
export class ThreadIds {
  readonly #wanted = new Map<string, number>();

  name(wanted: string): ThreadId {
    const given = wanted.toWellFormed();
    const number = (this.#wanted.get(given) ?? 0) + 1;
    this.#wanted.set(given, number);
    return threadId(number === 1 ? given : `${given} (${number})`);
  }
}
