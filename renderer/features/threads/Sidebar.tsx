import { Import, SearchX } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { grouped } from '../../components/format.ts';
import { AfterPatience, Skeleton } from '../../components/Skeleton.tsx';
import { valueOf } from '../../data/async.ts';
import { searchThreads } from '../../data/thread-loader.ts';
import { useThreadStore, type ThreadListing } from '../../stores/thread-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { WatchingSection } from '../import/WatchingSection.tsx';
import { ThreadList } from './ThreadList.tsx';
import { ThreadSearch } from './ThreadSearch.tsx';

/** The workspace's threads: search, list, import. */
export function Sidebar(): ReactElement {
  const listing = useThreadStore((state) => state.listing);
  const shown = valueOf(listing);
  return (
    <nav aria-label="Workspace" className="flex h-full flex-col bg-surface">
      <div className="shrink-0 px-3.5 pt-3 pb-1">
        <ThreadSearch />
        <h2 id="threads-label" className="section-label mt-3" aria-live="polite">
          {headline(shown)}
        </h2>
      </div>
      <div className="min-h-0 flex-1">
        {listing.state === 'failed' ? (
          <ErrorState
            className="m-3.5"
            title="The list can't be read"
            message={listing.error.message}
            onRetry={() => void searchThreads('')}
          />
        ) : (
          <Rows listing={shown} />
        )}
      </div>
      <WatchingSection />
      <div className="shrink-0 border-t border-line p-3.5">
        <Button
          className="w-full"
          icon={<Import aria-hidden className="size-3.5" />}
          onClick={() => {
            viewActions().openDialog('import');
          }}
        >
          Import exports…
        </Button>
      </div>
    </nav>
  );
}

function headline(listing: ThreadListing | null): string {
  if (listing === null) return 'Threads';
  const count = grouped(listing.totalThreads);
  return listing.search === '' ? `Threads · ${count}` : `Found · ${count}`;
}

function Rows({ listing }: { readonly listing: ThreadListing | null }): ReactElement {
  if (listing === null)
    return (
      <AfterPatience>
        <div role="status" aria-label="Reading the list of threads" className="flex flex-col gap-4 p-3.5">
          {[0, 1, 2, 3, 4].map((row) => (
            <div key={row}>
              <Skeleton className="h-3.5 w-44" />
              <Skeleton className="mt-1.5 h-3 w-32" />
              <Skeleton className="mt-2 h-1 w-full" />
            </div>
          ))}
        </div>
      </AfterPatience>
    );
  if (listing.rows.length > 0) return <ThreadList listing={listing} />;
  if (listing.search !== '')
    return (
      <EmptyState icon={<SearchX aria-hidden className="size-6" />} title="No thread says that">
        Titles, messages and tool results were searched for “{listing.search}”.
      </EmptyState>
    );
  return (
    <EmptyState title="No threads yet">Import an export, or drop files anywhere on this window.</EmptyState>
  );
}
