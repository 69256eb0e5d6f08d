import { memo, useMemo, useRef, useState, type PointerEvent, type ReactElement } from 'react';
import type { SweepRowView } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import { useTextScale } from '../../app/use-text-scale.ts';
import { dollars, percent, shortTokens } from '../../components/format.ts';
import { useWidth } from '../../components/use-width.ts';
import { samePolicy } from '../../selectors/sweep-grid.ts';
import { policyWords } from '../../selectors/sweep-metrics.ts';
import { loadPolicy } from './lab-actions.ts';
import {
  nearestPoint,
  scatterOf,
  type Scatter,
  type ScatterBox,
  type ScatterPoint,
} from './scatter-geometry.ts';

const HEIGHT_PX = 250;
const REACH_PX = 18;

export interface CostScatterProps {
  readonly rows: readonly SweepRowView[];
  readonly current: PolicySpec;
  readonly recommended: PolicySpec | null;
}

/** What a policy costs against what survives it. The same rows are in the table, which is read instead. */
export const CostScatter = memo(function CostScatter(props: CostScatterProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const textScale = useTextScale();
  const { rows } = props;
  const box = useMemo<ScatterBox>(
    () => ({
      left: Math.round(48 * textScale),
      top: 14,
      width: Math.max(0, width - Math.round(48 * textScale) - 18),
      height: HEIGHT_PX - 14 - Math.round(24 * textScale),
    }),
    [width, textScale],
  );
  const scatter = useMemo(() => (width === 0 ? null : scatterOf(rows, box)), [rows, box, width]);
  const [hovered, setHovered] = useState<ScatterPoint | null>(null);
  const at = (event: PointerEvent): ScatterPoint | null => {
    const place = event.currentTarget.getBoundingClientRect();
    return scatter === null
      ? null
      : nearestPoint(scatter.points, event.clientX - place.left, event.clientY - place.top, REACH_PX);
  };
  return (
    <div ref={frame} className="relative" style={{ height: HEIGHT_PX }}>
      {scatter === null ? (
        <p className="pt-10 text-center text-muted">
          {width === 0 || rows.length === 0
            ? ''
            : 'No facts were found in these threads, so there is nothing to compare.'}
        </p>
      ) : (
        <>
          <div
            role="presentation"
            data-testid="scatter"
            className="absolute inset-0"
            onPointerMove={(event) => {
              setHovered(at(event));
            }}
            onPointerLeave={() => {
              setHovered(null);
            }}
            onPointerDown={(event) => {
              const row = rows[at(event)?.row ?? -1];
              if (row !== undefined) loadPolicy(row.policy);
            }}
          >
            <svg aria-hidden className="absolute inset-0 size-full text-[0.6875rem]">
              <ScatterAxes scatter={scatter} box={box} />
              <path d={scatter.front} fill="none" className="stroke-kept" strokeWidth="1.5" />
              <Points {...props} scatter={scatter} />
            </svg>
          </div>
          <Hover scatter={scatter} rows={rows} point={hovered} box={box} />
        </>
      )}
    </div>
  );
});

function ScatterAxes({
  scatter,
  box,
}: {
  readonly scatter: Scatter;
  readonly box: ScatterBox;
}): ReactElement {
  const bottom = box.top + box.height;
  const cost = (value: number): string => (scatter.isMoney ? dollars(value) : shortTokens(value));
  const lines = [0, 1 / 3, 2 / 3, 1].map((share) => Math.round(box.top + share * box.height) + 0.5);
  return (
    <g className="fill-muted">
      {lines.map((y) => (
        <path key={y} d={`M${box.left} ${y}H${box.left + box.width}`} className="stroke-line" />
      ))}
      <text x={box.left - 8} y={box.top + 4} textAnchor="end">
        {percent(scatter.highestRetention)}
      </text>
      <text x={box.left - 8} y={bottom + 1} textAnchor="end">
        {percent(Math.max(0, scatter.lowestRetention))}
      </text>
      <text x={box.left} y={bottom + 17}>
        {cost(scatter.lowestCost)}
      </text>
      <text x={box.left + box.width / 2} y={bottom + 17} textAnchor="middle">
        {scatter.isMoney ? 'cost →' : 'tokens →'}
      </text>
      <text x={box.left + box.width} y={bottom + 17} textAnchor="end">
        {cost(scatter.highestCost)}
      </text>
    </g>
  );
}

const Points = memo(function Points({
  rows,
  current,
  recommended,
  scatter,
}: CostScatterProps & { readonly scatter: Scatter }): ReactElement {
  return (
    <g fill="none">
      {MARKS.map(({ isFront, isWindow }) => (
        <path
          key={`${isFront}/${isWindow}`}
          d={dotsOf(scatter.points, rows, isFront, isWindow)}
          className={isFront ? 'stroke-kept' : 'stroke-estimated'}
          strokeWidth={isFront && !isWindow ? 10 : 8}
          strokeLinecap={isWindow ? 'square' : 'round'}
        />
      ))}
      {scatter.points.map(({ row, x, y }) => {
        const policy = rows[row]?.policy;
        if (policy === undefined) return null;
        const isRecommended = recommended !== null && samePolicy(policy, recommended);
        const isCurrent = samePolicy(policy, current);
        if (!isRecommended && !isCurrent) return null;
        return (
          <g key={row} fill="none" strokeWidth="2">
            {isRecommended ? <circle cx={x} cy={y} r={8.5} className="stroke-kept" /> : null}
            {isCurrent ? (
              <circle cx={x} cy={y} r={isRecommended ? 12 : 8.5} className="stroke-summary" />
            ) : null}
          </g>
        );
      })}
    </g>
  );
});

/** What lies on the front is drawn last, so that it stands above the others. */
const MARKS = [
  { isFront: false, isWindow: false },
  { isFront: false, isWindow: true },
  { isFront: true, isWindow: false },
  { isFront: true, isWindow: true },
] as const;

/** Lines without length, whose ends are the marks: hundreds of points are then one shape. */
function dotsOf(
  points: readonly ScatterPoint[],
  rows: readonly SweepRowView[],
  isFront: boolean,
  isWindow: boolean,
): string {
  return points
    .filter(({ row }) => {
      const found = rows[row];
      return found?.pareto === isFront && (found.policy.summarizer === 'sliding-window') === isWindow;
    })
    .map(({ x, y }) => `M${x.toFixed(1)} ${y.toFixed(1)}h0`)
    .join('');
}

function Hover({
  scatter,
  rows,
  point,
  box,
}: {
  readonly scatter: Scatter;
  readonly rows: readonly SweepRowView[];
  readonly point: ScatterPoint | null;
  readonly box: ScatterBox;
}): ReactElement | null {
  const row = point === null ? undefined : rows[point.row];
  if (point === null || row === undefined) return null;
  const isRight = point.x > box.left + box.width / 2;
  const cost = scatter.isMoney
    ? dollars(row.totals.cost ?? 0)
    : `${shortTokens(row.totals.sentTokens + row.totals.summarizerTokens)} tokens`;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 rounded-control border border-line-strong bg-surface px-2.5 py-1.5 text-sm whitespace-nowrap shadow-lift"
      style={{
        top: Math.min(point.y + 8, HEIGHT_PX - 56),
        ...(isRight ? { right: `calc(100% - ${point.x - 12}px)` } : { left: point.x + 12 }),
      }}
    >
      <b className="font-semibold">{policyWords(row.policy)}</b>
      <span className="block text-muted">
        {cost} · survival {row.retention === null ? '–' : percent(row.retention)}
        {row.pareto ? ' · on the Pareto front' : ''}
      </span>
    </div>
  );
}
