import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A bar in the place of something that is being loaded. */
export function Skeleton({ className }: { readonly className?: string }): ReactElement {
  return <span aria-hidden className={classNames('animate-skeleton block rounded bg-track', className)} />;
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
