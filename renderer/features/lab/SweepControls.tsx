import { ChevronRight, Play, Square } from 'lucide-react';
import { memo, useState, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import type { PolicyGrid } from '../../../core/replay/index.ts';
import { Button } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import { grouped } from '../../components/format.ts';
import { Select } from '../../components/Select.tsx';
import { TextField } from '../../components/TextField.tsx';
import { gridOfText, gridText } from '../../selectors/sweep-grid.ts';
import { labActions, useLabStore, type GridText } from '../../stores/lab-store.ts';
import { viewActions } from '../../stores/view-store.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import { useLabPrices } from './use-lab-prices.ts';

export interface SweepControlsProps {
  readonly overview: ThreadOverview;
  /** The grid in force. */
  readonly grid: PolicyGrid;
  readonly policyCount: number;
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}

/** What is tried, on which threads, at whose prices. The ranges and prices unfold. */
export const SweepControls = memo(function SweepControls(props: SweepControlsProps): ReactElement {
  const { overview, grid, policyCount, isRunning, onRun, onCancel } = props;
  const [isOpen, setOpen] = useState(false);
  const { agent, isAssumed } = useLabPrices(overview);
  const priced =
    agent === null ? 'no prices known' : `priced as ${agent.model}${isAssumed ? ' (assumed)' : ''}`;
  return (
    <section aria-label="What is tried" className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ScopeChoice />
        <button
          type="button"
          aria-expanded={isOpen}
          className="flex min-w-0 items-center gap-1 rounded-sm text-sm text-muted hover:text-text"
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <ChevronRight
            aria-hidden
            className={classNames('size-3.5 shrink-0 transition-transform', isOpen && 'rotate-90')}
          />
          <span className="truncate">
            {grid.tokenThresholds.length} × {grid.keepRecentCounts.length} + {grid.keepCounts.length} ·{' '}
            {priced}
          </span>
        </button>
        <span className="flex-1" />
        {isRunning ? (
          <Button size="small" icon={<Square aria-hidden className="size-3" />} onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <Button size="small" icon={<Play aria-hidden className="size-3" />} onClick={onRun}>
            Sweep {grouped(policyCount)} policies
          </Button>
        )}
      </div>
      {isOpen ? (
        <div className="card flex flex-col gap-3 p-3.5">
          <GridFields {...props} />
          <PriceChoice overview={overview} />
        </div>
      ) : null}
    </section>
  );
});

const OWN = '';

/** Whose prices count, for the agent and for the summarizer. */
export function PriceChoice({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const { table, agent, summarizer, isAssumed } = useLabPrices(overview);
  const agentModel = useLabStore((state) => state.agentModel);
  const summarizerModel = useLabStore((state) => state.summarizerModel);
  const models = table.map(({ model }) => ({ value: model, label: model }));
  const own = agent === null ? 'no prices known' : isAssumed ? `${agent.model}, assumed` : agent.model;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <span>Agent priced as</span>
      <Select
        label="Model whose prices the agent's calls are taken at"
        className="w-56"
        value={agentModel ?? OWN}
        options={[{ value: OWN, label: `its own (${own})` }, ...models]}
        onChange={(value) => {
          labActions().priceAs({ agentModel: value === OWN ? null : value });
        }}
      />
      <span>summaries as</span>
      <Select
        label="Model whose prices the summaries are taken at"
        className="w-44"
        value={summarizerModel ?? OWN}
        options={[{ value: OWN, label: summarizer?.model ?? 'no prices known' }, ...models]}
        onChange={(value) => {
          labActions().priceAs({ summarizerModel: value === OWN ? null : value });
        }}
      />
      <Button
        size="small"
        variant="quiet"
        onClick={() => {
          viewActions().openDialog('prices');
        }}
      >
        Edit prices…
      </Button>
    </div>
  );
}

const FIELDS: readonly { readonly id: keyof GridText; readonly label: string; readonly hint: string }[] = [
  { id: 'thresholds', label: 'Thresholds', hint: '20k..120k/20k' },
  { id: 'keepRecent', label: 'Keep recent', hint: '1, 2, 3, 5, 8' },
  { id: 'keep', label: 'Sliding window', hint: '2..12/2' },
];

function GridFields({ grid }: SweepControlsProps): ReactElement {
  const typed = useLabStore((state) => state.gridText);
  const shown = typed ?? gridText(grid);
  const [draft, setDraft] = useState<GridText | null>(null);
  const text = draft ?? shown;
  const parsed = gridOfText(text);
  const fault = 'fault' in parsed ? parsed.fault : null;
  const commit = (): void => {
    if (draft === null || fault !== null) return;
    labActions().typeGrid(draft);
    setDraft(null);
  };
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
      {FIELDS.map(({ id, label, hint }) => (
        <label key={id} className="flex min-w-36 flex-1 flex-col gap-1 text-sm text-muted">
          {label}
          <TextField
            label={`${label}: values or ranges to try`}
            className="numeric w-full"
            placeholder={hint}
            value={text[id]}
            aria-invalid={fault?.startsWith(label) === true}
            onChange={(event) => {
              setDraft({ ...text, [id]: event.target.value });
            }}
            onBlur={commit}
            onKeyDown={(event) => {
              if (event.key === 'Enter') commit();
              else if (event.key === 'Escape' && draft !== null) {
                event.stopPropagation();
                setDraft(null);
              }
            }}
          />
        </label>
      ))}
      <Button
        size="small"
        variant="quiet"
        disabled={typed === null && draft === null}
        onClick={() => {
          setDraft(null);
          labActions().typeGrid(null);
        }}
      >
        Fit to this thread
      </Button>
      {fault === null ? null : (
        <p role="alert" className="w-full text-sm text-dropped-ink">
          {fault}
        </p>
      )}
    </div>
  );
}
