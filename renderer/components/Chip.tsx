import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A value with what it is, e.g. `INV-2041` `identifier`. */
export function Chip({
  label,
  className,
  children,
}: {
  readonly label?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-baseline gap-1.5 rounded-control border border-line-strong bg-surface px-2 py-0.5',
        className,
      )}
    >
      <span className="numeric truncate text-text">{children}</span>
      {label === undefined ? null : <span className="shrink-0 text-xs text-muted">{label}</span>}
    </span>
  );
}
