import type { ReactElement } from 'react';
import type { OccupancyView } from '../../selectors/occupancy-view.ts';
import { spacedOut, xOf, type ChartScale } from './chart-geometry.ts';

const PILL_GAP_PX = 30;
const LINE_GAP_PX = 2;

/** A line at each fold and its number, where there is room for it. */
export function FoldMarks({
  view,
  scale,
}: {
  readonly view: OccupancyView;
  readonly scale: ChartScale;
}): ReactElement {
  const { area } = scale;
  const xs = view.foldCalls.map((call) => Math.round(xOf(scale, call)) + 0.5);
  const lines = spacedOut(xs, LINE_GAP_PX)
    .map((index) => `M${xs[index] ?? 0} ${area.top}V${area.top + area.height}`)
    .join('');
  return (
    <g>
      <path d={lines} className="stroke-summary" strokeWidth="1.5" opacity="0.75" />
      {spacedOut(xs, PILL_GAP_PX).map((index) => (
        <g key={index} transform={`translate(${xs[index] ?? 0} ${area.top - 8})`}>
          <rect
            x={-11}
            y={-7.5}
            width={22}
            height={15}
            rx={7.5}
            className="fill-summary-soft stroke-summary-line"
          />
          <text y={3.5} textAnchor="middle" className="fill-summary-ink font-medium">
            {index + 1}
          </text>
        </g>
      ))}
    </g>
  );
}
