import { valueOf } from '../../data/async.ts';
import { labActions, useLabStore } from '../../stores/lab-store.ts';
import { useThreadStore } from '../../stores/thread-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';

function openThreadCalls(): { readonly thread: number; readonly calls: number } | null {
  const overview = valueOf(useThreadStore.getState().overview);
  if (overview === null) return null;
  return { thread: overview.thread, calls: overview.profile.calls.addedTokens.length };
}

/** Moves the cursor to a call, kept inside the thread; a first move starts the replay. */
export function moveTo(call: number): void {
  const open = openThreadCalls();
  if (open === null || open.calls === 0) return;
  viewActions().setChartMode('policy');
  labActions().moveCursor({ thread: open.thread, call: Math.min(open.calls - 1, Math.max(0, call)) });
}

export function stepBy(calls: number): void {
  labActions().setPlaying(false);
  moveTo((useLabStore.getState().cursor?.call ?? -1) + calls);
}

export function togglePlaying(): void {
  const { cursor, isPlaying } = useLabStore.getState();
  const open = openThreadCalls();
  if (open === null || open.calls === 0) return;
  if (isPlaying) {
    labActions().setPlaying(false);
    return;
  }
  // At the end it plays again from the beginning.
  if (cursor === null || cursor.call >= open.calls - 1) moveTo(0);
  labActions().setPlaying(true);
}

/** Opens the replay in the lab, from its first call on. */
export function startReplay(): void {
  labActions().showSection('replay');
  viewActions().showTab('lab');
  moveTo(0);
}

export function stopReplay(): void {
  labActions().moveCursor(null);
}

/** Whether a replay is in sight, so that Space and the arrows mean it. */
export function isReplayShown(): boolean {
  const { cursor, section } = useLabStore.getState();
  const { tab } = useViewStore.getState();
  return (tab === 'lab' && section === 'replay') || (tab === 'runs' && cursor !== null);
}

/** A control that has the keyboard keeps Space and the arrows for itself. */
export function isKeyboardFree(): boolean {
  const focused = document.activeElement;
  return (
    focused === null ||
    focused.closest(
      'button, a, input, select, textarea, summary, [role=slider], [role=tab], [role=radio], [role=option]',
    ) === null
  );
}
