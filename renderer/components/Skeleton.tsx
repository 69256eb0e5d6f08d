import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/**
 * A bar in the place of something that is being loaded. `late`: it appears only when the wait lasts, by
 * style alone; for rows that come and go by the hundred.
 */
export function Skeleton({
  late = false,
  className,
}: {
  readonly late?: boolean;
  readonly className?: string;
}): ReactElement {
  return (
    <span
      aria-hidden
      className={classNames(
        'block rounded bg-track',
        late ? 'animate-skeleton-late' : 'animate-skeleton',
        className,
      )}
    />
  );
}

const PATIENCE_MS = 150;

/** Shows its children only when the wait lasts: a quick answer should not flash a skeleton. */
export function AfterPatience({ children }: { readonly children: ReactNode }): ReactNode {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setWaited(true);
    }, PATIENCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return waited ? children : null;
}
