import { MessagesSquare } from 'lucide-react';
import { Suspense, useDeferredValue, type ReactElement } from 'react';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { later } from '../components/later.tsx';
import { AfterPatience } from '../components/Skeleton.tsx';
import { isLong, openThread } from '../data/thread-loader.ts';
import { valueOf } from '../data/async.ts';
import { EarlyThread } from '../features/header/EarlyThread.tsx';
import { ThreadSkeleton } from '../features/header/ThreadSkeleton.tsx';
import { useThreadStore } from '../stores/thread-store.ts';
import { viewActions } from '../stores/view-store.ts';

const OpenThread = later('next', async () => (await import('./OpenThread.tsx')).OpenThread);

/** The middle of the window: the selected thread, or what stands in its place. */
export function ThreadArea(): ReactElement {
  const overview = useThreadStore((state) => state.overview);
  // Deferred: a long thread is drawn in slices, and the window goes on answering meanwhile.
  const shown = useDeferredValue(valueOf(overview));
  return (
    <section aria-label="Thread" className="h-full min-w-0 overflow-hidden bg-bg">
      <Suspense fallback={null}>
        {shown === null ? <Instead /> : <OpenThread key={shown.thread} overview={shown} />}
      </Suspense>
    </section>
  );
}

function Instead(): ReactElement {
  const overview = useThreadStore((state) => state.overview);
  const thread = useThreadStore((state) => state.overviewOf);
  const row = useThreadStore((state) =>
    valueOf(state.listing)?.rows.find((found) => found.thread === thread),
  );
  const isWorkspaceEmpty = useThreadStore((state) => state.totals?.threads === 0);
  if (overview.state === 'failed')
    return (
      <div className="p-5">
        <ErrorState
          title="This thread can't be shown"
          message={overview.error.message}
          onRetry={() => void openThread(thread)}
        />
      </div>
    );
  if (overview.state === 'loading')
    return row !== undefined && isLong(row) ? (
      <EarlyThread row={row} />
    ) : (
      <AfterPatience>
        <ThreadSkeleton />
      </AfterPatience>
    );
  return (
    <EmptyState
      className="h-full"
      icon={<MessagesSquare aria-hidden className="size-8" />}
      title={isWorkspaceEmpty ? 'Nothing here yet' : 'No thread selected'}
      action={
        isWorkspaceEmpty ? (
          <Button
            variant="primary"
            onClick={() => {
              viewActions().openDialog('import');
            }}
          >
            Import exports…
          </Button>
        ) : undefined
      }
    >
      {isWorkspaceEmpty
        ? 'Import a thread export, or drop files anywhere on this window.'
        : 'Choose a thread at the left to see its runs and what the model sees of them.'}
    </EmptyState>
  );
}
