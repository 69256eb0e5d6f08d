import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { ThreadRef } from '../../../core/contract.ts';

/** Runs further away than this move no further: the eye follows the fold, not each card. */
const LONGEST_WAY_PX = 160;

/**
 * Folds the blocks that have just been covered into the boundary behind them, as far as they are in
 * sight. Only marks them for the stylesheet, which knows the motion and whether the system wants any.
 *
 * @param coveredRuns Runs 0 … coveredRuns−1 are folded.
 */
export function useFoldMotion(
  list: RefObject<HTMLElement | null>,
  thread: ThreadRef,
  coveredRuns: number,
): void {
  const before = useRef({ thread, coveredRuns });
  useLayoutEffect(() => {
    const was = before.current;
    before.current = { thread, coveredRuns };
    if (list.current === null || was.thread !== thread || was.coveredRuns >= coveredRuns) return;
    const blocks = blocksOf(list.current).filter(({ run }) => run >= was.coveredRuns && run < coveredRuns);
    const boundary = boundaryAt(list.current, coveredRuns);
    const last = blocks.at(-1);
    const end = boundary === null ? (last?.top ?? 0) : topOf(boundary);
    for (const { element, top } of blocks) {
      element.style.setProperty('--fold-by', `${Math.min(LONGEST_WAY_PX, Math.max(0, end - top))}px`);
      mark(element, 'run');
    }
    if (boundary !== null) mark(boundary, 'boundary');
  }, [list, thread, coveredRuns]);
}

interface Block {
  readonly element: HTMLElement;
  readonly run: number;
  readonly top: number;
}

function blocksOf(list: HTMLElement): readonly Block[] {
  return [...list.querySelectorAll<HTMLElement>('[data-run]')].map((element) => ({
    element,
    run: Number(element.dataset['run']),
    top: topOf(element),
  }));
}

/** The row between the last covered run and the next, if there is one. */
function boundaryAt(list: HTMLElement, coveredRuns: number): HTMLElement | null {
  const last = list.querySelector<HTMLElement>(`[data-run="${coveredRuns - 1}"]`);
  if (last === null) return null;
  const row = list.querySelector<HTMLElement>(`[data-index="${Number(last.dataset['index']) + 1}"]`);
  return row === null || row.dataset['run'] !== undefined ? null : row;
}

/** As the list has set it: asking where it lies would lay the page out. */
function topOf(element: HTMLElement): number {
  return Number.parseFloat(element.style.top) || 0;
}

/** What is folding already goes on: while a knob turns nothing begins anew at each step. */
function mark(element: HTMLElement, kind: 'run' | 'boundary'): void {
  if (element.dataset['folding'] !== undefined) return;
  element.dataset['folding'] = kind;
  const done = (event: AnimationEvent): void => {
    if (event.target !== element) return;
    delete element.dataset['folding'];
    element.removeEventListener('animationend', done);
    element.removeEventListener('animationcancel', done);
  };
  element.addEventListener('animationend', done);
  element.addEventListener('animationcancel', done);
}
