import { InspectorError } from '../../core/domain/errors.ts';
import { waitForWrite } from '../../core/adapters/sqlite/wait-for-write.ts';
import { threadOf } from './open-thread.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** Hides a thread. Its rows stay until the next start, so that it can be brought back. */
export async function removeThread(context: WorkspaceContext, thread: number): Promise<null> {
  threadOf(context.reader, thread);
  const remove = context.db.prepare('UPDATE threads SET removed_at_ms = ? WHERE thread_ref = ?');
  await waitForWrite(() => remove.run(context.nowMs(), thread));
  return null;
}

/** @throws InspectorError 'not-found' for a thread that is gone for good. */
export async function restoreThread(context: WorkspaceContext, thread: number): Promise<null> {
  if (context.reader.threadByRef(thread) === null) {
    throw new InspectorError(
      'not-found',
      'This thread can’t be brought back any more; import its file again.',
    );
  }
  const restore = context.db.prepare('UPDATE threads SET removed_at_ms = NULL WHERE thread_ref = ?');
  await waitForWrite(() => restore.run(thread));
  return null;
}
