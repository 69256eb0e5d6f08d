import type { ImportId, PastImport, ThreadRef } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { valueOf } from '../../data/async.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { toastActions } from '../../stores/toast-store.ts';
import { useViewStore } from '../../stores/view-store.ts';
import { baseName } from './path-words.ts';
import { startJob } from './start-import.ts';

export async function undoImport(past: PastImport): Promise<void> {
  const result = await request('imports:undo', { importId: past.importId });
  if (!result.ok) {
    toastActions().complain(result.error.message);
    return;
  }
  await leaveWhatIsGone(result.value);
  toastActions().say(`The import of ${baseName(past.path)} was undone.`, () => {
    void repeatImport(past.importId);
  });
}

export function repeatImport(importId: ImportId): Promise<void> {
  return startJob((jobId) => request('imports:repeat', { jobId, importId }), true);
}

/** A thread that an undo took out is not left open. */
async function leaveWhatIsGone(changed: readonly ThreadRef[]): Promise<void> {
  const { selectedThread, actions } = useViewStore.getState();
  if (selectedThread === null || !changed.includes(selectedThread)) return;
  const opened = await request('threads:open', { thread: selectedThread });
  if (opened.ok || useViewStore.getState().selectedThread !== selectedThread) return;
  const rows = valueOf(useThreadStore.getState().listing)?.rows ?? [];
  actions.selectThread(rows.find((row) => !changed.includes(row.thread))?.thread ?? null);
}
