import type { ReactElement } from 'react';
import { Skeleton } from '../../components/Skeleton.tsx';

/** The shape of a thread while it is being read. */
export function ThreadSkeleton(): ReactElement {
  return (
    <div role="status" aria-label="Reading the thread" className="flex h-full flex-col">
      <div className="border-b border-line bg-surface px-5 pt-3.5 pb-3">
        <Skeleton className="h-5 w-72" />
        <Skeleton className="mt-2 h-3.5 w-96" />
        <Skeleton className="mt-3.5 h-3 w-full" />
        <Skeleton className="mt-3 h-3.5 w-80" />
      </div>
      <div className="flex flex-col gap-2 p-5">
        <Skeleton className="h-36 w-full rounded-card" />
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-11 w-full rounded-card" />
        ))}
      </div>
    </div>
  );
}
