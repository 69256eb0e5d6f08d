import { useEffect, useState, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { Button } from '../../components/Button.tsx';
import { grouped, shortTokens } from '../../components/format.ts';
import { runPagesOf, RUNS_PER_PAGE, type RunPages } from '../../data/run-pages.ts';
import { useRunHeader } from '../../data/use-run-header.ts';
import { viewActions } from '../../stores/view-store.ts';

const FEW = 8;

/** The runs a summary stands for, the newest first: those are the ones it was made to replace last. */
export function ReplacedRuns({
  overview,
  count,
}: {
  readonly overview: ThreadOverview;
  readonly count: number;
}): ReactElement {
  const [shown, setShown] = useState(Math.min(FEW, count));
  const pages = runPagesOf(overview.thread);
  useEffect(() => {
    pages.want(count - shown, count - 1);
  }, [pages, count, shown]);
  return (
    <>
      <ol className="flex flex-col" aria-label="Replaced runs">
        {Array.from({ length: shown }, (_, offset) => count - 1 - offset).map((run) => (
          <ReplacedRun key={run} pages={pages} run={run} tokens={overview.profile.runs.tokens[run] ?? 0} />
        ))}
      </ol>
      {shown < count ? (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            setShown(Math.min(count, shown + RUNS_PER_PAGE));
          }}
        >
          Show {grouped(Math.min(RUNS_PER_PAGE, count - shown))} more of {grouped(count)}
        </Button>
      ) : null}
    </>
  );
}

function ReplacedRun({
  pages,
  run,
  tokens,
}: {
  readonly pages: RunPages;
  readonly run: number;
  readonly tokens: number;
}): ReactElement {
  const header = useRunHeader(pages, run);
  return (
    <li>
      <button
        type="button"
        className="flex min-h-7 w-full items-center gap-3 rounded-control px-2 text-left hover:bg-surface-hover"
        onClick={() => {
          viewActions().goToRun(run);
        }}
      >
        <span className="numeric min-w-7 text-right text-muted">{grouped(run + 1)}</span>
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {header?.title ?? '…'}
        </span>
        <span className="numeric text-muted">{shortTokens(tokens)}</span>
      </button>
    </li>
  );
}
