import { Square } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import type { ThreadRef } from '../../../core/contract.ts';
import { loadExperiments } from '../../data/experiment-loader.ts';
import { cancelJob } from '../../data/job-feed.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useJobsStore, type ExperimentJob } from '../../stores/jobs-store.ts';
import { startReplay } from '../lab/replay-control.ts';
import { runSummarizer } from './run-summarizer.ts';

/** The button that really runs the summarizer, and what comes of it. */
export function RunSection({
  thread,
  disabledReason,
}: {
  readonly thread: ThreadRef;
  /** Null: it can be run. */
  readonly disabledReason: string | null;
}): ReactElement {
  const job = useJobsStore((state) =>
    state.jobs.find((found) => found.kind === 'experiment' && found.thread === thread),
  );
  const experiment = job?.kind === 'experiment' ? job : null;
  const isRunning = experiment !== null && experiment.end === null;
  useReloadAtEnd(thread, experiment);
  return (
    <section aria-label="Run" className="flex flex-col gap-2">
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={startReplay}>Replay</Button>
        <Button
          variant="primary"
          disabled={disabledReason !== null || isRunning}
          title={disabledReason ?? undefined}
          onClick={() => void runSummarizer(thread)}
        >
          {isRunning ? 'Summarizing…' : 'Run summarizer'}
        </Button>
      </div>
      {isRunning ? <Running job={experiment} /> : null}
      {experiment === null || experiment.end === null ? null : <Outcome end={experiment.end} />}
    </section>
  );
}

function useReloadAtEnd(thread: ThreadRef, job: ExperimentJob | null): void {
  const stored = job?.end?.experiment ?? null;
  useEffect(() => {
    if (stored !== null) void loadExperiments(thread);
  }, [thread, stored]);
}

function Running({ job }: { readonly job: ExperimentJob }): ReactElement {
  return (
    <div className="flex flex-col gap-2 rounded-card border border-summary-line bg-summary-soft px-3 py-2.5">
      <p className="max-h-40 overflow-auto text-sm whitespace-pre-wrap text-text">
        {job.text === '' ? <span className="text-muted">Waiting for the first words…</span> : job.text}
      </p>
      <Button
        size="small"
        className="self-start"
        icon={<Square aria-hidden className="size-3" />}
        onClick={() => void cancelJob(job.jobId)}
      >
        Stop
      </Button>
    </div>
  );
}

function Outcome({ end }: { readonly end: NonNullable<ExperimentJob['end']> }): ReactElement | null {
  if (end.error !== null && end.error.code === 'cancelled')
    return (
      <p role="status" className="text-sm text-muted">
        Stopped. Nothing was kept.
      </p>
    );
  if (end.error !== null) return <ErrorState title="The summarizer failed" message={end.error.message} />;
  if (end.reason === null) return null;
  return (
    <p role="status" className="text-sm text-muted">
      Nothing to summarize: {end.reason}
    </p>
  );
}
