import { useState, type ReactElement } from 'react';
import type { DiffSummary, LostFact } from '../../../core/contract.ts';
import { Button } from '../../components/Button.tsx';
import { counted, grouped } from '../../components/format.ts';
import { viewActions } from '../../stores/view-store.ts';

const SHOWN_AT_FIRST = 24;

/** Facts of the covered runs that are nowhere in the model view, most important first. */
export function LostFacts({ summary }: { readonly summary: DiffSummary }): ReactElement | null {
  const [all, setAll] = useState(false);
  const { lost, facts } = summary;
  if (lost === null || lost.length === 0) return null;
  const count = facts === null ? lost.length : facts.total - facts.surviving;
  const shown = all ? lost : lost.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-label="What was lost" className="card px-3.5 py-3">
      <h3 className="font-semibold">
        What was lost
        <span className="font-normal text-muted">
          {' '}
          · {facts === null ? counted(count, 'fact') : `${grouped(count)} of ${counted(facts.total, 'fact')}`}
          , most important first
        </span>
      </h3>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {shown.map((fact) => (
          <li key={`${fact.factClass}:${fact.text}`} className="max-w-full">
            <FactButton fact={fact} />
          </li>
        ))}
      </ul>
      {lost.length > shown.length ? (
        <Button
          variant="quiet"
          size="small"
          className="mt-2"
          onClick={() => {
            setAll(true);
          }}
        >
          Show all {grouped(lost.length)}
        </Button>
      ) : null}
    </section>
  );
}

function FactButton({ fact }: { readonly fact: LostFact }): ReactElement {
  const again = fact.laterRuns[0];
  return (
    <button
      type="button"
      title={`${fact.text} — first in run ${fact.run + 1}, mentioned ${counted(fact.mentions, 'time')}`}
      className="flex max-w-full items-baseline gap-1.5 rounded-control border border-line-strong bg-surface px-2 py-0.5 hover:bg-surface-hover"
      onClick={() => {
        viewActions().goToRun(fact.run);
      }}
    >
      <span className="numeric truncate">{fact.text}</span>
      <span className="shrink-0 text-xs text-muted">
        {again === undefined ? fact.factClass : `mentioned again in run ${again + 1}`}
      </span>
    </button>
  );
}
