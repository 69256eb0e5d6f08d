import { CircleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';

/** What could not be done, why, and what to do now. The rest of the window stays usable. */
export function ErrorState({
  title,
  message,
  onRetry,
  action,
  className,
}: {
  readonly title: string;
  readonly message: string;
  readonly onRetry?: () => void;
  readonly action?: ReactNode;
  readonly className?: string;
}): ReactElement {
  return (
    <div
      role="alert"
      className={classNames(
        'flex items-start gap-3 rounded-card border border-dropped bg-dropped-soft p-3.5',
        className,
      )}
    >
      <CircleAlert aria-hidden className="mt-px size-4 shrink-0 text-dropped-ink" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-dropped-ink">{title}</p>
        <p data-selectable className="mt-0.5 text-text">
          {message}
        </p>
        {onRetry === undefined && action === undefined ? null : (
          <div className="mt-2.5 flex gap-2">
            {onRetry === undefined ? null : (
              <Button size="small" onClick={onRetry}>
                Try again
              </Button>
            )}
            {action}
          </div>
        )}
      </div>
    </div>
  );
}
