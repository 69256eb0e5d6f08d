import { ThreadConflict } from './import-writer.ts';
import { sameMessage } from './same-message.ts';
import type { PlacedRun, StagedThread } from './staged-thread.ts';
import { storedAsPlaced } from './stored-as-placed.ts';
import type { ThreadReader } from './stored-thread.ts';
import type { RunRowRecord } from './thread-rows.ts';

/**
 * The runs of a thread as they are placed, those that a branch repeats with the text that the workspace has
 * of them: the file may know less of a run than the workspace.
 *
 * @throws ThreadConflict when the branch is stored with other runs than it repeats now.
 */
export function withStoredCopies(
  reader: ThreadReader,
  thread: StagedThread,
  delivered: readonly PlacedRun[],
): readonly PlacedRun[] {
  return delivered.map((placed) => {
    if (placed.run.copiedFrom === null) return placed;
    const whole = wholeCopy(reader, placed);
    const row = thread.stored?.runById.get(placed.run.runId);
    return row === undefined ? whole : checkedCopy(reader, thread, whole, row);
  });
}

/** The workspace has more of the run than this file has. */
function wholeCopy(reader: ThreadReader, placed: PlacedRun): PlacedRun {
  const row = placed.stored?.row;
  if (row === undefined || placed.figures.messageCount >= row.message_count) return placed;
  const owner = reader.threadByRef(row.thread_ref);
  if (owner === null) return placed;
  const stored = storedAsPlaced(reader, owner, row);
  const { threadId, conversationId, copiedFrom } = placed.run;
  return { ...stored, run: { ...stored.run, threadId, conversationId, copiedFrom } };
}

function checkedCopy(
  reader: ThreadReader,
  thread: StagedThread,
  placed: PlacedRun,
  row: RunRowRecord,
): PlacedRun {
  const keys = reader.bodyKeys(row.run_key);
  const isShared = keys.every((key, part) => (placed.bodyKeys[part] ?? key) === key);
  if (isShared || thread.stored === null) return placed;
  const stored = reader.messages(row);
  const repeated = reader.messagesOf(placed.bodyKeys, placed.run.runId);
  const saysMore = repeated.length > stored.length;
  if (saysMore || repeated.some((message, index) => !sameMessage(stored[index], message))) {
    throw new ThreadConflict(thread.header.threadId, placed.run.runId);
  }
  return storedAsPlaced(reader, thread.stored.row, row);
}
