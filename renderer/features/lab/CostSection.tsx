import { TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import type { ModelPrice } from '../../../core/replay/index.ts';
import { Button } from '../../components/Button.tsx';
import { counted, dollars, grouped } from '../../components/format.ts';
import { ledgerSummary } from '../../selectors/replay-ledger.ts';
import type { ReplayColumns } from '../../selectors/replay-columns.ts';
import { viewActions } from '../../stores/view-store.ts';
import { FigureList } from './FigureList.tsx';
import { LabCard } from './LabCard.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { PriceChoice } from './SweepControls.tsx';
import { useLabPrices } from './use-lab-prices.ts';
import { useReplay, useUnfoldedCost } from './use-replay.ts';

/** The thread under the policy in force, in money: what it costs, and whether each fold pays for itself. */
export function CostSection({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const columns = useReplay(overview);
  const { agent, summarizer, isAssumed } = useLabPrices(overview);
  return (
    <>
      <PriceChoice overview={overview} />
      {columns === null ? (
        <p className="card p-6 text-center text-muted">Replaying the thread…</p>
      ) : (
        <>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] gap-3.5">
            <TotalsCard columns={columns} overview={overview} />
            <PricesCard agent={agent} summarizer={summarizer} isAssumed={isAssumed} />
          </div>
          {columns.hasLedger ? <Flags columns={columns} /> : null}
          <LabCard
            title="Ledger: does each fold pay for itself?"
            aside={<span className="text-sm text-muted">{counted(columns.folds.length, 'fold')}</span>}
          >
            <LedgerTable columns={columns} />
          </LabCard>
        </>
      )}
    </>
  );
}

function TotalsCard({
  columns,
  overview,
}: {
  readonly columns: ReplayColumns;
  readonly overview: ThreadOverview;
}): ReactElement {
  const { totals, folds } = columns;
  const summarizer = folds.every((fold) => fold.summarizerCost !== null)
    ? folds.reduce((sum, fold) => sum + (fold.summarizerCost ?? 0), 0)
    : null;
  const unfolded = useUnfoldedCost(overview);
  const money = (value: number | null): string => (value === null ? '–' : dollars(value));
  return (
    <LabCard title="Under this policy">
      <p className="text-xl font-semibold tabular-nums">{money(totals.cost)}</p>
      <p className="mb-2.5 text-sm text-muted">
        {unfolded === null || totals.cost === null
          ? 'agent and summarizer together'
          : `${dollars(Math.abs(unfolded - totals.cost))} ${totals.cost <= unfolded ? 'less' : 'more'} than without a summarizer`}
      </p>
      <FigureList
        entries={[
          { name: 'Agent', value: money(totals.cost === null ? null : totals.cost - (summarizer ?? 0)) },
          { name: 'Summarizer', value: money(summarizer) },
          { name: 'Tokens sent', value: grouped(totals.sentTokens) },
          { name: 'Tokens of the summarizer', value: grouped(totals.summarizerTokens) },
          { name: 'Without a summarizer', value: money(unfolded) },
        ]}
      />
      {columns.cacheTimesAssumed ? (
        <p className="mt-2 text-xs text-muted">
          Some times between calls aren&apos;t known: the cache was taken to be still there.
        </p>
      ) : null}
    </LabCard>
  );
}

function PricesCard({
  agent,
  summarizer,
  isAssumed,
}: {
  readonly agent: ModelPrice | null;
  readonly summarizer: ModelPrice | null;
  readonly isAssumed: boolean;
}): ReactElement {
  return (
    <LabCard
      title="Prices, per million tokens"
      aside={
        <Button
          size="small"
          onClick={() => {
            viewActions().openDialog('prices');
          }}
        >
          Edit…
        </Button>
      }
    >
      {agent === null ? (
        <p className="text-summary-ink">
          No prices are known for this thread&apos;s model. Choose whose prices count, or enter them.
        </p>
      ) : (
        <PriceLines title={isAssumed ? 'Agent (assumed)' : 'Agent'} price={agent} />
      )}
      {summarizer === null || summarizer.model === agent?.model ? null : (
        <div className="mt-3">
          <PriceLines title="Summarizer" price={summarizer} />
        </div>
      )}
    </LabCard>
  );
}

function PriceLines({ title, price }: { readonly title: string; readonly price: ModelPrice }): ReactElement {
  const { family } = price;
  const cache = family.caches
    ? `${family.name}: from ${grouped(family.minimumTokens)} tokens on${
        family.stepTokens > 1 ? `, in steps of ${grouped(family.stepTokens)}` : ''
      }${family.lifetimeMs === null ? '' : `, kept ${family.lifetimeMs / 60_000} min`}`
    : 'none';
  return (
    <>
      <p className="mb-1.5 font-semibold">
        {title} · {price.model}
      </p>
      <FigureList
        entries={[
          { name: 'Input', value: `$${price.input}` },
          { name: 'Cached input', value: `$${price.cachedInput}` },
          { name: 'Cache write', value: price.cacheWrite === 0 ? '–' : `$${price.cacheWrite}` },
          { name: 'Output', value: `$${price.output}` },
          { name: 'Prompt cache', value: <span className="font-sans">{cache}</span> },
        ]}
      />
      <p data-selectable className="mt-1.5 text-xs break-all text-muted">
        read {price.readOn} · {price.source === '' ? 'entered by hand' : price.source}
      </p>
    </>
  );
}

function Flags({ columns }: { readonly columns: ReplayColumns }): ReactElement | null {
  const { folds, unpaid, wasted, thrashing, thrashWaste } = ledgerSummary(columns);
  if (unpaid === 0 && thrashing === 0) return null;
  return (
    <div role="status" className="card flex items-start gap-2.5 border-summary-line bg-summary-soft p-3.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-summary-ink" />
      <div>
        {unpaid === 0 ? null : (
          <p>
            <b className="font-semibold">
              {grouped(unpaid)} of {counted(folds, 'fold')} never paid back
            </b>{' '}
            before the next one or the end of the thread: {dollars(wasted)} more than without them.
          </p>
        )}
        {thrashing === 0 ? null : (
          <p>
            <b className="font-semibold">Thrash:</b> {counted(thrashing, 'fold')} in runs right after each
            other, each losing the cached prefix of the one before
            {thrashWaste > 0 ? `: ${dollars(thrashWaste)} wasted` : ''}.
          </p>
        )}
      </div>
    </div>
  );
}
