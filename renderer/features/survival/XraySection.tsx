import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ReactElement } from 'react';
import type { ThreadOverview, XrayPart, XrayReport } from '../../../core/contract.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { counted, grouped, shortTokens } from '../../components/format.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { useViewChoice } from '../diff/use-diff-summary.ts';
import { LabCard } from '../lab/LabCard.tsx';
import { useLabAnswer } from '../lab/use-lab-answer.ts';
import { Answered } from './Answered.tsx';

const PAGE = 200;

/** What the summarizer was sent of the covered runs, and what never reached it. */
export function XraySection({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const view = useViewChoice(overview);
  const instruction = usePolicyStore((state) => state.knobs.instruction);
  const includeToolArguments = usePolicyStore((state) => state.knobs.includeToolArguments);
  const [page, setPage] = useState(0);
  const question = useMemo(
    () => ({
      thread: overview.thread,
      view,
      instruction,
      includeToolArguments,
      from: page * PAGE,
      count: PAGE,
    }),
    [overview, view, instruction, includeToolArguments, page],
  );
  const report = useLabAnswer('lab:xray', question);
  return (
    <Answered answer={report} title="The request can't be shown">
      {(value) =>
        value.totalParts === 0 ? (
          <EmptyState className="card" title="Nothing is covered">
            In this view every run is sent as written, so no summarizer is asked.
          </EmptyState>
        ) : (
          <Xray report={value} isStored={view.kind === 'stored'} page={page} onPage={setPage} />
        )
      }
    </Answered>
  );
}

function Xray({
  report,
  isStored,
  page,
  onPage,
}: {
  readonly report: XrayReport;
  /** What is shown is the thread's own summary: which instruction it was asked for with isn't told. */
  readonly isStored: boolean;
  readonly page: number;
  readonly onPage: (page: number) => void;
}): ReactElement {
  const missed = report.totalParts - report.reachedParts;
  const pages = Math.ceil(report.totalParts / PAGE);
  return (
    <>
      <p className="text-sm text-muted">
        {isStored
          ? 'The request for the thread’s own summary'
          : report.isModelled
            ? 'The request that would be sent'
            : 'The request as sent'}
        : ≈ {shortTokens(report.estimatedTokens)} tokens. {grouped(report.reachedParts)} of{' '}
        {counted(report.totalParts, 'part')} of the covered runs are in it;{' '}
        <b className={missed > 0 ? 'text-dropped-ink' : ''}>{grouped(missed)} never reached the summarizer</b>
        : that is another fault than being left out of its summary.
      </p>
      <LabCard title="Instruction">
        <p data-selectable dir="auto" className="max-h-32 overflow-y-auto whitespace-pre-wrap">
          {report.instruction === '' ? (
            <span className="text-dropped-ink">Empty: the summarizer does nothing.</span>
          ) : (
            report.instruction
          )}
        </p>
        <p data-selectable className="mt-2 text-sm text-muted">
          {report.preamble}
        </p>
        {isStored ? (
          <p className="mt-2 text-sm text-muted">
            The thread doesn&apos;t tell what its own summarizer was told: this is the instruction set here.
          </p>
        ) : null}
      </LabCard>
      {report.earlierSummary === null ? null : <EarlierSummary summary={report.earlierSummary} />}
      <LabCard
        title="Covered runs, part by part"
        aside={
          pages <= 1 ? null : (
            <span className="flex items-center gap-2 text-sm text-muted tabular-nums">
              page {page + 1} of {pages}
              <Button
                size="small"
                disabled={page === 0}
                onClick={() => {
                  onPage(page - 1);
                }}
              >
                Previous
              </Button>
              <Button
                size="small"
                disabled={page >= pages - 1}
                onClick={() => {
                  onPage(page + 1);
                }}
              >
                Next
              </Button>
            </span>
          )
        }
      >
        <Parts parts={report.parts} />
      </LabCard>
    </>
  );
}

/** Of the runs that it covers, the summarizer was sent this text and nothing else. */
function EarlierSummary({
  summary,
}: {
  readonly summary: NonNullable<XrayReport['earlierSummary']>;
}): ReactElement {
  const { coveredRuns, text } = summary;
  return (
    <LabCard
      title="First comes the earlier summary"
      aside={
        <span className="text-sm text-muted">
          in place of {coveredRuns === 1 ? 'run 1' : `runs 1–${grouped(coveredRuns)}`}
        </span>
      }
    >
      <p data-selectable dir="auto" className="max-h-40 overflow-y-auto whitespace-pre-wrap">
        {text ?? <span className="text-muted">It is kept encrypted and can&apos;t be read.</span>}
      </p>
    </LabCard>
  );
}

function Parts({ parts }: { readonly parts: readonly XrayPart[] }): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: parts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 52,
    overscan: 6,
  });
  return (
    <div ref={scroller} data-testid="xray-parts" className="max-h-[56vh] overflow-y-auto">
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const part = parts[item.index];
          return part === undefined ? null : (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0 pb-1.5"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <Part part={part} isNewRun={parts[item.index - 1]?.run !== part.run} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Part({ part, isNewRun }: { readonly part: XrayPart; readonly isNewRun: boolean }): ReactElement {
  return (
    <>
      {isNewRun ? (
        <button
          type="button"
          className="section-label mt-1.5 mb-1 rounded-sm hover:underline"
          onClick={() => {
            viewActions().goToRun(part.run);
          }}
        >
          Run {grouped(part.run + 1)}
        </button>
      ) : null}
      <div
        className={classNames(
          'rounded-control border-l-2 px-2.5 py-1',
          part.reached ? 'border-kept' : 'border-dropped bg-dropped-soft',
        )}
      >
        <p className="flex items-center gap-2 text-sm text-muted">
          {part.label}
          {part.reached ? null : <Badge tone="dropped">never reached it: {part.why}</Badge>}
        </p>
        {part.text === '' ? null : (
          <p data-selectable dir="auto" className="line-clamp-6 whitespace-pre-wrap">
            {part.reached ? part.text : <del className="text-muted">{part.text}</del>}
            {part.cutFrom === null ? '' : ` … (${grouped(part.cutFrom)} characters)`}
          </p>
        )}
      </div>
    </>
  );
}
