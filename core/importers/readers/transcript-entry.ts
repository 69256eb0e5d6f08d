import type { InputItem } from '../../domain/input-item.ts';
import type { RunStatus } from '../../domain/thread.ts';
import type { CallUsage } from './usage.ts';

/**
 * One step of a transcript whose format has no runs: what importers turn their records into before runs
 * are cut. Entries are shared by reference where threads share a beginning.
 */
export type TranscriptEntry = InputEntry | ReplyEntry | CompactionEntry;

/** What decides where runs are cut. */
export interface CutFacts {
  /** Words, an image or a file of the user's own. */
  readonly isUserTurn: boolean;
  /** Tool calls and their results, in order. */
  readonly pairs: readonly { readonly callId: string; readonly isResult: boolean }[];
}

/** What was given to the model: a user turn, a tool result, a system or developer message. */
export interface InputEntry {
  readonly kind: 'input';
  readonly id: string | null;
  readonly senderId: string;
  readonly item: InputItem;
  readonly atMs: number | null;
  /** Left out: told from the item. */
  readonly facts?: CutFacts;
}

/** What one call of the model gave back. */
export interface ReplyEntry {
  readonly kind: 'reply';
  readonly id: string | null;
  readonly items: readonly InputItem[];
  readonly model: string | null;
  /** Null when the source reports none for this call. */
  readonly usage: CallUsage | null;
  readonly atMs: number | null;
  /** How the call ended, where that decides how the run did; null: as calls end. */
  readonly ended: Extract<RunStatus, 'open' | 'paused' | 'error' | 'cancelled'> | null;
  /** Left out: told from the items. */
  readonly facts?: CutFacts;
}

/** From here on the model was given a summary in place of everything before it. */
export interface CompactionEntry {
  readonly kind: 'compaction';
  readonly id: string | null;
  /** Null when the summary is encrypted. */
  readonly text: string | null;
  readonly trigger: 'auto' | 'manual' | 'unknown';
  /** As it was read. */
  readonly raw: Readonly<Record<string, unknown>>;
  readonly atMs: number | null;
}
