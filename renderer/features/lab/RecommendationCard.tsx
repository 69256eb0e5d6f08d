import { ChevronDown, Copy } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { SweepOutcome, SweepRowView } from '../../../core/contract.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { counted, percent, shortTokens } from '../../components/format.ts';
import { ButtonMenu } from '../../components/Menu.tsx';
import { samePolicy } from '../../selectors/sweep-grid.ts';
import { metricOf, policyTitle } from '../../selectors/sweep-metrics.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { copyText, loadPolicy } from './lab-actions.ts';
import { CODE_LANGUAGES, policyCode } from './policy-code.ts';

/** The policy that the sweep would take, why, and how to take it along. */
export function RecommendationCard({
  outcome,
  rows,
}: {
  readonly outcome: SweepOutcome;
  readonly rows: readonly SweepRowView[];
}): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const { recommended } = outcome;
  const row = rows.find(({ policy }) => recommended !== null && samePolicy(policy, recommended.policy));
  if (recommended === null || row === undefined) return null;
  const { policy, because } = recommended;
  const copyAs = (language: (typeof CODE_LANGUAGES)[number]): void => {
    const { instruction } = usePolicyStore.getState().knobs;
    void copyText(policyCode(policy, language.id, instruction), `The policy as ${language.label}`);
  };
  return (
    <section aria-label="Recommendation" className="card p-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone="kept">Recommended</Badge>
        <div className="min-w-60 flex-1">
          <h3 className="text-lg font-semibold">{policyTitle(policy)}</h3>
          <p className="text-muted text-pretty">{sentenceOf(row, outcome)}</p>
        </div>
        <div className="flex gap-2">
          <div className="flex">
            <Button
              className="rounded-r-none border-r-0"
              icon={<Copy aria-hidden className="size-3.5" />}
              onClick={() => {
                copyAs({ id: 'go', label: 'Go' });
              }}
            >
              Copy as Go
            </Button>
            <ButtonMenu
              items={CODE_LANGUAGES.map((language) => ({
                id: language.id,
                label: `Copy as ${language.label}`,
                onSelect: () => {
                  copyAs(language);
                },
              }))}
            >
              <Button className="rounded-l-none px-1.5" aria-label="Copy in another language">
                <ChevronDown aria-hidden className="size-3.5" />
              </Button>
            </ButtonMenu>
          </div>
          <Button
            variant="primary"
            onClick={() => {
              loadPolicy(policy);
            }}
          >
            Use
          </Button>
        </div>
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        className="mt-2 flex items-center gap-1 rounded-sm text-sm text-accent-ink hover:underline"
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {isOpen ? 'Hide the reasons' : `Why: ${counted(because.length, 'step')}`}
      </button>
      {isOpen ? (
        <ol data-selectable className="mt-1.5 ml-4 flex list-decimal flex-col gap-1 text-sm text-muted">
          {because.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

function sentenceOf({ totals, retention }: SweepRowView, { threadCount }: SweepOutcome): string {
  const cost = metricOf('cost');
  const over =
    totals.overLimit === null
      ? ''
      : totals.overLimit === 0
        ? 'Never over the limit'
        : `${counted(totals.overLimit, 'call')} over the limit`;
  const where = threadCount === 1 ? 'on this thread' : `on these ${threadCount} threads`;
  return `${[
    `${over === '' ? 'Fits' : over} ${where}`,
    `peak ${shortTokens(totals.peakTokens ?? 0)}`,
    counted(totals.summaries, 'fold'),
    ...(totals.cost === null
      ? [`${shortTokens(totals.sentTokens)} tokens sent`]
      : [cost.format(totals.cost)]),
    ...(retention === null ? [] : [`survival ${percent(retention)} or more`]),
  ].join('; ')}.`;
}
