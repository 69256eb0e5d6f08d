import { useState, type ReactElement } from 'react';
import type { ExperimentDetail, ExperimentId } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { counted, duration, grouped } from '../../components/format.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { costWords, experimentName, factWords, shortfallWords } from './experiment-words.ts';
import { useExperiment } from '../../data/use-experiment.ts';

type Page = 'summary' | 'request' | 'response';

const PAGES = [
  { value: 'summary', label: 'Summary' },
  { value: 'request', label: 'Request sent' },
  { value: 'response', label: 'Answer as received' },
] as const;

/** What was sent, what came back, and what it took. */
export function ExperimentDialog({
  experiment,
  onClose,
}: {
  readonly experiment: ExperimentId;
  readonly onClose: () => void;
}): ReactElement {
  const detail = useExperiment(experiment);
  const [page, setPage] = useState<Page>('summary');
  const shown = detail.state === 'ready' ? detail.value : null;
  const text = shown === null ? null : pageText(shown, page);
  return (
    <Dialog
      open
      onClose={onClose}
      title={shown === null ? 'Experiment' : experimentName(shown)}
      description={shown === null ? undefined : facts(shown)}
      className="w-[min(760px,92vw)]"
      footer={
        <Button
          disabled={text === null}
          onClick={() => {
            if (text !== null) void request('clipboard:write', { text });
          }}
        >
          Copy
        </Button>
      }
    >
      <div className="flex flex-col gap-3 px-4.5 pb-4">
        {detail.state === 'failed' ? (
          <ErrorState title="This experiment can't be read" message={detail.error.message} />
        ) : null}
        <Shortfall detail={shown} />
        <Segmented label="Part of the experiment" value={page} options={PAGES} onChange={setPage} />
        <pre
          data-selectable
          className="numeric max-h-[52vh] min-h-40 overflow-auto rounded-card border border-line bg-surface-2 p-3 leading-relaxed whitespace-pre-wrap select-text"
        >
          {shown === null ? '' : (text ?? 'There is none: this summarizer calls no model.')}
        </pre>
      </div>
    </Dialog>
  );
}

function Shortfall({ detail }: { readonly detail: ExperimentDetail | null }): ReactElement | null {
  const words = shortfallWords(detail?.shortfall ?? null);
  if (words === null) return null;
  return (
    <p role="note" className="rounded-card bg-dropped-soft px-3 py-2 text-dropped-ink">
      {words.meaning}
    </p>
  );
}

function pageText(detail: ExperimentDetail, page: Page): string | null {
  switch (page) {
    case 'summary':
      return detail.summaryText;
    case 'request':
      return detail.requestInput === null
        ? null
        : `instructions:\n${detail.instruction ?? ''}\n\ninput:\n${detail.requestInput}`;
    case 'response':
      return detail.rawResponse;
  }
}

function facts(detail: ExperimentDetail): string {
  const usage = detail.usage;
  return [
    `covers ${counted(detail.coveredRuns, 'run')}`,
    detail.summaryTokens === null
      ? `≈ ${grouped(detail.coveredTokens)} tokens dropped`
      : `≈ ${grouped(detail.coveredTokens)} → ${grouped(detail.summaryTokens)} tokens`,
    usage === null ? null : `billed ${grouped(usage.inputTokens)} in / ${grouped(usage.outputTokens)} out`,
    detail.cost === null ? null : costWords(detail.cost),
    duration(detail.durationMs),
    `${factWords(detail.facts)} survive`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
