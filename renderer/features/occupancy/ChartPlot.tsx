import { useMemo, useRef, useState, type ReactElement } from 'react';
import { useTextScale } from '../../app/use-text-scale.ts';
import { roundTokens, shortTokens } from '../../components/format.ts';
import type { OccupancyView } from '../../selectors/occupancy-view.ts';
import { ChartCursor } from './ChartCursor.tsx';
import { chartPaths, xOf, yOf, type ChartScale } from './chart-geometry.ts';
import { FoldMarks } from './FoldMarks.tsx';
import { ThresholdLine } from './ThresholdLine.tsx';
import { useWindowHeight } from '../../components/use-window-height.ts';
import { useWidth } from '../../components/use-width.ts';
import { ReplayPlayhead } from '../lab/ReplayPlayhead.tsx';

/** The plot's height: a share of the window's, so that runs stay in sight below it. */
const PLOT_SHARE = 0.125;
const LOWEST_PLOT_PX = 64;
const HIGHEST_PLOT_PX = 170;
const TOP_PX = 20;
const AXIS_PX = 18;
const RIGHT_PX = 14;

export function ChartPlot({
  view,
  contextWindow,
  threshold,
  maxTokens,
  onHold,
}: {
  readonly view: OccupancyView;
  readonly contextWindow: number | null;
  readonly threshold: number | null;
  readonly maxTokens: number;
  /** The threshold line was taken, or let go. */
  readonly onHold: (isHeld: boolean) => void;
}): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const textScale = useTextScale();
  const [cursor, setCursor] = useState<number | null>(null);
  const windowHeight = useWindowHeight();
  const plotHeight = Math.round(
    Math.min(HIGHEST_PLOT_PX, Math.max(LOWEST_PLOT_PX, windowHeight * PLOT_SHARE)),
  );
  const left = Math.round(46 * textScale);
  const slots = view.callCount + (view.now.pendingTokens > 0 || view.callCount === 0 ? 1 : 0);
  const scale = useMemo<ChartScale>(
    () => ({
      area: { left, top: TOP_PX, width: Math.max(0, width - left - RIGHT_PX), height: plotHeight },
      maxTokens,
      slots,
    }),
    [left, width, plotHeight, maxTokens, slots],
  );
  const height = TOP_PX + plotHeight + AXIS_PX * Math.max(1, textScale);
  return (
    <div ref={frame} className="relative" style={{ height }}>
      {width === 0 ? null : (
        <>
          <svg
            className="absolute inset-0 size-full text-[0.625rem] forced-color-adjust-none"
            aria-hidden={true}
          >
            <Axes
              scale={scale}
              view={view}
              limit={contextWindow}
              threshold={threshold}
              textScale={textScale}
            />
            <Steps view={view} scale={scale} />
            <FoldMarks view={view} scale={scale} />
          </svg>
          <ReplayPlayhead
            callCount={view.callCount}
            xOf={(call) => xOf(scale, call + 0.5)}
            top={scale.area.top}
            height={scale.area.height}
          />
          <ChartCursor view={view} scale={scale} cursor={cursor} onMove={setCursor} />
          {threshold === null ? null : <ThresholdLine scale={scale} threshold={threshold} onHold={onHold} />}
        </>
      )}
    </div>
  );
}

function Steps({ view, scale }: { readonly view: OccupancyView; readonly scale: ChartScale }): ReactElement {
  const paths = useMemo(() => chartPaths(view, scale), [view, scale]);
  return (
    <g fill="none">
      <path d={paths.area} className="fill-measured-soft" />
      <path d={paths.measured} className="stroke-measured" strokeWidth="2" strokeLinejoin="round" />
      <path
        d={paths.estimated}
        className="stroke-measured"
        strokeWidth="2"
        strokeDasharray="2 2.5"
        strokeLinejoin="round"
      />
      <path d={paths.tail} className="stroke-measured" strokeWidth="2" strokeDasharray="2 3" />
    </g>
  );
}

/** Labels closer than this to another one are left out: the threshold's goes first. */
const LABEL_GAP_PX = 11;

function Axes({
  scale,
  view,
  limit,
  threshold,
  textScale,
}: {
  readonly scale: ChartScale;
  readonly view: OccupancyView;
  readonly limit: number | null;
  readonly threshold: number | null;
  readonly textScale: number;
}): ReactElement {
  const { area } = scale;
  const bottom = area.top + area.height;
  const limitY = limit === null || limit > scale.maxTokens ? null : yOf(scale, limit);
  const thresholdY = threshold === null || threshold > scale.maxTokens ? null : yOf(scale, threshold);
  const peakY = yOf(scale, view.peakTokens);
  const taken = [bottom, ...(thresholdY === null ? [] : [thresholdY])];
  const isFree = (y: number): boolean =>
    taken.every((other) => Math.abs(other - y) > LABEL_GAP_PX * textScale);
  const lastRun = view.run[view.callCount - 1];
  return (
    <g className="fill-muted">
      <path d={`M${area.left} ${bottom + 0.5}H${area.left + area.width}`} className="stroke-line" />
      <text x={area.left - 8} y={bottom + 3} textAnchor="end">
        0
      </text>
      {thresholdY === null || threshold === null ? null : (
        <text x={area.left - 8} y={thresholdY + 3} textAnchor="end" className="fill-summary-ink">
          {roundTokens(threshold)}
        </text>
      )}
      {isFree(peakY) && (limitY === null || Math.abs(limitY - peakY) > LABEL_GAP_PX * textScale) ? (
        <text x={area.left - 8} y={peakY + 3} textAnchor="end">
          {shortTokens(view.peakTokens)}
        </text>
      ) : null}
      {limitY === null || limit === null ? null : (
        <>
          <path
            d={`M${area.left} ${limitY}H${area.left + area.width}`}
            className="stroke-dropped"
            strokeDasharray="4 4"
          />
          {isFree(limitY) ? (
            <text x={area.left - 8} y={limitY + 3} textAnchor="end" className="fill-dropped-ink">
              {roundTokens(limit)}
            </text>
          ) : null}
        </>
      )}
      {lastRun === undefined ? null : (
        <>
          <text x={area.left} y={bottom + 13 * textScale}>
            run 1
          </text>
          <RunTicks view={view} scale={scale} y={bottom + 13 * textScale} textScale={textScale} />
        </>
      )}
    </g>
  );
}

/** A few run numbers under the axis, never so near that they touch. */
function RunTicks({
  view,
  scale,
  y,
  textScale,
}: {
  readonly view: OccupancyView;
  readonly scale: ChartScale;
  readonly y: number;
  readonly textScale: number;
}): ReactElement {
  const count = Math.max(1, Math.min(8, Math.floor(scale.area.width / (90 * textScale))));
  const ticks: { readonly run: number; readonly x: number }[] = [];
  for (let tick = 1; tick <= count; tick += 1) {
    const call = Math.max(0, Math.ceil((tick / count) * view.callCount) - 1);
    const run = view.run[call];
    if (run === undefined || run === 0 || ticks.some((other) => other.run === run)) continue;
    ticks.push({ run, x: tick === count ? scale.area.left + scale.area.width : xOf(scale, call + 1) });
  }
  return (
    <>
      {ticks.map(({ run, x }) => (
        <text key={run} x={x} y={y} textAnchor="end">
          {run + 1}
        </text>
      ))}
    </>
  );
}
