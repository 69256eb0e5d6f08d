import type { ExchangeLog } from './exchange-log.ts';

/** A request that begins like no thread is compared with the ends of this many. */
const RECENT_THREADS = 8;

interface RecentEnd {
  /** Null: of an exchange without a message. */
  readonly log: ExchangeLog | null;
  readonly node: number;
}

/**
 * What logs have in common that are put together side by side, each of its own conversations, and that count as
 * one log: how many messages they have, and which threads were continued last.
 */
export class SiblingLogs {
  /** The newest first. */
  #recent: readonly RecentEnd[] = [];
  #messages = 0;

  /** @returns The message's place among those of all logs. */
  countMessage(): number {
    this.#messages += 1;
    return this.#messages - 1;
  }

  /** Last nodes of the threads of a log that were continued last, the newest first. */
  recentOf(log: ExchangeLog): readonly number[] {
    return this.#recent.filter((end) => end.log === log).map(({ node }) => node);
  }

  /** A thread of the log ended at `from` so far. */
  continued(log: ExchangeLog, from: number, node: number): void {
    const owner = node < 0 ? null : log;
    const others = this.#recent.filter(
      (end) => !(end.log === owner && end.node === node) && !(end.log === log && end.node === from),
    );
    this.#recent = [{ log: owner, node }, ...others].slice(0, RECENT_THREADS);
  }
}
