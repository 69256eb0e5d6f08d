import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type ReactElement } from 'react';
import type { GenerationsReport, ThreadOverview } from '../../../core/contract.ts';
import { useTextScale } from '../../app/use-text-scale.ts';
import { usePolicy } from '../../app/use-preview.ts';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { counted, grouped, percent, shortTokens } from '../../components/format.ts';
import { FACT_STATES, factLetter, type FactLetter } from '../../selectors/survival-words.ts';
import { viewActions } from '../../stores/view-store.ts';
import { useDiffChoice } from '../diff/use-diff-summary.ts';
import { LabCard } from '../lab/LabCard.tsx';
import { useLabAnswer } from '../lab/use-lab-answer.ts';
import { Answered } from './Answered.tsx';

const ROW_PX = 28;
const SHOWN_ROWS = 16;
const CELL_PX = 44;

/** Facts against summaries of summaries: when did each fact die? */
export function GenerationsSection({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const choice = useDiffChoice(overview);
  const policy = usePolicy();
  const isPolicy = choice === 'policy';
  const question = useMemo(
    () => ({
      thread: overview.thread,
      of: isPolicy ? ({ kind: 'policy', policy } as const) : ({ kind: 'stored' } as const),
    }),
    [overview, isPolicy, policy],
  );
  const report = useLabAnswer('lab:generations', question);
  return (
    <Answered answer={report} title="The generations can't be worked out">
      {(value) =>
        value.boundaries.length === 0 ? (
          <EmptyState className="card" title="No generation yet">
            {isPolicy
              ? 'Under this policy nothing is ever folded.'
              : 'This thread holds no summary boundary that covers runs.'}
          </EmptyState>
        ) : (
          <>
            <SizesCard report={value} />
            <LabCard
              title="Facts × generations"
              aside={
                <span className="flex flex-wrap justify-end gap-x-3 text-xs text-muted">
                  {(['k', 't', 'l'] as const).map((letter) => (
                    <span key={letter}>
                      <span className={TONES[letter]}>{FACT_STATES[letter].mark}</span>{' '}
                      {FACT_STATES[letter].word}
                    </span>
                  ))}
                </span>
              }
            >
              {isPolicy ? (
                <p className="mb-2 text-sm text-muted">
                  Modelled summaries have no text: what only a summary would tell counts as lost here.
                </p>
              ) : null}
              <Matrix report={value} />
            </LabCard>
          </>
        )
      }
    </Answered>
  );
}

const TONES: Readonly<Record<FactLetter, string>> = {
  k: 'text-kept-ink',
  t: 'text-summary-ink',
  l: 'text-dropped-ink',
  '-': 'text-faint',
};

function SizesCard({ report }: { readonly report: GenerationsReport }): ReactElement {
  return (
    <LabCard title="Generation by generation">
      <div className="overflow-x-auto">
        <table className="w-full">
          <thead className="text-sm text-muted">
            <tr>
              {[
                'Boundary',
                'Covers',
                'Summary',
                'In kept runs',
                'Only in the summary',
                'Lost',
                'Still there',
              ].map((head, place) => (
                <th
                  key={head}
                  scope="col"
                  className={classNames(
                    'border-b border-line px-1 pb-1.5 font-medium',
                    place === 0 ? 'text-left' : 'text-right',
                  )}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.boundaries.map((boundary, place) => {
              const all = boundary.kept + boundary.told + boundary.lost;
              return (
                <tr key={place} className="numeric text-right">
                  <th scope="row" className="border-b border-line px-1 py-1.5 text-left font-normal">
                    {place + 1} · generation {boundary.generation}
                  </th>
                  <td className="border-b border-line px-1">{counted(boundary.coveredRuns, 'run')}</td>
                  <td className="border-b border-line px-1">
                    {boundary.summaryTokens === null ? '–' : `${shortTokens(boundary.summaryTokens)} tokens`}
                  </td>
                  <td className="border-b border-line px-1">{grouped(boundary.kept)}</td>
                  <td className="border-b border-line px-1">{grouped(boundary.told)}</td>
                  <td className="border-b border-line px-1">{grouped(boundary.lost)}</td>
                  <td className="border-b border-line px-1 font-semibold">
                    {all === 0 ? '–' : percent((boundary.kept + boundary.told) / all)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </LabCard>
  );
}

function Matrix({ report }: { readonly report: GenerationsReport }): ReactElement {
  const { facts, boundaries, totalFacts } = report;
  const scroller = useRef<HTMLDivElement>(null);
  const height = Math.round(ROW_PX * useTextScale());
  const virtualizer = useVirtualizer({
    count: facts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
  });
  const template = {
    gridTemplateColumns: `minmax(10rem,1fr) 6rem repeat(${boundaries.length},${CELL_PX}px)`,
  };
  return (
    <div className="overflow-x-auto">
      <div
        role="table"
        aria-label="Facts by generation"
        aria-rowcount={facts.length + 1}
        style={{ minWidth: 260 + boundaries.length * CELL_PX }}
      >
        <div role="rowgroup">
          <div
            role="row"
            className="grid items-center gap-1 border-b border-line pr-2.5 pb-1.5 text-sm text-muted"
            style={template}
          >
            <span role="columnheader">fact</span>
            <span role="columnheader">class</span>
            {boundaries.map((_, place) => (
              <span key={place} role="columnheader" className="text-center" title={`boundary ${place + 1}`}>
                {place + 1}
              </span>
            ))}
          </div>
        </div>
        <div
          ref={scroller}
          role="rowgroup"
          className="overflow-y-auto"
          style={{ maxHeight: height * SHOWN_ROWS }}
        >
          <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const fact = facts[item.index];
              if (fact === undefined) return null;
              return (
                <div
                  key={item.key}
                  role="row"
                  aria-rowindex={item.index + 2}
                  className="absolute inset-x-0 top-0 grid items-center gap-1 border-b border-line"
                  style={{ ...template, height, transform: `translateY(${item.start}px)` }}
                >
                  <span role="cell" className="min-w-0">
                    <button
                      type="button"
                      dir="auto"
                      title={fact.text}
                      className="numeric block max-w-full truncate rounded-sm text-left hover:underline"
                      onClick={() => {
                        viewActions().goToRun(fact.run);
                      }}
                    >
                      {fact.text}
                    </button>
                  </span>
                  <span role="cell" className="text-sm text-muted">
                    {fact.factClass}
                  </span>
                  {boundaries.map((_, place) => {
                    const letter = factLetter(fact.states[place]);
                    return (
                      <span
                        key={place}
                        role="cell"
                        aria-label={FACT_STATES[letter].word}
                        title={FACT_STATES[letter].word}
                        className={classNames('text-center', TONES[letter])}
                      >
                        {FACT_STATES[letter].mark}
                      </span>
                    );
                  })}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {totalFacts > facts.length ? (
        <p className="mt-2 text-xs text-muted">
          {grouped(facts.length)} of {grouped(totalFacts)} facts are listed: those that died first, and of
          these the most important.
        </p>
      ) : null}
    </div>
  );
}
