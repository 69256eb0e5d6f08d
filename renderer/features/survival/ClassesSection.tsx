import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type ReactElement } from 'react';
import type { ClassCount, LostFact, SurvivalReport, ThreadOverview } from '../../../core/contract.ts';
import { useTextScale } from '../../app/use-text-scale.ts';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { counted, grouped, percent } from '../../components/format.ts';
import { classWords } from '../../selectors/survival-words.ts';
import { viewActions } from '../../stores/view-store.ts';
import { useViewChoice } from '../diff/use-diff-summary.ts';
import { LabCard } from '../lab/LabCard.tsx';
import { useLabAnswer } from '../lab/use-lab-answer.ts';
import { Answered } from './Answered.tsx';

/** Facts of the covered runs by class, and those that are nowhere in the view any more. */
export function ClassesSection({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const view = useViewChoice(overview);
  const question = useMemo(() => ({ thread: overview.thread, view }), [overview, view]);
  const report = useLabAnswer('lab:survival', question);
  return (
    <Answered answer={report} title="Survival can't be worked out">
      {(value) =>
        value.coveredRuns === 0 ? (
          <EmptyState className="card" title="Everything is sent as written">
            In this view nothing is covered, so every fact survives.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] items-start gap-3.5">
            <ClassesCard report={value} />
            <LostCard report={value} />
          </div>
        )
      }
    </Answered>
  );
}

function ClassesCard({ report }: { readonly report: SurvivalReport }): ReactElement {
  const { total, surviving, coveredRuns, isLowerBound, byClass } = report;
  return (
    <LabCard
      title="What survives, by class"
      aside={<span className="text-sm text-muted">{counted(coveredRuns, 'run')} covered</span>}
    >
      <p className="text-xl font-semibold tabular-nums">
        {total === 0 ? 'No facts' : percent(surviving / total)}
      </p>
      <p className="mb-3 text-sm text-muted">
        {grouped(surviving)} of {counted(total, 'fact')} of the covered runs can still be found in the view
        {isLowerBound
          ? '. The summary is only modelled, so this counts kept runs alone: a lower bound.'
          : '.'}
      </p>
      <table className="w-full">
        <caption className="sr-only">Facts that survive, by class</caption>
        <tbody>
          {byClass.map((count) => (
            <ClassRow key={count.factClass} count={count} />
          ))}
        </tbody>
      </table>
    </LabCard>
  );
}

function ClassRow({ count }: { readonly count: ClassCount }): ReactElement {
  const share = count.total === 0 ? 0 : count.surviving / count.total;
  return (
    <tr>
      <th scope="row" className="w-34 py-1.25 pr-2 text-left font-normal whitespace-nowrap">
        {classWords(count.factClass)}
      </th>
      <td>
        <span aria-hidden className="block h-2 overflow-hidden rounded-full bg-dropped-soft">
          <span
            className="block h-full rounded-full bg-kept transition-[width]"
            style={{ width: `${share * 100}%` }}
          />
        </span>
      </td>
      <td className="numeric w-21 text-right">
        {grouped(count.surviving)} / {grouped(count.total)}
      </td>
      <td className="numeric w-13 text-right text-muted">{percent(share)}</td>
    </tr>
  );
}

const ROW_PX = 34;
const SHOWN_ROWS = 14;

function LostCard({ report }: { readonly report: SurvivalReport }): ReactElement {
  const { lost, total, surviving } = report;
  const scroller = useRef<HTMLDivElement>(null);
  const height = Math.round(ROW_PX * useTextScale());
  const virtualizer = useVirtualizer({
    count: lost.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
  });
  return (
    <LabCard
      title="What was lost, most important first"
      aside={<span className="text-sm text-muted">{grouped(total - surviving)}</span>}
    >
      {lost.length === 0 ? (
        <p className="text-muted">Nothing: every fact of the covered runs is still in the view.</p>
      ) : (
        <div ref={scroller} className="overflow-y-auto" style={{ maxHeight: height * SHOWN_ROWS }}>
          <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const fact = lost[item.index];
              return fact === undefined ? null : (
                <LostRow key={item.key} fact={fact} height={height} top={item.start} />
              );
            })}
          </ul>
        </div>
      )}
      {total - surviving > lost.length ? (
        <p className="mt-2 text-xs text-muted">The {grouped(lost.length)} most important are listed.</p>
      ) : null}
    </LabCard>
  );
}

function LostRow({
  fact,
  height,
  top,
}: {
  readonly fact: LostFact;
  readonly height: number;
  readonly top: number;
}): ReactElement {
  const later = fact.laterRuns.length;
  return (
    <li
      className="absolute inset-x-0 top-0 flex items-center gap-2.5 border-b border-line pr-2"
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <button
        type="button"
        title={fact.text}
        dir="auto"
        className="numeric min-w-0 flex-1 truncate rounded-sm text-left hover:underline"
        onClick={() => {
          viewActions().goToRun(fact.run);
        }}
      >
        {fact.text}
      </button>
      <span className="shrink-0 text-sm text-muted">{fact.factClass}</span>
      <span
        className={classNames(
          'w-32 shrink-0 text-right text-sm',
          later > 0 ? 'text-dropped-ink' : 'text-muted',
        )}
      >
        run {grouped(fact.run + 1)}
        {later > 0 ? `, ${grouped(later)} later` : ''}
      </span>
    </li>
  );
}
