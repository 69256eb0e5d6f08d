import { threadId, type ThreadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import type { PlannedThread, ThreadPlan } from './plan-threads.ts';

/** The thread that a planned one parts from, also where they part inside their first run. */
export function branchOf(plan: ThreadPlan, thread: PlannedThread): ThreadHeader['branchOf'] {
  const shared = plan.branchOf(thread);
  if (shared !== null || !thread.isBranch) return shared;
  return { threadId: mainThreadOf(thread.threadId), runId: null };
}

/** The thread whose way a branch leaves: branches are called after it. */
export function mainThreadOf(branch: ThreadId): ThreadId {
  return threadId(branch.replace(/\/branch-[^/]*$/, ''));
}
