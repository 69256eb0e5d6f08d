import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One sentence, one action. */
export function EmptyState({
  icon,
  title,
  action,
  children,
  className,
}: {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
  readonly className?: string;
}): ReactElement {
  return (
    <div
      className={classNames(
        'mx-auto flex max-w-90 flex-col items-center justify-center gap-2 p-6 text-center',
        className,
      )}
    >
      {icon === undefined ? null : <span className="mb-1 text-faint">{icon}</span>}
      <p className="text-lg font-semibold text-balance">{title}</p>
      {children === undefined ? null : <div className="text-muted text-pretty">{children}</div>}
      {action === undefined ? null : <div className="mt-2">{action}</div>}
    </div>
  );
}
