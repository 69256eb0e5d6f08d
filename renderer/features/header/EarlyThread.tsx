import { ChevronRight } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import type { ThreadRow } from '../../../core/contract.ts';
import { counted, grouped } from '../../components/format.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { runPagesOf, type RunPages } from '../../data/run-pages.ts';
import { useRunHeader } from '../../data/use-run-header.ts';

/** As many as a high window shows. */
const RUNS = 24;

/** A long thread while its columns are on their way: its title and its first runs, where they will stay. */
export function EarlyThread({ row }: { readonly row: ThreadRow }): ReactElement {
  const pages = runPagesOf(row.thread);
  const runs = Math.min(RUNS, row.runCount);
  useEffect(() => {
    pages.want(0, runs - 1);
  }, [pages, runs]);
  return (
    <div role="status" aria-label="Reading the thread" className="flex h-full flex-col overflow-hidden">
      <div className="h-38.5 shrink-0 border-b border-line bg-surface px-5 pt-3.5">
        <p className="truncate text-xl font-semibold" dir="auto">
          {row.title}
        </p>
        <p className="mt-0.5 text-muted">{counted(row.runCount, 'run')}</p>
        <Skeleton className="mt-3 h-3 w-full" />
      </div>
      <div
        data-testid="early-runs"
        data-thread={row.thread}
        className="flex min-h-0 flex-1 flex-col gap-2 p-5 pt-3.5"
      >
        <Skeleton late className="mb-0.5 h-48 w-full shrink-0 rounded-card" />
        {Array.from({ length: runs }, (_, run) => (
          <EarlyRun key={run} pages={pages} run={run} />
        ))}
      </div>
    </div>
  );
}

function EarlyRun({ pages, run }: { readonly pages: RunPages; readonly run: number }): ReactElement {
  const header = useRunHeader(pages, run);
  return (
    <div
      data-run={header === null ? undefined : run}
      className="card flex h-11 shrink-0 items-center gap-2.5 pr-3.5 pl-4"
    >
      <span className="numeric min-w-7 text-right text-muted">{grouped(run + 1)}</span>
      <ChevronRight aria-hidden className="size-3.5 text-faint" />
      <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
        {header?.title ?? ''}
      </span>
    </div>
  );
}
