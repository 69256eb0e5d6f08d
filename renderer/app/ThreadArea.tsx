import { MessagesSquare } from 'lucide-react';
import { useDeferredValue, type ReactElement } from 'react';
import type { ThreadOverview } from '../../core/contract.ts';
import { Button } from '../components/Button.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorState } from '../components/ErrorState.tsx';
import { AfterPatience } from '../components/Skeleton.tsx';
import { TabBody, TabRow, Tabs } from '../components/Tabs.tsx';
import { isLong, openThread } from '../data/thread-loader.ts';
import { valueOf } from '../data/async.ts';
import { EarlyThread } from '../features/header/EarlyThread.tsx';
import { ThreadHeader } from '../features/header/ThreadHeader.tsx';
import { ThreadSkeleton } from '../features/header/ThreadSkeleton.tsx';
import { useThreadStore } from '../stores/thread-store.ts';
import { useViewStore, viewActions } from '../stores/view-store.ts';
import { TABS } from './features.ts';

/** The middle of the window: the selected thread, or what stands in its place. */
export function ThreadArea(): ReactElement {
  const overview = useThreadStore((state) => state.overview);
  // Deferred: a long thread is drawn in slices, and the window goes on answering meanwhile.
  const shown = useDeferredValue(valueOf(overview));
  return (
    <section aria-label="Thread" className="h-full min-w-0 overflow-hidden bg-bg">
      {shown === null ? <Instead /> : <OpenThread key={shown.thread} overview={shown} />}
    </section>
  );
}

function OpenThread({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const tab = useViewStore((state) => state.tab);
  return (
    <Tabs
      value={tab}
      className="flex h-full flex-col"
      onChange={(value) => {
        const found = TABS.find((candidate) => candidate.id === value);
        if (found !== undefined) viewActions().showTab(found.id);
      }}
    >
      <div className="shrink-0 border-b border-line bg-surface px-5 pt-3.5">
        <ThreadHeader overview={overview} />
        <TabRow
          label="Views of the thread"
          tabs={TABS.map(({ id, label, Note }) => ({
            value: id,
            label,
            ...(Note === undefined ? {} : { note: <Note overview={overview} /> }),
          }))}
        />
      </div>
      {TABS.map(({ id, label, Body }) => (
        <TabBody key={id} value={id} className="min-h-0 flex-1 outline-none">
          <h2 className="sr-only">{label}</h2>
          <Body overview={overview} />
        </TabBody>
      ))}
    </Tabs>
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
