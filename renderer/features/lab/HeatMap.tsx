import { memo, useMemo, useRef, type KeyboardEvent, type ReactElement } from 'react';
import type { SweepRowView } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import type { PolicyGrid } from '../../../core/replay/index.ts';
import { classNames } from '../../components/class-names.ts';
import { grouped, roundTokens } from '../../components/format.ts';
import { policyKey } from '../../selectors/sweep-grid.ts';
import { policyWords, rangeOf, shadeOf, type MetricDefinition } from '../../selectors/sweep-metrics.ts';
import { loadPolicy } from './lab-actions.ts';

export interface HeatMapProps {
  readonly grid: PolicyGrid;
  /** In grid order. */
  readonly policies: readonly PolicySpec[];
  /** In grid order, as far as they have come. */
  readonly rows: readonly SweepRowView[];
  readonly metric: MetricDefinition;
  readonly current: PolicySpec;
  readonly recommended: PolicySpec | null;
}

/** Threshold by keep window, the number in each cell; below it the sliding windows. Arrow keys move, Enter loads. */
export const HeatMap = memo(function HeatMap(props: HeatMapProps): ReactElement {
  const { grid, policies, rows, metric, current, recommended } = props;
  const frame = useRef<HTMLDivElement>(null);
  const range = useMemo(() => rangeOf(rows, metric), [rows, metric]);
  const currentKey = policyKey(current);
  const recommendedKey = recommended === null ? null : policyKey(recommended);
  const keeps = grid.keepRecentCounts.length;
  const thresholds = keeps === 0 ? 0 : grid.tokenThresholds.length;
  const cell = (place: number, row: number, column: number): ReactElement | null => {
    const policy = policies[place];
    if (policy === undefined) return null;
    const found = rows[place] ?? null;
    const value = found === null ? null : metric.of(found);
    const shade = value === null || range === null ? 0 : shadeOf(value, range);
    return (
      <HeatCell
        key={column}
        policy={policy}
        row={found}
        metric={metric}
        strength={Math.round(6 + shade * 44)}
        isCurrent={currentKey === policyKey(policy)}
        isRecommended={recommendedKey === policyKey(policy)}
        gridRow={row}
        gridColumn={column}
      />
    );
  };
  return (
    <div
      ref={frame}
      role="presentation"
      className="max-h-96 overflow-auto contain-content"
      onKeyDown={(event) => {
        moveFocus(event, frame.current);
      }}
    >
      {thresholds === 0 ? null : (
        <table
          className="w-full table-fixed border-separate border-spacing-1"
          style={{ minWidth: HEAD_PX + keeps * CELL_PX }}
        >
          <caption className="sr-only">
            {metric.label} by threshold (rows) and runs kept (columns). {metric.meaning}
          </caption>
          <KeepHeads label="Threshold" counts={grid.keepRecentCounts} isLabelHidden />
          <tbody>
            {grid.tokenThresholds.map((tokenThreshold, row) => (
              <tr key={tokenThreshold}>
                <th scope="row" className="numeric pr-1 text-left font-normal whitespace-nowrap text-muted">
                  {roundTokens(tokenThreshold)}
                </th>
                {grid.keepRecentCounts.map((_, column) => cell(row * keeps + column, row, column))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {grid.keepCounts.length === 0 ? null : (
        <table
          className="mt-1 w-full table-fixed border-separate border-spacing-1 border-t border-line pt-1"
          style={{ minWidth: HEAD_PX + grid.keepCounts.length * CELL_PX }}
        >
          <caption className="sr-only">{metric.label} of sliding windows, by runs kept</caption>
          <KeepHeads label="Sliding" counts={grid.keepCounts} />
          <tbody>
            <tr>
              <th scope="row" className="text-left text-xs font-normal text-muted">
                window
              </th>
              {grid.keepCounts.map((_, column) => cell(thresholds * keeps + column, thresholds, column))}
            </tr>
          </tbody>
        </table>
      )}
    </div>
  );
});

const HEAD_PX = 60;
const CELL_PX = 46;

function KeepHeads({
  label,
  counts,
  isLabelHidden = false,
}: {
  readonly label: string;
  readonly counts: readonly number[];
  readonly isLabelHidden?: boolean;
}): ReactElement {
  return (
    <thead>
      <tr>
        <th scope="col" className="w-14 text-left text-xs font-normal text-muted">
          <span className={isLabelHidden ? 'sr-only' : ''}>{label}</span>
        </th>
        {counts.map((keep) => (
          <th key={keep} scope="col" className="numeric font-normal text-muted">
            <span className="sr-only">keep </span>
            {keep}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface HeatCellProps {
  readonly policy: PolicySpec;
  /** Null: not worked out yet. */
  readonly row: SweepRowView | null;
  readonly metric: MetricDefinition;
  /** Percent of the colour: a whole number, so that most cells stay as they are while rows come in. */
  readonly strength: number;
  readonly isCurrent: boolean;
  readonly isRecommended: boolean;
  readonly gridRow: number;
  readonly gridColumn: number;
}

const HeatCell = memo(function HeatCell(props: HeatCellProps): ReactElement {
  const { policy, row, metric, strength, isCurrent, isRecommended, gridRow, gridColumn } = props;
  const value = row === null ? null : metric.of(row);
  const shown = value === null ? (row === null ? '' : '–') : metric.cell(value);
  const words = cellWords(props, value === null ? '' : metric.format(value));
  const isWarned = policy.summarizer === 'llm' && row !== null && (!row.reachable || row.oscillates);
  return (
    <td className="p-0">
      <button
        type="button"
        data-place={`${gridRow}/${gridColumn}`}
        data-policy={policyKey(policy)}
        tabIndex={gridRow === 0 && gridColumn === 0 ? 0 : -1}
        aria-label={words}
        aria-pressed={isCurrent}
        title={words}
        className={classNames(
          'numeric relative flex h-8 w-full items-center justify-center rounded-control font-medium whitespace-nowrap text-text hover:brightness-110',
          row === null && 'bg-track',
          isCurrent && 'outline-2 -outline-offset-1 outline-summary',
          isRecommended && !isCurrent && 'outline-2 -outline-offset-1 outline-kept',
          isRecommended && isCurrent && 'ring-2 ring-kept',
        )}
        style={
          row === null
            ? NO_STYLE
            : { background: `color-mix(in srgb, var(--measured) ${strength}%, var(--surface-2))` }
        }
        onClick={() => {
          loadPolicy(policy);
        }}
      >
        {shown}
        {isWarned ? (
          <span aria-hidden className="absolute top-0 right-1 text-xs text-dropped-ink">
            !
          </span>
        ) : null}
      </button>
    </td>
  );
});

const NO_STYLE = {};

function cellWords({ policy, row, metric, isCurrent, isRecommended }: HeatCellProps, shown: string): string {
  const parts = [
    policyWords(policy),
    `${metric.label.toLowerCase()} ${shown === '' ? 'not known yet' : shown}`,
  ];
  if (row !== null && !row.reachable) parts.push('below the floor: it fires for ever');
  else if (row !== null && row.oscillates) parts.push('folds run after run');
  const spread = row === null ? null : (metric.spreadOf?.(row) ?? null);
  if (spread !== null) {
    const [min, median, max] = [spread.min, spread.median, spread.max].map(metric.format);
    parts.push(`by thread ${min ?? ''} to ${max ?? ''}, median ${median ?? ''}`);
  }
  if (row !== null && metric.id !== 'summaries') parts.push(`${grouped(row.totals.summaries)} summaries`);
  if (isCurrent) parts.push('the policy in force');
  if (isRecommended) parts.push('recommended');
  return parts.join(' · ');
}

const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function moveFocus(event: KeyboardEvent, frame: HTMLElement | null): void {
  const move = MOVES[event.key];
  const from =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset['place'] : undefined;
  if (move === undefined || from === undefined || frame === null) return;
  const [row = 0, column = 0] = from.split('/').map(Number);
  const next =
    frame.querySelector<HTMLElement>(`[data-place="${row + move[0]}/${column + move[1]}"]`) ??
    frame.querySelector<HTMLElement>(`[data-place="${row + move[0]}/0"]`);
  if (next === null) return;
  event.preventDefault();
  next.focus();
}
