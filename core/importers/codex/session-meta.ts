import { conversationId, threadId, type ThreadId } from '../../domain/ids.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';

/** A replayed beginning is written at once; whatever is later than this was done in the thread itself. */
const REPLAY_MS = 1000;

/**
 * What a rollout says of itself. A fork begins with its own line, then the parent's, then all that the
 * parent had done, with the time of the fork on every line.
 */
export class SessionMeta {
  readonly #fallbackId: string;
  #meta: RawRecord | null = null;
  #atMs: number | null = null;
  #replayed: ThreadId | null = null;

  constructor(fallbackId: string) {
    this.#fallbackId = fallbackId;
  }

  get isKnown(): boolean {
    return this.#meta !== null;
  }

  /** The thread whose beginning is being replayed. */
  get replayed(): ThreadId | null {
    return this.#replayed;
  }

  /** @returns The instructions of the session's first line; null for none, and for all later lines. */
  add(meta: RawRecord, atMs: number | null): string | null {
    if (this.#meta === null) {
      this.#meta = meta;
      this.#atMs = atMs;
      const base = meta['base_instructions'];
      return textOrNull(isRecord(base) ? base['text'] : base) ?? textOrNull(meta['instructions']);
    }
    const id = textOrNull(meta['id']);
    if (id !== null && id !== this.#id() && atMs !== null && !this.isAfterReplay(atMs)) {
      const parent = textOrNull(this.#meta['forked_from_id']);
      this.#replayed ??= threadId(parent === null || parent === this.#id() ? id : parent);
    }
    return null;
  }

  isAfterReplay(atMs: number | null): boolean {
    return atMs !== null && this.#atMs !== null && atMs > this.#atMs + REPLAY_MS;
  }

  endReplay(): void {
    this.#replayed = null;
  }

  header(format: string, title: string | null): WriterHeader {
    const id = this.#id();
    const parent = this.#parent();
    return {
      threadId: threadId(id),
      namespace: 'default',
      conversationId: conversationId(textOrNull(this.#meta?.['session_id']) ?? id),
      format,
      title,
      fallbackTitle: id,
      branchOf: null,
      startedBy: parent === null ? null : { threadId: threadId(parent), runId: null },
    };
  }

  #id(): string {
    return textOrNull(this.#meta?.['id']) ?? this.#fallbackId;
  }

  /** A sub-agent's parent, named by the line itself or in what it says of its source. */
  #parent(): string | null {
    const source = this.#meta?.['source'];
    const agent = isRecord(source) ? source['subagent'] : null;
    const spawn = isRecord(agent) ? agent['thread_spawn'] : null;
    const parent =
      textOrNull(this.#meta?.['parent_thread_id']) ??
      (isRecord(spawn) ? textOrNull(spawn['parent_thread_id']) : null);
    return parent === this.#id() ? null : parent;
  }
}
