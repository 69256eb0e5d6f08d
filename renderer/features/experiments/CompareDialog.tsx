import { diffWordsWithSpace } from 'diff';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { ExperimentDetail, ExperimentId, ExperimentRow } from '../../../core/contract.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { duration, grouped } from '../../components/format.ts';
import { Select } from '../../components/Select.tsx';
import { SurvivalByClass } from '../survival/SurvivalByClass.tsx';
import { costWords, experimentName, factWords } from './experiment-words.ts';
import { useExperiment } from '../../data/use-experiment.ts';

/** Two summaries of one thread side by side: what each took, and word by word what differs. */
export function CompareDialog({
  rows,
  first,
  onClose,
}: {
  readonly rows: readonly ExperimentRow[];
  readonly first: ExperimentId;
  readonly onClose: () => void;
}): ReactElement {
  const [left, setLeft] = useState(first);
  const [right, setRight] = useState(rows.find((row) => row.experiment !== first)?.experiment ?? first);
  const a = useExperiment(left);
  const b = useExperiment(right);
  const options = rows.map((row) => ({ value: String(row.experiment), label: experimentName(row) }));
  const both = a.state === 'ready' && b.state === 'ready' ? { a: a.value, b: b.value } : null;
  return (
    <Dialog open onClose={onClose} title="Compare summaries" className="w-[min(980px,94vw)]">
      <div className="flex flex-col gap-3 px-4.5 pb-4.5">
        <div className="grid grid-cols-2 gap-3">
          <Select
            label="First experiment"
            value={String(left)}
            options={options}
            onChange={(value) => {
              setLeft(Number(value));
            }}
          />
          <Select
            label="Second experiment"
            value={String(right)}
            options={options}
            onChange={(value) => {
              setRight(Number(value));
            }}
          />
        </div>
        {both === null ? null : <Comparison {...both} />}
      </div>
    </Dialog>
  );
}

function Comparison({ a, b }: { readonly a: ExperimentDetail; readonly b: ExperimentDetail }): ReactElement {
  const parts = diffWordsWithSpace(a.summaryText ?? '', b.summaryText ?? '');
  return (
    <>
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">First</th>
            <th scope="col">Figure</th>
            <th scope="col">Second</th>
          </tr>
        </thead>
        <tbody>
          {FIGURES.map(({ name, of }) => (
            <tr key={name} className="border-b border-line">
              <td className="numeric w-2/5 py-1 text-right">{of(a)}</td>
              <th scope="row" className="px-3 py-1 text-center font-normal text-muted">
                {name}
              </th>
              <td className="numeric w-2/5 py-1">{of(b)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SurvivalByClass a={a.experiment} b={b.experiment} />
      <div className="grid grid-cols-2 gap-3">
        <SummaryText label="First summary">
          {parts.map((part, index) =>
            part.added ? null : part.removed ? (
              <del key={index} className="rounded-xs bg-dropped-soft text-dropped-ink">
                {part.value}
              </del>
            ) : (
              <span key={index}>{part.value}</span>
            ),
          )}
        </SummaryText>
        <SummaryText label="Second summary">
          {parts.map((part, index) =>
            part.removed ? null : part.added ? (
              <ins key={index} className="rounded-xs bg-kept-soft text-kept-ink">
                {part.value}
              </ins>
            ) : (
              <span key={index}>{part.value}</span>
            ),
          )}
        </SummaryText>
      </div>
    </>
  );
}

const FIGURES: readonly { readonly name: string; readonly of: (detail: ExperimentDetail) => string }[] = [
  { name: 'model', of: ({ modelName }) => modelName ?? '—' },
  { name: 'runs covered', of: ({ coveredRuns }) => grouped(coveredRuns) },
  {
    name: 'summary tokens',
    of: ({ summaryTokens }) => (summaryTokens === null ? '—' : grouped(summaryTokens)),
  },
  { name: 'cost', of: ({ cost }) => costWords(cost) },
  { name: 'time', of: ({ durationMs }) => duration(durationMs) },
  { name: 'facts that survive', of: ({ facts }) => factWords(facts) },
];

function SummaryText({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div
      role="group"
      aria-label={label}
      data-selectable
      className="max-h-[46vh] overflow-auto rounded-card border border-summary-line bg-summary-soft p-3 whitespace-pre-wrap select-text"
    >
      {children}
    </div>
  );
}
