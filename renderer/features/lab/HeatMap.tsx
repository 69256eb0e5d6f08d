import { useRef, type KeyboardEvent, type ReactElement } from 'react';
import type { SweepRowView } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import type { PolicyGrid } from '../../../core/replay/index.ts';
import { classNames } from '../../components/class-names.ts';
import { grouped, roundTokens } from '../../components/format.ts';
import { policyKey } from '../../selectors/sweep-grid.ts';
import {
  policyWords,
  rangeOf,
  shadeOf,
  type MetricDefinition,
  type ValueRange,
} from '../../selectors/sweep-metrics.ts';
import { loadPolicy } from './lab-actions.ts';

export interface HeatMapProps {
  readonly grid: PolicyGrid;
  readonly rows: readonly SweepRowView[];
  readonly metric: MetricDefinition;
  readonly current: PolicySpec;
  readonly recommended: PolicySpec | null;
}

/** Threshold by keep window, the number in each cell; below it the sliding windows. Arrow keys move, Enter loads. */
export function HeatMap({ grid, rows, metric, current, recommended }: HeatMapProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const byKey = new Map(rows.map((row) => [policyKey(row.policy), row]));
  const range = rangeOf(rows, metric);
  const marks = {
    current: policyKey(current),
    recommended: recommended === null ? null : policyKey(recommended),
  };
  const cell = (policy: PolicySpec, row: number, column: number): ReactElement => (
    <HeatCell
      key={column}
      policy={policy}
      row={byKey.get(policyKey(policy)) ?? null}
      metric={metric}
      range={range}
      isCurrent={marks.current === policyKey(policy)}
      isRecommended={marks.recommended === policyKey(policy)}
      isFirst={row === 0 && column === 0}
      place={`${row}/${column}`}
    />
  );
  const windowRow = grid.keepRecentCounts.length === 0 ? 0 : grid.tokenThresholds.length;
  return (
    <div
      ref={frame}
      role="presentation"
      className="max-h-96 overflow-auto"
      onKeyDown={(event) => {
        moveFocus(event, frame.current);
      }}
    >
      {windowRow === 0 ? null : (
        <table className="w-full border-separate border-spacing-1">
          <caption className="sr-only">
            {metric.label} by threshold (rows) and runs kept (columns). {metric.meaning}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="w-14 text-left text-xs font-normal text-muted">
                <span className="sr-only">Threshold</span>
              </th>
              {grid.keepRecentCounts.map((keep) => (
                <th key={keep} scope="col" className="numeric font-normal text-muted">
                  <span className="sr-only">keep </span>
                  {keep}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.tokenThresholds.map((tokenThreshold, row) => (
              <tr key={tokenThreshold}>
                <th scope="row" className="numeric pr-1 text-left font-normal whitespace-nowrap text-muted">
                  {roundTokens(tokenThreshold)}
                </th>
                {grid.keepRecentCounts.map((keepRecentCount, column) =>
                  cell({ summarizer: 'llm', tokenThreshold, keepRecentCount }, row, column),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {grid.keepCounts.length === 0 ? null : (
        <table className="mt-1 w-full border-separate border-spacing-1 border-t border-line pt-1">
          <caption className="sr-only">{metric.label} of sliding windows, by runs kept</caption>
          <thead>
            <tr>
              <th scope="col" className="w-14 text-left text-xs font-normal text-muted">
                Sliding
              </th>
              {grid.keepCounts.map((keep) => (
                <th key={keep} scope="col" className="numeric font-normal text-muted">
                  <span className="sr-only">keep </span>
                  {keep}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row" className="text-left text-xs font-normal text-muted">
                window
              </th>
              {grid.keepCounts.map((keepCount, column) =>
                cell({ summarizer: 'sliding-window', keepCount }, windowRow, column),
              )}
            </tr>
          </tbody>
        </table>
      )}
    </div>
  );
}

interface HeatCellProps {
  readonly policy: PolicySpec;
  /** Null: not worked out yet. */
  readonly row: SweepRowView | null;
  readonly metric: MetricDefinition;
  readonly range: ValueRange | null;
  readonly isCurrent: boolean;
  readonly isRecommended: boolean;
  readonly isFirst: boolean;
  readonly place: string;
}

function HeatCell(props: HeatCellProps): ReactElement {
  const { policy, row, metric, range, isCurrent, isRecommended, isFirst, place } = props;
  const value = row === null ? null : metric.of(row);
  const shade = value === null || range === null ? 0 : shadeOf(value, range);
  const shown = value === null ? (row === null ? '' : '–') : metric.cell(value);
  const words = cellWords(props, value === null ? '' : metric.format(value));
  const isWarned = policy.summarizer === 'llm' && row !== null && (!row.reachable || row.oscillates);
  return (
    <td className="p-0">
      <button
        type="button"
        data-place={place}
        data-policy={policyKey(policy)}
        tabIndex={isFirst ? 0 : -1}
        aria-label={words}
        aria-pressed={isCurrent}
        title={words}
        className={classNames(
          'numeric relative flex h-8 w-full min-w-12 items-center whitespace-nowrap justify-center rounded-control px-1 font-medium text-text transition-[filter] hover:brightness-110',
          row === null && 'animate-skeleton bg-track',
          isCurrent && 'outline-2 -outline-offset-1 outline-summary',
          isRecommended && !isCurrent && 'outline-2 -outline-offset-1 outline-kept',
          isRecommended && isCurrent && 'ring-2 ring-kept',
        )}
        style={
          row === null
            ? {}
            : {
                background: `color-mix(in srgb, var(--measured) ${Math.round(6 + shade * 44)}%, var(--surface-2))`,
              }
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
}

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
