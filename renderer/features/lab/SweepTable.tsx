import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useMemo, useRef, useState, type ReactElement } from 'react';
import type { SweepRowView } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import { useTextScale } from '../../app/use-text-scale.ts';
import { Badge } from '../../components/Badge.tsx';
import { classNames } from '../../components/class-names.ts';
import { samePolicy } from '../../selectors/sweep-grid.ts';
import { METRICS, policyWords, type MetricDefinition } from '../../selectors/sweep-metrics.ts';
import { sweepOrder, type SweepOrder } from '../../selectors/sweep-order.ts';
import { loadPolicy } from './lab-actions.ts';

const ROW_PX = 32;
const SHOWN_ROWS = 11;
const COLUMNS = 'grid grid-cols-[minmax(15rem,3.2fr)_repeat(6,minmax(3.75rem,1fr))] items-center gap-2';

export interface SweepTableProps {
  readonly rows: readonly SweepRowView[];
  /** Shown above the grid's own rows, outside of the order. */
  readonly references: readonly SweepRowView[];
  readonly current: PolicySpec;
  readonly recommended: PolicySpec | null;
}

/** Every policy that was tried, by any of its figures. */
export const SweepTable = memo(function SweepTable({
  rows,
  references,
  current,
  recommended,
}: SweepTableProps): ReactElement {
  const [order, setOrder] = useState<SweepOrder>({ by: null, descending: false });
  const indexes = useMemo(() => sweepOrder(rows, order), [rows, order]);
  const extra = references.filter((row) => !rows.some(({ policy }) => samePolicy(policy, row.policy)));
  const scroller = useRef<HTMLDivElement>(null);
  const height = Math.round(ROW_PX * useTextScale());
  const virtualizer = useVirtualizer({
    count: indexes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
  });
  return (
    <div className="overflow-x-auto">
      <div
        role="table"
        aria-label="Policies that were tried"
        aria-rowcount={rows.length + extra.length + 1}
        className="min-w-168"
      >
        <div role="rowgroup">
          <div
            role="row"
            className={classNames(COLUMNS, 'border-b border-line pr-3 pb-1.5 text-sm text-muted')}
          >
            <ColumnHead label="policy" of={null} order={order} onOrder={setOrder} />
            {METRICS.map((metric) => (
              <ColumnHead
                key={metric.id}
                label={metric.label.toLowerCase()}
                title={metric.meaning}
                of={metric}
                order={order}
                onOrder={setOrder}
              />
            ))}
          </div>
        </div>
        <div
          ref={scroller}
          role="rowgroup"
          data-testid="sweep-rows"
          className="overflow-y-auto"
          style={{ maxHeight: height * SHOWN_ROWS }}
        >
          {extra.map((row, place) => (
            <SweepTableRow
              key={place}
              row={row}
              height={height}
              isCurrent={samePolicy(row.policy, current)}
              isRecommended={false}
            />
          ))}
          <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const row = rows[indexes[item.index] ?? -1];
              if (row === undefined) return null;
              return (
                <SweepTableRow
                  key={item.key}
                  row={row}
                  height={height}
                  top={item.start}
                  rowIndex={item.index + extra.length + 2}
                  isCurrent={samePolicy(row.policy, current)}
                  isRecommended={recommended !== null && samePolicy(row.policy, recommended)}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
});

function ColumnHead({
  label,
  title,
  of,
  order,
  onOrder,
}: {
  readonly label: string;
  readonly title?: string;
  readonly of: MetricDefinition | null;
  readonly order: SweepOrder;
  readonly onOrder: (order: SweepOrder) => void;
}): ReactElement {
  const by = of?.id ?? null;
  const isSorted = order.by === by;
  const Arrow = order.descending ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : 'none'}
      className={of === null ? 'text-left' : 'text-right'}
    >
      <button
        type="button"
        title={title}
        className="inline-flex items-center gap-1 rounded-sm hover:text-text"
        onClick={() => {
          onOrder({ by, descending: isSorted ? !order.descending : of?.lessIsBetter === false });
        }}
      >
        {isSorted ? <Arrow aria-hidden className="size-3" /> : null}
        {label}
      </button>
    </span>
  );
}

const SweepTableRow = memo(function SweepTableRow({
  row,
  height,
  top,
  rowIndex,
  isCurrent,
  isRecommended,
}: {
  readonly row: SweepRowView;
  readonly height: number;
  readonly top?: number;
  readonly rowIndex?: number;
  readonly isCurrent: boolean;
  readonly isRecommended: boolean;
}): ReactElement {
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={classNames(
        COLUMNS,
        'border-b border-line pr-3 hover:bg-surface-hover',
        top !== undefined && 'absolute inset-x-0',
      )}
      style={top === undefined ? { height } : { height, top: 0, transform: `translateY(${top}px)` }}
    >
      <span role="cell" className="flex min-w-0 items-center gap-1.5">
        <button
          type="button"
          className="min-w-0 truncate rounded-sm text-left hover:underline"
          title={`${policyWords(row.policy)}: load it as the policy`}
          onClick={() => {
            loadPolicy(row.policy);
          }}
        >
          {policyWords(row.policy)}
        </button>
        {isRecommended ? <Badge tone="kept">recommended</Badge> : null}
        {isCurrent ? <Badge tone="summary">current</Badge> : null}
        {row.pareto && !isRecommended ? <Badge>front</Badge> : null}
        {!row.reachable ? <Badge tone="dropped">for ever</Badge> : null}
        {row.reachable && row.oscillates ? (
          <Badge tone={row.policy.summarizer === 'llm' ? 'dropped' : 'plain'}>run after run</Badge>
        ) : null}
      </span>
      {METRICS.map((metric) => (
        <MetricCell key={metric.id} metric={metric} row={row} />
      ))}
    </div>
  );
});

function MetricCell({
  metric,
  row,
}: {
  readonly metric: MetricDefinition;
  readonly row: SweepRowView;
}): ReactElement {
  const value = metric.of(row);
  const isWarning = metric.id === 'overLimit' && value !== null && value > 0;
  return (
    <span role="cell" className={classNames('numeric text-right', isWarning && 'text-summary-ink')}>
      {value === null ? '–' : metric.format(value)}
    </span>
  );
}
