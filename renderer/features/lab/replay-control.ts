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
  // The keyboard follows, so that Space plays and does not press the button again that led here.
  requestAnimationFrame(() => {
    document.getElementById(PLAY_BUTTON_ID)?.focus({ preventScroll: true });
  });
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

const TAKES_ARROWS =
  'input, select, textarea, [role=slider], [role=tab], [role=radio], [role=option], [data-place]';
const TAKES_SPACE = `${TAKES_ARROWS}, button, a, summary`;

/** A control that has the keyboard keeps Space, and the arrows where it has use for them, for itself. */
export function isKeyboardFree(key: string): boolean {
  return (document.activeElement?.closest(key === ' ' ? TAKES_SPACE : TAKES_ARROWS) ?? null) === null;
}

export const PLAY_BUTTON_ID = 'replay-play';
