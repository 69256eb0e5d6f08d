import type { ReactElement, RefObject } from 'react';
import { useMemo } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { classNames } from '../../components/class-names.ts';
import { grouped } from '../../components/format.ts';
import { viewActions } from '../../stores/view-store.ts';
import { outlineMarks, type OutlineMark } from './outline-marks.ts';

const LOOKS: Readonly<Record<OutlineMark['kind'], string>> = {
  boundary: 'h-1 w-3 bg-summary',
  inert: 'h-1 w-3 bg-covered',
  preview: 'h-1 w-3 border border-dashed border-summary bg-summary-soft',
  finding: 'size-1.5 rotate-45 bg-dropped',
};

/** The whole thread as a strip at the edge: boundaries and findings as marks that jump to their run. */
export function OutlineRail({
  overview,
  previewedRuns,
  scroller,
}: {
  readonly overview: ThreadOverview;
  readonly previewedRuns: number | null;
  readonly scroller: RefObject<HTMLElement | null>;
}): ReactElement | null {
  const marks = useMemo(() => outlineMarks(overview, previewedRuns), [overview, previewedRuns]);
  if (marks.length === 0) return null;
  return (
    <nav aria-label="Outline of the thread" className="absolute inset-y-0 left-0.5 z-10 w-4">
      {marks.map((mark) => (
        <button
          key={`${mark.kind} ${mark.run}`}
          type="button"
          tabIndex={-1}
          aria-label={mark.text}
          title={mark.text}
          className="absolute flex h-2 w-full -translate-y-1/2 items-center justify-center rounded-[2px] hover:bg-surface-hover"
          style={{ top: `${(100 * (mark.run + 0.5)) / Math.max(1, overview.runCount)}%` }}
          onClick={() => {
            viewActions().goToRun(Math.min(overview.runCount - 1, mark.run));
            scroller.current?.focus({ preventScroll: true });
          }}
        >
          <span aria-hidden className={classNames('block rounded-[1px]', LOOKS[mark.kind])} />
        </button>
      ))}
      <span className="sr-only">{grouped(marks.length)} marks; [ and ] move between boundaries</span>
    </nav>
  );
}
