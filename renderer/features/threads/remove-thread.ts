import type { ThreadRow } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { toastActions } from '../../stores/toast-store.ts';
import { useViewStore } from '../../stores/view-store.ts';
import { valueOf } from '../../data/async.ts';

/** Takes a thread out of the workspace, selects its neighbour if it was shown, and offers to undo it. */
export async function removeThread(row: Pick<ThreadRow, 'thread' | 'title'>): Promise<void> {
  const { say, complain } = toastActions();
  const rows = valueOf(useThreadStore.getState().listing)?.rows ?? [];
  const result = await request('threads:remove', { thread: row.thread });
  if (!result.ok) {
    complain(result.error.message);
    return;
  }
  const { selectedThread, actions } = useViewStore.getState();
  if (selectedThread === row.thread) {
    const at = rows.findIndex((other) => other.thread === row.thread);
    actions.selectThread((rows[at + 1] ?? rows[at - 1])?.thread ?? null);
  }
  say(`“${shortened(row.title)}” was removed. The file it came from stays.`, () => {
    void restore(row.thread);
  });
}

async function restore(thread: number): Promise<void> {
  const result = await request('threads:restore', { thread });
  if (result.ok) useViewStore.getState().actions.selectThread(thread);
  else toastActions().complain(result.error.message);
}

function shortened(title: string): string {
  return title.length > 48 ? `${title.slice(0, 47)}…` : title;
}
