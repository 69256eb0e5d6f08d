import { threadId, type ThreadId } from '../../domain/ids.ts';
import { copyRuns } from './copy-runs.ts';
import type { ImportStore } from './import-store.ts';
import { decodeUnpaired } from './json-columns.ts';
import { sameMessage } from './same-message.ts';
import { writeRun, writtenRow } from './settle-run.ts';
import type { StagedRun, StagedThread, WrittenRow } from './staged-thread.ts';
import { runOfRow } from './stored-runs.ts';
import { ThreadConflict } from './thread-conflict.ts';
import type { RunRowRecord, ThreadRowRecord } from './thread-rows.ts';

/**
 * Puts the runs that a branch begins with in front of its own.
 *
 * @param source The thread they are from, with all of its runs in place; null when the file doesn't have it.
 * @throws ThreadConflict when the branch is stored with other runs than it repeats now.
 */
export function placePrefix(store: ImportStore, thread: StagedThread, source: ThreadRowRecord | null): void {
  const { prefix } = thread;
  if (prefix === null) return;
  const last = source === null ? null : store.reader.runById(source.thread_ref, prefix.upTo);
  const count = Math.max(0, (last?.position ?? -1) + 1);
  if (thread.before === null) insertPrefix(store, thread, source, count);
  else if (count !== thread.prefixCount) throw new ThreadConflict(thread.header.threadId, prefix.upTo);
  else if (source !== null) comparePrefix(store, thread, source, prefix.from);
}

function insertPrefix(
  { db, writer }: ImportStore,
  thread: StagedThread,
  source: ThreadRowRecord | null,
  count: number,
): void {
  writer.turnRuns(thread.threadRef, count);
  thread.prefixCount = count;
  if (source === null || thread.prefix === null) return;
  copyRuns(db, {
    fromThread: source.thread_ref,
    toThread: thread.threadRef,
    fromThreadId: thread.prefix.from,
    count,
  });
  thread.newRuns += count;
}

/** The file may have more of a run that a branch repeats than the workspace has. */
function comparePrefix(
  store: ImportStore,
  thread: StagedThread,
  source: ThreadRowRecord,
  from: ThreadId,
): void {
  const { reader } = store;
  for (let position = 0; position < thread.prefixCount; position += 1) {
    const original = reader.runAt(source.thread_ref, position);
    const row = reader.runAt(thread.threadRef, position);
    if (original === null || row === null) continue;
    if (original.run_id !== row.run_id) {
      throw new ThreadConflict(thread.header.threadId, runOfRow(original, source).runId);
    }
    const written = writtenRow(store, row);
    const copy = copyOf(store, original, source, from, written);
    if (isShared(written, copy)) writeRun(store, thread, position, copy);
    else if (!saysTheSame(store, written, copy)) {
      throw new ThreadConflict(thread.header.threadId, copy.run.runId);
    }
  }
}

function copyOf(
  { reader }: ImportStore,
  original: RunRowRecord,
  source: ThreadRowRecord,
  from: ThreadId,
  written: WrittenRow,
): StagedRun {
  const run = runOfRow(original, source);
  const bodyKeys = reader.bodyKeys(original.run_key);
  return {
    run: { ...run, copiedFrom: run.copiedFrom ?? from, threadId: threadId(original.copied_from ?? from) },
    figures: {
      title: original.title,
      messageCount: original.message_count,
      itemCount: original.item_count,
      toolCallCount: original.tool_call_count,
      toolResultCount: original.tool_result_count,
      unpaired: decodeUnpaired(original.unpaired),
      estimatedTokens: original.estimated_tokens,
      flatBytes: original.flat_bytes,
      replies: original.replies,
      callCount: original.call_count,
      startMark: 0,
    },
    bodyKeys,
    deliveries: bodyKeys.length,
    partsBefore: written.bodyKeys.length,
    written,
  };
}

/** Its text is that of the original, as far as it goes. */
function isShared(written: WrittenRow, copy: StagedRun): boolean {
  return written.bodyKeys.every((key, part) => (copy.bodyKeys[part] ?? key) === key);
}

function saysTheSame({ reader }: ImportStore, { row }: WrittenRow, copy: StagedRun): boolean {
  const stored = reader.messages(row);
  const repeated = reader.messagesOf(copy.bodyKeys, copy.run.runId);
  return (
    repeated.length <= stored.length &&
    repeated.every((message, index) => sameMessage(stored[index], message))
  );
}
