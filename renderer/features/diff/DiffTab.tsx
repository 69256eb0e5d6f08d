import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { AfterPatience, Skeleton } from '../../components/Skeleton.tsx';
import { valueOf } from '../../data/async.ts';
import { useDiffStore } from '../../stores/diff-store.ts';
import { AsSent } from './AsSent.tsx';
import { DiffColumns } from './DiffColumns.tsx';
import { DiffToolbar } from './DiffToolbar.tsx';
import { useDiffChoice, useDiffSummary, useViewChoice } from './use-diff-summary.ts';

/** The transcript beside what the model gets of it. */
export function DiffTab({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const choice = useDiffChoice(overview);
  const view = useViewChoice(overview);
  const summary = useDiffSummary(overview);
  const { onlyChanges, asSent } = useDiffStore();
  const shown = valueOf(summary);
  return (
    <div className="flex h-full flex-col gap-3">
      <div className="px-5 pt-3.5">
        <DiffToolbar overview={overview} choice={choice} summary={shown} />
      </div>
      {summary.state === 'failed' ? (
        <div className="px-5">
          <ErrorState title="The diff can't be made" message={summary.error.message} />
        </div>
      ) : asSent ? (
        <AsSent thread={overview.thread} view={view} />
      ) : shown === null ? (
        <AfterPatience>
          <div role="status" aria-label="Comparing" className="flex gap-8.5 px-5">
            <Skeleton className="h-40 flex-1 rounded-card" />
            <Skeleton className="h-40 flex-1 rounded-card" />
          </div>
        </AfterPatience>
      ) : shown.covering === null ? (
        <EmptyState title="The model gets the whole transcript" className="flex-1">
          Nothing is folded in this view, so there is no difference to show. Lower the threshold, or choose
          another view above.
        </EmptyState>
      ) : (
        <>
          <div className="flex px-5 text-sm font-medium text-muted">
            <h3 className="flex-1">Transcript · as written</h3>
            <span className="w-8.5" />
            <h3 className="flex-1">Model view · what the model gets</h3>
          </div>
          <DiffColumns
            key={`${overview.thread} ${choice}`}
            thread={overview.thread}
            summary={shown}
            onlyChanges={onlyChanges}
          />
        </>
      )}
    </div>
  );
}
