import { Suspense, useState, type ReactElement } from 'react';
import type { ExperimentId, ThreadRef } from '../../../core/contract.ts';
import { loadExperiments } from '../../data/experiment-loader.ts';
import { valueOf } from '../../data/async.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { later } from '../../components/later.tsx';
import { useExperimentsStore } from '../../stores/experiments-store.ts';
import { ExperimentItem } from './ExperimentItem.tsx';

const CompareDialog = later('rest', async () => (await import('./CompareDialog.tsx')).CompareDialog);
const ExperimentDialog = later('rest', async () => (await import('./ExperimentDialog.tsx')).ExperimentDialog);

/** The thread's experiments, pinned ones first, then the newest. */
export function ExperimentList({ thread }: { readonly thread: ThreadRef }): ReactElement {
  const experiments = useExperimentsStore((state) => state.experiments);
  const [opened, setOpened] = useState<ExperimentId | null>(null);
  const [compared, setCompared] = useState<ExperimentId | null>(null);
  const rows = valueOf(experiments) ?? [];
  const withText = rows.filter((row) => row.summaryTokens !== null);
  return (
    <section aria-label="Experiments" className="flex flex-col">
      <div className="flex min-h-6.5 items-center justify-between">
        <h3 className="section-label">Experiments{rows.length === 0 ? '' : ` · ${rows.length}`}</h3>
        {withText.length < 2 ? null : (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              setCompared(withText[0]?.experiment ?? null);
            }}
          >
            Compare…
          </Button>
        )}
      </div>
      {experiments.state === 'failed' ? (
        <ErrorState
          title="The experiments can't be read"
          message={experiments.error.message}
          onRetry={() => void loadExperiments(thread)}
        />
      ) : null}
      {experiments.state === 'ready' && rows.length === 0 ? (
        <p className="text-sm text-muted">
          None yet. Running a summarizer keeps its request, answer, cost and time here.
        </p>
      ) : null}
      <ul className="-mx-3.5">
        {rows.map((row) => (
          <ExperimentItem
            key={row.experiment}
            thread={thread}
            experiment={row}
            onOpen={() => {
              setOpened(row.experiment);
            }}
            onCompare={
              row.summaryTokens === null || withText.length < 2
                ? null
                : () => {
                    setCompared(row.experiment);
                  }
            }
          />
        ))}
      </ul>
      <Suspense fallback={null}>
        {opened === null ? null : (
          <ExperimentDialog
            experiment={opened}
            onClose={() => {
              setOpened(null);
            }}
          />
        )}
        {compared === null ? null : (
          <CompareDialog
            rows={withText}
            first={compared}
            onClose={() => {
              setCompared(null);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
