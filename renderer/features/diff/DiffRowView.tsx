import type { ReactElement, ReactNode } from 'react';
import type { DiffSummary, ThreadRef } from '../../../core/contract.ts';
import { counted } from '../../components/format.ts';
import type { DiffRow, DiffState, RunSpan } from '../../selectors/diff-rows.ts';
import { Bracket } from './Bracket.tsx';
import { LostFacts } from './LostFacts.tsx';
import type { LostKeys } from './mark-facts.ts';
import { RunMessages } from './RunMessages.tsx';
import { SummaryCard } from './SummaryCard.tsx';

export interface DiffRowProps {
  readonly thread: ThreadRef;
  readonly row: DiffRow;
  readonly summary: DiffSummary;
  readonly lost: LostKeys | null;
  readonly onOpen: (firstRun: number) => void;
}

/** Transcript at the left, model view at the right. */
export function DiffRowView({ thread, row, summary, lost, onOpen }: DiffRowProps): ReactElement {
  switch (row.kind) {
    case 'lost':
      return <LostFacts summary={summary} />;
    case 'fold':
      return (
        <Columns
          left={<FoldButton span={row.span} state={row.state} onOpen={onOpen} />}
          right={<FoldButton span={row.span} state={row.state} onOpen={onOpen} />}
        />
      );
    case 'cut':
      return (
        <Columns
          left={
            <div className="flex flex-col gap-2">
              {row.fold === null ? null : <FoldButton span={row.fold} state={row.state} onOpen={onOpen} />}
              {row.runs.map((run) => (
                <RunMessages key={run} thread={thread} run={run} state={row.state} lost={lost} />
              ))}
            </div>
          }
          bracket={<Bracket place="whole" dropped={row.state === 'dropped'} />}
          right={
            <div className="sticky top-0">
              <SummaryCard summary={summary} />
            </div>
          }
        />
      );
    case 'run':
      return (
        <Columns
          left={
            <RunMessages
              thread={thread}
              run={row.run}
              state={row.state}
              lost={row.place === null ? null : lost}
            />
          }
          bracket={
            row.place === null ? null : <Bracket place={row.place} dropped={row.state === 'dropped'} />
          }
          right={
            row.place === null ? (
              <RunMessages thread={thread} run={row.run} state={row.state} lost={null} />
            ) : row.place === 'first' ? (
              <SummaryCard summary={summary} />
            ) : null
          }
        />
      );
  }
}

function Columns({
  left,
  bracket,
  right,
}: {
  readonly left: ReactNode;
  readonly bracket?: ReactNode;
  readonly right: ReactNode;
}): ReactElement {
  return (
    <div className="flex">
      <div className="min-w-0 flex-1">{left}</div>
      {bracket ?? <div className="w-8.5 shrink-0" />}
      <div className="min-w-0 flex-1">{right}</div>
    </div>
  );
}

function FoldButton({
  span,
  state,
  onOpen,
}: {
  readonly span: RunSpan;
  readonly state: DiffState;
  readonly onOpen: (firstRun: number) => void;
}): ReactElement {
  const runs = counted(span.to - span.from + 1, 'run');
  return (
    <button
      type="button"
      className="w-full rounded-card border border-dashed border-line-strong px-3 py-2 text-center text-muted hover:border-accent hover:text-text"
      onClick={() => {
        onOpen(span.from);
      }}
    >
      {state === 'kept' ? `${runs} unchanged` : runs} (runs {span.from + 1}–{span.to + 1})
      {state === 'kept' ? '' : ` · ${state}`}
    </button>
  );
}
