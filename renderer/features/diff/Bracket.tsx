import type { ReactElement } from 'react';
import { classNames } from '../../components/class-names.ts';

/** One piece of the bracket from the covered runs to what stands in their place. */
export function Bracket({
  place,
  dropped,
}: {
  readonly place: 'whole' | 'first' | 'middle' | 'last';
  readonly dropped: boolean;
}): ReactElement {
  const colour = dropped ? 'border-dropped' : 'border-summary-line';
  return (
    <div aria-hidden className="relative w-8.5 shrink-0">
      <span
        className={classNames(
          'absolute left-1 w-3 border-r-2',
          dropped && 'border-dashed',
          colour,
          place === 'whole' || place === 'first' ? 'top-2 rounded-tr-sm border-t-2' : '-top-2',
          place === 'whole' || place === 'last' ? 'bottom-2 rounded-br-sm border-b-2' : 'bottom-0',
        )}
      />
      {place === 'whole' || place === 'first' ? (
        <span
          className={classNames('absolute top-6 left-4 w-4.5 border-t-2', dropped && 'border-dashed', colour)}
        />
      ) : null}
    </div>
  );
}
