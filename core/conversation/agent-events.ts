import type { ContextOccupancy } from '../domain/context-occupancy.ts';
import type { RunId } from '../domain/ids.ts';
import type { InputItem } from '../domain/input-item.ts';
import type { Message } from '../domain/message.ts';
import type { RunRecord, ThreadKey } from '../domain/thread.ts';
import type { Usage } from '../domain/usage.ts';
import type { SummaryResult } from '../summarizers/history-summarizer.ts';

/** What happens in a run, in order. */
export type AgentEvent =
  | { readonly type: 'run-started'; readonly runId: RunId; readonly thread: ThreadKey }
  | { readonly type: 'summarized'; readonly summary: SummaryResult }
  | {
      readonly type: 'model-called';
      /** Model calls of the run before this one. */
      readonly loopIteration: number;
      /** As the summarizer saw it. */
      readonly occupancy: ContextOccupancy;
      /** Spent by the run before this call, a summary made for it included. */
      readonly usageSoFar: Usage;
      readonly sent: readonly Message[];
    }
  | { readonly type: 'text'; readonly piece: string }
  | { readonly type: 'replied'; readonly message: Message; readonly usage: Usage | null }
  | { readonly type: 'tool-answered'; readonly message: Message }
  | { readonly type: 'run-saved'; readonly record: RunRecord };

export interface AgentResult {
  readonly runId: RunId;
  /** After a branch this is the new thread. */
  readonly thread: ThreadKey;
  /** 'paused': the run waits for an approval, which only the SDK can give; the message was queued. */
  readonly status: 'completed' | 'cancelled' | 'paused';
  /** Everything the run added after the user's message, in order. */
  readonly output: readonly InputItem[];
  /** Text of the assistant's messages in `output`. */
  readonly text: string;
  /** Spent by the run, summaries included. */
  readonly usage: Usage;
  readonly occupancy: ContextOccupancy;
}
