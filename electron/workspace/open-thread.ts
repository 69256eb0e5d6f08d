import { InspectorError } from '../../core/domain/errors.ts';
import type { ThreadReader } from '../../core/adapters/sqlite/stored-thread.ts';
import type { RunRowRecord, ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';

/** @throws InspectorError 'not-found' for a thread that is not in the workspace, or was removed from it. */
export function threadOf(reader: ThreadReader, thread: number): ThreadRowRecord {
  const row = reader.threadByRef(thread);
  if (row === null || row.removed_at_ms !== null) {
    throw new InspectorError('not-found', 'This thread is no longer in the workspace.');
  }
  return row;
}

/** @throws InspectorError 'not-found' */
export function runOf(reader: ThreadReader, thread: number, run: number): RunRowRecord {
  threadOf(reader, thread);
  const row = reader.runAt(thread, run);
  if (row === null) throw new InspectorError('not-found', `This thread has no run ${run + 1}.`);
  return row;
}
