import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import { FactIndexBuilder, type FactIndex, type MessageFactIds } from '../../core/facts/fact-index.ts';
import { buildRetentionIndex, type RetentionIndex } from '../../core/replay/index.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** What was read of a thread's facts: which there are, and where they stand for a sweep. */
export interface LabFacts {
  readonly index: FactIndex;
  readonly retention: RetentionIndex;
}

export interface LabFactsCache {
  /** Reads the whole thread the first time, which a cancel stops. */
  get(context: WorkspaceContext, thread: ThreadRowRecord, signal?: CancelSignal): LabFacts;
}

/** Facts of threads with this many messages together are kept: a selection is swept again and again. */
const KEPT_MESSAGES = 200_000;

export function createLabFacts(): LabFactsCache {
  const kept = new Map<string, { readonly facts: LabFacts; readonly messages: number }>();
  let messages = 0;
  return {
    get: (context, thread, signal) => {
      const key = `${thread.thread_ref}/${thread.run_count}/${thread.message_count}`;
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key);
        kept.set(key, known);
        return known.facts;
      }
      const facts = readFacts(context, thread, signal);
      kept.set(key, { facts, messages: thread.message_count });
      messages += thread.message_count;
      for (const [oldest, entry] of kept) {
        if (messages <= KEPT_MESSAGES || kept.size === 1) break;
        kept.delete(oldest);
        messages -= entry.messages;
      }
      return facts;
    },
  };
}

function readFacts(context: WorkspaceContext, thread: ThreadRowRecord, signal?: CancelSignal): LabFacts {
  const builder = new FactIndexBuilder();
  const messagesPerRun: number[] = [];
  const ids: MessageFactIds[] = [];
  for (let position = 0; position < thread.run_count; position += 1) {
    signal?.throwIfAborted();
    const row = context.reader.runAt(thread.thread_ref, position);
    const added = builder.addRun(row === null ? [] : context.reader.messages(row));
    messagesPerRun.push(added.length);
    for (const message of added) ids.push(message);
  }
  return {
    index: builder.index(),
    retention: buildRetentionIndex(
      messagesPerRun,
      ids.map(({ facts }) => facts),
      ids.map(({ occurrences }) => occurrences),
    ),
  };
}
