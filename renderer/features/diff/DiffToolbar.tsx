import type { ReactElement } from 'react';
import type { DiffSummary, ThreadOverview } from '../../../core/contract.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { change, counted, grouped, shortTokens } from '../../components/format.ts';
import { Select } from '../../components/Select.tsx';
import { valueOf } from '../../data/async.ts';
import { useDiffStore, type DiffChoice } from '../../stores/diff-store.ts';
import { useExperimentsStore } from '../../stores/experiments-store.ts';
import { experimentName } from '../experiments/experiment-words.ts';

/** What changed, in figures, and which model view is compared. */
export function DiffToolbar({
  overview,
  choice,
  summary,
}: {
  readonly overview: ThreadOverview;
  readonly choice: DiffChoice;
  readonly summary: DiffSummary | null;
}): ReactElement {
  const { onlyChanges, asSent, actions } = useDiffStore();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {summary === null ? null : <Figures summary={summary} />}
      <div className="ml-auto flex items-center gap-1.5">
        <Button
          variant="quiet"
          size="small"
          aria-pressed={onlyChanges}
          onClick={() => {
            actions.setOnlyChanges(!onlyChanges);
          }}
        >
          Only changes
        </Button>
        <Button
          variant="quiet"
          size="small"
          aria-pressed={asSent}
          onClick={() => {
            actions.setAsSent(!asSent);
          }}
        >
          As sent
        </Button>
        <ViewSelect overview={overview} choice={choice} />
      </div>
    </div>
  );
}

function Figures({ summary }: { readonly summary: DiffSummary }): ReactElement {
  const { before, after, coveredRuns, covering } = summary;
  const kept = before.runs - coveredRuns;
  return (
    <p className="flex flex-wrap items-center gap-2">
      {covering === null ? null : (
        <Badge tone={covering === 'dropped' ? 'dropped' : 'summary'}>
          −{counted(coveredRuns, 'run')} {covering === 'dropped' ? 'dropped' : 'covered'}
        </Badge>
      )}
      {summary.summary === null ? null : <Badge tone="synthetic">+1 summary</Badge>}
      <Badge tone="kept">{grouped(kept)} kept</Badge>
      <span className="tabular-nums">
        ≈ <b className="font-semibold">{shortTokens(before.tokens)}</b> →{' '}
        <b className="font-semibold">{shortTokens(after.tokens)}</b> tokens
        {covering === null ? '' : ` (${change(before.tokens, after.tokens)})`}
      </span>
      <span className="text-muted tabular-nums">
        {grouped(before.messages)} → {counted(after.messages, 'message')}
      </span>
    </p>
  );
}

export function ViewSelect({
  overview,
  choice,
}: {
  readonly overview: ThreadOverview;
  readonly choice: DiffChoice;
}): ReactElement {
  const rows = valueOf(useExperimentsStore((state) => state.experiments)) ?? [];
  const { choose } = useDiffStore((state) => state.actions);
  return (
    <Select
      label="Model view compared with the transcript"
      value={String(choice)}
      className="max-w-72"
      options={[
        { value: 'policy', label: 'Under the policy' },
        ...(overview.boundaries.length === 0 ? [] : [{ value: 'stored', label: 'As stored in the thread' }]),
        ...rows.map((row) => ({
          value: String(row.experiment),
          label: `Experiment: ${experimentName(row)}`,
        })),
      ]}
      onChange={(value) => {
        choose(value === 'policy' || value === 'stored' ? value : Number(value));
      }}
    />
  );
}
