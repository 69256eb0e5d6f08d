import type { Message } from '../../domain/message.ts';
import { runId } from '../../domain/ids.ts';
import { sharedStartTokens } from '../../replay/shared-start.ts';
import { startMarkOf } from './run-figures.ts';
import type { ThreadReader } from './stored-thread.ts';

/** How many runs are compared in full with the one before: beyond it two runs are no longer alike by chance. */
const COMPARED_RUNS = 8;

export interface RunRange {
  readonly threadRef: number;
  /** Positions, `from` ≤ position < `to`, of the runs whose neighbours may have changed. */
  readonly from: number;
  readonly to: number;
  /** Null for a run that nothing was noted of, and then its text is read. */
  readonly markAt: (position: number) => number | null;
  readonly messageCountAt: (position: number) => number;
}

/**
 * `sharedStartTokens` of the runs of a range, by position and without the many that share nothing. Not all
 * their texts at once: a run that begins differently from the next shares nothing with it, and its mark tells.
 *
 * A run shares its start with up to so many runs behind it, so that as many before the range are worked out too.
 */
export function sharedStarts(reader: ThreadReader, range: RunRange): SharedStarts {
  const from = Math.max(0, range.from - COMPARED_RUNS);
  const texts = new RecentTexts(reader, range.threadRef);
  const shared = new Map<number, number>();
  let laterAt: number | null = null;
  let laterMark = 0;
  for (let position = range.to - 1; position >= from; position -= 1) {
    if (range.messageCountAt(position) === 0) continue;
    const mark = range.markAt(position) ?? startMarkOf(texts.at(position));
    if (laterAt !== null && laterMark === mark) {
      const end = Math.min(range.to, laterAt + COMPARED_RUNS);
      const window: { readonly messages: readonly Message[] }[] = [];
      for (let at = position; at < end; at += 1) window.push({ messages: texts.at(at) });
      const tokens = sharedStartTokens(window)[0] ?? 0;
      if (tokens > 0) shared.set(position, tokens);
    }
    laterAt = position;
    laterMark = mark;
  }
  return { from, tokensAt: (position) => shared.get(position) ?? 0, isEmpty: shared.size === 0 };
}

export interface SharedStarts {
  /** The first position that was worked out. */
  readonly from: number;
  readonly tokensAt: (position: number) => number;
  readonly isEmpty: boolean;
}

const HELD_TEXTS = 2 * COMPARED_RUNS;

/** Neighbours are compared with the same runs again and again. */
class RecentTexts {
  readonly #reader: ThreadReader;
  readonly #threadRef: number;
  readonly #texts = new Map<number, readonly Message[]>();

  constructor(reader: ThreadReader, threadRef: number) {
    this.#reader = reader;
    this.#threadRef = threadRef;
  }

  at(position: number): readonly Message[] {
    const known = this.#texts.get(position);
    if (known !== undefined) return known;
    const row = this.#reader.runAt(this.#threadRef, position);
    const messages =
      row === null ? [] : this.#reader.messages({ run_key: row.run_key, run_id: runId(row.run_id) });
    this.#texts.set(position, messages);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= HELD_TEXTS) break;
      this.#texts.delete(oldest);
    }
    return messages;
  }
}
