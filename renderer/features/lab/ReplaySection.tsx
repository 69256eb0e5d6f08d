import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { useContextWindow } from '../../app/use-preview.ts';
import { Badge } from '../../components/Badge.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { dollars, grouped, percent } from '../../components/format.ts';
import {
  coveredRunsAt,
  foldAt,
  known,
  sourceAt,
  type ReplayColumns,
} from '../../selectors/replay-columns.ts';
import { decisionWords, keepStateAt } from '../../selectors/replay-words.ts';
import { useLabStore } from '../../stores/lab-store.ts';
import { OccupancyChart } from '../occupancy/OccupancyChart.tsx';
import { BlockStrip } from './BlockStrip.tsx';
import { FigureList } from './FigureList.tsx';
import { LabCard } from './LabCard.tsx';
import { OccupancySum } from './OccupancySum.tsx';
import { ReplayBar } from './ReplayBar.tsx';
import { ReplayTable } from './ReplayTable.tsx';
import { SourceBadge } from './SourceBadge.tsx';
import { useReplay } from './use-replay.ts';

/** The thread under the policy in force, one model call at a time. */
export function ReplaySection({ overview }: { readonly overview: ThreadOverview }): ReactElement | null {
  const columns = useReplay(overview);
  const cursor = useLabStore((state) => (state.cursor?.thread === overview.thread ? state.cursor.call : 0));
  if (columns === null) return <p className="card p-6 text-center text-muted">Replaying the thread…</p>;
  if (columns.callCount === 0)
    return <EmptyState title="Nothing to replay">No model call was found in this thread.</EmptyState>;
  const call = Math.min(cursor, columns.callCount - 1);
  return (
    <>
      <OccupancyChart overview={overview} />
      <section aria-label="Transport" className="card flex flex-col gap-3 p-3.5">
        <ReplayBar columns={columns} call={call} />
        <BlockStrip
          overview={overview}
          run={columns.run[call] ?? 0}
          coveredRuns={coveredRunsAt(columns, call)}
          isDropping={columns.policy.summarizer === 'sliding-window'}
        />
      </section>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-3.5">
        <DecisionCard columns={columns} call={call} />
        <CostCard columns={columns} call={call} overview={overview} />
      </div>
      <section aria-label="All calls" className="card p-3.5">
        <ReplayTable columns={columns} call={call} />
      </section>
    </>
  );
}

interface AtCall {
  readonly columns: ReplayColumns;
  readonly call: number;
}

function DecisionCard({ columns, call }: AtCall): ReactElement {
  const { policy } = columns;
  const fold = columns.folds[foldAt(columns, call)];
  const hasFired = fold?.call === call;
  const measured = columns.measuredTokens[call] ?? 0;
  const pending = columns.pendingTokens[call] ?? 0;
  const keep = keepStateAt(columns, call);
  const blocks = keep.runs + (keep.hasSummary ? 1 : 0);
  return (
    <LabCard
      title={hasFired ? 'It fires, because' : 'It does not fire, because'}
      aside={<Badge tone={hasFired ? 'summary' : 'plain'}>{hasFired ? 'fold' : 'no fold'}</Badge>}
    >
      <p aria-live="off" className="min-h-10 text-pretty">
        {decisionWords(columns, call)}
      </p>
      <OccupancySum
        measuredTokens={measured}
        pendingTokens={pending}
        threshold={policy.summarizer === 'llm' ? policy.tokenThreshold : null}
      />
      <FigureList
        entries={[
          {
            name: 'Measured part',
            value: grouped(measured),
            meaning: 'What the manager carries from the report before.',
          },
          { name: 'Estimated part', value: `+ ${grouped(pending)}`, meaning: 'What was appended since.' },
          {
            name: 'Blocks against keep window',
            value:
              policy.summarizer === 'none'
                ? '–'
                : `${grouped(blocks)}${keep.hasSummary ? ' (1 summary)' : ''} / ${grouped(keep.keep)}`,
            meaning: 'The summary is a block, each run after it another; the run in flight is the last.',
          },
          { name: 'Prompt that is sent', value: grouped(columns.sentTokens[call] ?? 0) },
          { name: 'Known how', value: <SourceBadge source={sourceAt(columns, call)} /> },
          { name: 'Messages sent', value: grouped(columns.sentMessages[call] ?? 0) },
        ]}
      />
    </LabCard>
  );
}

function CostCard({ columns, call, overview }: AtCall & { readonly overview: ThreadOverview }): ReactElement {
  const contextWindow = useContextWindow(overview);
  const sent = columns.sentTokens[call] ?? 0;
  const cached = known(columns.cachedTokens[call]);
  const agent = known(columns.agentCost[call]);
  const soFar = known(columns.costSoFar[call]);
  const place = foldAt(columns, call);
  const fold = columns.folds[place];
  const balance = fold === undefined ? null : (fold.balances[call - fold.call] ?? null);
  const summaries = columns.folds.slice(0, place + 1);
  const summarizer = summaries.every((made) => made.summarizerCost !== null)
    ? summaries.reduce((sum, made) => sum + (made.summarizerCost ?? 0), 0)
    : null;
  const money = (value: number | null): string => (value === null ? 'no prices' : dollars(value));
  return (
    <LabCard
      title="What it costs"
      aside={
        <span className="text-sm text-muted">
          {contextWindow === null ? '' : `${percent(sent / contextWindow)} of the window`}
        </span>
      }
    >
      <p className="text-xl font-semibold tabular-nums">{money(soFar)}</p>
      <p className="mb-2.5 text-sm text-muted">
        so far, agent and summarizer, of {money(columns.totals.cost)} in all
      </p>
      <FigureList
        entries={[
          { name: 'This call', value: money(agent) },
          {
            name: 'From the cache',
            value: cached === null ? '–' : `${grouped(cached)} · ${percent(sent === 0 ? 0 : cached / sent)}`,
            meaning: 'The part of the prompt that the provider still has, by the rules of its cache.',
          },
          {
            name: 'Summaries so far',
            value: `${grouped(summaries.length)}${summarizer === null ? '' : ` · ${dollars(summarizer)}`}`,
          },
          { name: 'Tokens sent so far', value: grouped(columns.sentSoFar[call] ?? 0) },
          {
            name: 'Balance of the last fold',
            value:
              balance === null ? (
                '–'
              ) : (
                <span className={balance < 0 ? 'text-dropped-ink' : 'text-kept-ink'}>{dollars(balance)}</span>
              ),
            meaning:
              'What the calls since would have cost without it, less what they did cost, less the summary.',
          },
        ]}
      />
    </LabCard>
  );
}
