import type { ReactNode } from 'react';
import { ErrorState } from '../../components/ErrorState.tsx';
import { AfterPatience, Skeleton } from '../../components/Skeleton.tsx';
import { valueOf, type Async } from '../../data/async.ts';

/** What was asked for, once it is there; a failure says why. */
export function Answered<T>({
  answer,
  title,
  children,
}: {
  readonly answer: Async<T>;
  /** What can't be shown when it failed. */
  readonly title: string;
  readonly children: (value: T) => ReactNode;
}): ReactNode {
  if (answer.state === 'failed') return <ErrorState title={title} message={answer.error.message} />;
  const value = valueOf(answer);
  if (value !== null) return children(value);
  return (
    <AfterPatience>
      <div role="status" aria-label="Reading the thread" className="card flex flex-col gap-3 p-4">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} className="h-4 w-full" />
        ))}
      </div>
    </AfterPatience>
  );
}
