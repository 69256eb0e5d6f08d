import type { ThreadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import type { PlannedThread } from './plan-threads.ts';

/**
 * Where a thread branches off that begins with copies of another thread's runs, in a file of its own: at
 * the last of them. Null when its first run is no copy.
 *
 * @param copiedFrom The thread that a node was copied from; null for one of the thread's own.
 */
export function copiedBranch(
  thread: PlannedThread,
  copiedFrom: (node: number) => ThreadId | null,
): ThreadHeader['branchOf'] {
  let branch: ThreadHeader['branchOf'] = null;
  for (let run = 0; run < thread.runCount; run += 1) {
    const sources = thread.nodesFrom(thread.startOf(run), thread.entryEndOf(run)).map(copiedFrom);
    const [source = null] = sources;
    if (source === null || sources.includes(null)) break;
    branch = { threadId: source, runId: thread.runIdOf(run) };
  }
  return branch;
}
