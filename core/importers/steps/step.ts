import type { InputItem } from '../../domain/input-item.ts';
import type { ThreadId } from '../../domain/ids.ts';
import type { RunStatus } from '../../domain/thread.ts';
import type { CallUsage } from '../readers/usage.ts';

/**
 * One step of a thread in the order of the log: what importers of agents' session logs turn records
 * into, one by one, so that a long log is never in memory whole.
 */
export type Step = InputStep | ReplyStep | CallStep | CompactionStep | NoticeStep;

interface StepOrigin {
  readonly atMs: number | null;
  /** Another thread wrote it, and this one only repeats it: its calls count there. */
  readonly copiedFrom?: ThreadId | null;
}

/** What was given to the model. */
export interface InputStep extends StepOrigin {
  readonly kind: 'input';
  /**
   * - `turn`: words, an image or a file of the user's own: opens a run, unless one was just opened.
   * - `opening`: the same where the source says that a run begins.
   * - `result`: what a tool answered.
   * - `context`: put in by the program, or steering; stays in the run it stands in.
   * - `instructions`: of the whole thread, as long as no run has begun; then like `context`.
   */
  readonly role: 'opening' | 'turn' | 'result' | 'context' | 'instructions';
  readonly id: string | null;
  readonly senderId: string;
  readonly items: readonly InputItem[];
  /** The name of the run that it opens, if it opens one; left out or null: named by its place. */
  readonly runId?: string | null;
}

/** What the model wrote. */
export interface ReplyStep extends StepOrigin {
  readonly kind: 'reply';
  readonly id: string | null;
  /** Which agent it was; left out: `assistant`. */
  readonly senderId?: string;
  readonly items: readonly InputItem[];
  /**
   * The call it came from. `later`: a CallStep tells of it, and if none does, nothing is reported.
   * `same`: the call of the reply before.
   */
  readonly call: StepCall | 'later' | 'same';
}

/** The report of a call whose reply came earlier, or never. */
export interface CallStep extends StepOrigin {
  readonly kind: 'call';
  readonly call: StepCall;
}

export interface StepCall {
  readonly model: string | null;
  /** Null when nothing is reported. */
  readonly usage: CallUsage | null;
  /** The provider's id of the answer. */
  readonly answerId?: string | null;
  /** False: the usage is a sum over several calls. */
  readonly perCall?: boolean;
}

/** From here on the model was given a summary in place of what came before. */
export interface CompactionStep extends StepOrigin {
  readonly kind: 'compaction';
  readonly id: string | null;
  /** Null: encrypted when `opaque`, else the covered runs were only dropped. */
  readonly text: string | null;
  readonly opaque: boolean;
  readonly trigger: 'auto' | 'manual' | 'unknown';
  readonly tokensBefore: number | null;
  readonly tokensAfter: number | null;
  /** The id of the first step that was kept word for word; null: none before this one. */
  readonly keptFromId: string | null;
}

/** Something the program told its user and not the model. */
export interface NoticeStep extends StepOrigin {
  readonly kind: 'notice';
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
  /** How the run ended, if no reply follows in it. */
  readonly ends: RunEnd | null;
}

export type RunEnd = Extract<RunStatus, 'open' | 'paused' | 'error' | 'cancelled'>;
