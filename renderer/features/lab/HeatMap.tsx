import { memo, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { SweepRowView } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import type { PolicyGrid } from '../../../core/replay/index.ts';
import { grouped, roundTokens } from '../../components/format.ts';
import { policyKey } from '../../selectors/sweep-grid.ts';
import { policyWords, rangeOf, shadeOf, type MetricDefinition } from '../../selectors/sweep-metrics.ts';
import { HeatCell, type HeatCellProps } from './HeatCell.tsx';
import { HeatGrid } from './HeatGrid.tsx';
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
  // Words for hundreds of cells would be most of the work: only a cell that is asked about gets its own.
  const [focused, setFocused] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const range = useMemo(() => rangeOf(rows, metric), [rows, metric]);
  const currentKey = policyKey(current);
  const recommendedKey = recommended === null ? null : policyKey(recommended);
  const tabStop = focused < policies.length ? focused : 0;
  const keeps = grid.keepRecentCounts.length;
  const thresholds = keeps === 0 ? 0 : grid.tokenThresholds.length;
  const cell = (place: number): ReactElement | null => {
    const policy = policies[place];
    if (policy === undefined) return null;
    const key = policyKey(policy);
    const row = rows[place] ?? null;
    const value = row === null ? null : metric.of(row);
    const shade = value === null || range === null ? 0 : shadeOf(value, range);
    const shown: HeatCellProps = {
      place,
      policy: key,
      text: value === null ? (row === null ? '' : '–') : metric.cell(value),
      strength: row === null ? null : Math.round(6 + shade * 44),
      isWarned: policy.summarizer === 'llm' && row !== null && (!row.reachable || row.oscillates),
      isCurrent: currentKey === key,
      isRecommended: recommendedKey === key,
      isTabStop: place === tabStop,
      words: place === tabStop || place === pointed ? cellWords(policy, row, props) : null,
    };
    return <HeatCell key={place} {...shown} />;
  };
  return (
    <div
      ref={frame}
      role="presentation"
      className="max-h-96 overflow-auto contain-content"
      onKeyDown={(event) => {
        const place = placeOf(event.target);
        if (place !== null) onKey(event, place, frame.current, { keeps, thresholds, policies });
      }}
      onFocus={(event) => {
        setFocused(placeOf(event.target) ?? focused);
      }}
      onPointerOver={(event) => {
        setPointed(placeOf(event.target));
      }}
      onClick={(event) => {
        const policy = policies[placeOf(event.target) ?? -1];
        if (policy !== undefined) loadPolicy(policy);
      }}
    >
      {thresholds === 0 ? null : (
        <HeatGrid
          label={`${metric.label} by threshold (rows) and runs kept (columns). ${metric.meaning}`}
          corner={<span className="sr-only">Threshold</span>}
          columns={grid.keepRecentCounts}
          rows={grid.tokenThresholds.map(roundTokens)}
          firstPlace={0}
          cell={cell}
        />
      )}
      {grid.keepCounts.length === 0 ? null : (
        <HeatGrid
          label={`${metric.label} of sliding windows, by runs kept`}
          corner={<span className="text-xs">Sliding</span>}
          columns={grid.keepCounts}
          rows={SLIDING_ROW}
          firstPlace={thresholds * keeps}
          cell={cell}
        />
      )}
    </div>
  );
});

const SLIDING_ROW = ['window'];

function placeOf(target: EventTarget): number | null {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-place]') : null;
  return cell === null ? null : Number(cell.dataset['place']);
}

function cellWords(policy: PolicySpec, row: SweepRowView | null, props: HeatMapProps): string {
  const { metric, current, recommended } = props;
  const value = row === null ? null : metric.of(row);
  const shown = value === null ? 'not known yet' : metric.format(value);
  const parts = [policyWords(policy), `${metric.label.toLowerCase()} ${shown}`];
  if (row !== null && !row.reachable) parts.push('below the floor: it fires for ever');
  else if (row !== null && row.oscillates) parts.push('folds run after run');
  if (row !== null && metric.id !== 'summaries') parts.push(`${grouped(row.totals.summaries)} summaries`);
  const key = policyKey(policy);
  if (key === policyKey(current)) parts.push('the policy in force');
  if (recommended !== null && key === policyKey(recommended)) parts.push('recommended');
  return parts.join(' · ');
}

interface Extent {
  readonly keeps: number;
  readonly thresholds: number;
  readonly policies: readonly PolicySpec[];
}

function onKey(event: KeyboardEvent, place: number, frame: HTMLElement | null, extent: Extent): void {
  if (event.key === 'Enter' || event.key === ' ') {
    const policy = extent.policies[place];
    if (policy !== undefined) loadPolicy(policy);
    event.preventDefault();
    return;
  }
  const next = nextPlace(place, event.key, extent);
  if (next === null) return;
  event.preventDefault();
  frame?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus();
}

/** Where a key leads: within the map of thresholds, and down to the row of sliding windows and back. */
function nextPlace(place: number, key: string, { keeps, thresholds, policies }: Extent): number | null {
  const windows = thresholds * keeps;
  const isWindow = place >= windows;
  const rowStart = isWindow ? windows : place - (place % keeps);
  const rowEnd = isWindow ? policies.length - 1 : rowStart + keeps - 1;
  const column = place - rowStart;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(rowStart, place - 1);
    case 'ArrowRight':
      return Math.min(rowEnd, place + 1);
    case 'Home':
      return rowStart;
    case 'End':
      return rowEnd;
    case 'ArrowUp':
      if (!isWindow) return place < keeps ? place : place - keeps;
      return windows === 0 ? place : windows - keeps + Math.min(column, keeps - 1);
    case 'ArrowDown':
      if (isWindow) return place;
      if (place + keeps < windows) return place + keeps;
      return policies.length === windows ? place : Math.min(windows + column, policies.length - 1);
    default:
      return null;
  }
}
