import type { ThreadRef } from '../../core/contract.ts';

const KEY = 'tidemark.scroll';
const MOST_THREADS = 50;
const WRITE_DELAY_MS = 400;

let offsets: Map<ThreadRef, number> | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Read once; what makes no sense is forgotten. */
function remembered(): Map<ThreadRef, number> {
  if (offsets !== null) return offsets;
  const known = new Map<ThreadRef, number>();
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    for (const entry of listOf(parsed)) {
      const [thread, offset] = listOf(entry);
      if (typeof thread === 'number' && typeof offset === 'number') known.set(thread, offset);
    }
  } catch {
    // Broken text is a place that isn't known: the list starts at its top.
  }
  offsets = known;
  return known;
}

/** Pixels from the top of a thread's list of runs, where the person left it; 0 when it isn't known. */
export function scrollOffsetOf(thread: ThreadRef): number {
  return remembered().get(thread) ?? 0;
}

/** Remembered at once, written when the scrolling has come to rest. */
export function rememberScroll(thread: ThreadRef, offset: number): void {
  const known = remembered();
  known.delete(thread);
  known.set(thread, Math.round(offset));
  for (const oldest of known.keys()) {
    if (known.size <= MOST_THREADS) break;
    known.delete(oldest);
  }
  timer ??= setTimeout(() => {
    timer = null;
    localStorage.setItem(KEY, JSON.stringify([...known]));
  }, WRITE_DELAY_MS);
}
