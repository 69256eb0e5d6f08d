import { memo, type ReactElement } from 'react';
import { classNames } from '../../components/class-names.ts';

/** Words and numbers only: a cell that shows the same is then not drawn again. */
export interface HeatCellProps {
  /** Place of its policy in the grid. */
  readonly place: number;
  /** Key of its policy. */
  readonly policy: string;
  readonly text: string;
  /** Percent of the colour, a whole number; null: not worked out yet. */
  readonly strength: number | null;
  readonly isWarned: boolean;
  readonly isCurrent: boolean;
  readonly isRecommended: boolean;
  /** The one cell that Tab leads to. */
  readonly isTabStop: boolean;
  /** All that is known about it, while it is pointed at or Tab leads to it. */
  readonly words: string | null;
}

/** One policy of the heat map. Its size doesn't depend on what stands in it, so that new numbers move nothing. */
export const HeatCell = memo(function HeatCell(props: HeatCellProps): ReactElement {
  const { place, policy, text, strength, isWarned, isCurrent, isRecommended, isTabStop, words } = props;
  return (
    <span
      role="gridcell"
      data-place={place}
      data-policy={policy}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isCurrent}
      aria-label={words ?? undefined}
      title={words ?? undefined}
      className={classNames(
        'relative h-8 cursor-pointer rounded-control text-center leading-8 contain-strict hover:inset-ring-1 hover:inset-ring-muted focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent',
        strength === null && 'bg-track',
        isWarned &&
          "after:absolute after:top-0 after:right-0.5 after:text-[0.625rem] after:leading-3 after:font-bold after:text-dropped-ink after:content-['!']",
        isCurrent &&
          'outline-2 -outline-offset-2 outline-summary focus-visible:inset-ring-4 focus-visible:inset-ring-summary',
        isRecommended && !isCurrent && 'outline-2 -outline-offset-2 outline-kept',
        isRecommended && isCurrent && 'inset-ring-4 inset-ring-kept',
      )}
      style={
        strength === null
          ? undefined
          : { background: `color-mix(in srgb, var(--measured) ${strength}%, var(--surface-2))` }
      }
    >
      {text}
    </span>
  );
});
