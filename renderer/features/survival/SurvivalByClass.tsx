import { useMemo, type ReactElement } from 'react';
import type { ClassCount, ExperimentId } from '../../../core/contract.ts';
import { grouped, percent } from '../../components/format.ts';
import { valueOf } from '../../data/async.ts';
import { classPairs, classWords } from '../../selectors/survival-words.ts';
import { useLabAnswer } from '../lab/use-lab-answer.ts';

/** Two experiments side by side: of each class of facts, how many each of them left. */
export function SurvivalByClass({
  a,
  b,
}: {
  readonly a: ExperimentId;
  readonly b: ExperimentId;
}): ReactElement | null {
  const question = useMemo(() => ({ experiments: [a, b] }), [a, b]);
  const answer = valueOf(useLabAnswer('lab:experiment-survival', question));
  if (answer === null) return null;
  const of = (experiment: ExperimentId): readonly ClassCount[] =>
    answer.find((found) => found.experiment === experiment)?.byClass ?? [];
  const pairs = classPairs(of(a), of(b));
  if (pairs.length === 0) return null;
  return (
    <table className="w-full text-sm">
      <caption className="pb-1 text-left text-muted">Facts that survive, by class</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">First</th>
          <th scope="col">Class</th>
          <th scope="col">Second</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ factClass, left, right }) => (
          <tr key={factClass} className="border-b border-line">
            <td className="numeric w-2/5 py-1 text-right">
              <Count count={left} other={right} />
            </td>
            <th scope="row" className="px-3 py-1 text-center font-normal whitespace-nowrap text-muted">
              {classWords(factClass)}
            </th>
            <td className="numeric w-2/5 py-1">
              <Count count={right} other={left} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Count({
  count,
  other,
}: {
  readonly count: ClassCount | null;
  readonly other: ClassCount | null;
}): ReactElement {
  if (count === null) return <>–</>;
  const share = count.surviving / Math.max(1, count.total);
  const isBetter = other !== null && share > other.surviving / Math.max(1, other.total);
  return (
    <span className={isBetter ? 'font-semibold text-kept-ink' : ''}>
      {grouped(count.surviving)} of {grouped(count.total)} · {percent(share)}
      {isBetter ? ' ▲' : ''}
    </span>
  );
}
