import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';

/** A card of the lab: what it shows, a control at its right, and the thing itself. */
export function LabCard({
  title,
  aside,
  className,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section aria-label={title} className={classNames('card min-w-0 p-3.5', className)}>
      <header className="mb-2.5 flex min-h-6 items-center justify-between gap-3">
        <h3 className="truncate font-semibold text-muted">{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  );
}
