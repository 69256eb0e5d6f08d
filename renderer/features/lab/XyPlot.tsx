import { useRef, type ReactElement, type ReactNode } from 'react';
import { useTextScale } from '../../app/use-text-scale.ts';
import { useWidth } from '../../components/use-width.ts';

export interface PlotPoint {
  readonly x: number;
  readonly y: number;
}

export interface PlotSeries {
  readonly id: string;
  readonly kind: 'points' | 'line';
  /** Fill of points, stroke of a line. */
  readonly className: string;
  readonly points: readonly PlotPoint[];
  readonly dashed?: boolean;
}

export interface XyPlotProps {
  /** What it shows, in a sentence with its numbers, for a screen reader. */
  readonly label: string;
  readonly series: readonly PlotSeries[];
  readonly formatX: (value: number) => string;
  readonly formatY: (value: number) => string;
  readonly xLabel: string;
  readonly height: number;
  /** Zero is on the y axis. */
  readonly fromZero?: boolean;
  readonly children?: ReactNode;
}

const RIGHT_PX = 14;
const TOP_PX = 10;

/** Points and lines over two axes. */
export function XyPlot(props: XyPlotProps): ReactElement {
  const { label, series, formatX, formatY, xLabel, height, fromZero = false } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const textScale = useTextScale();
  const left = Math.round(50 * textScale);
  const bottom = height - Math.round(24 * textScale);
  const all = series.flatMap(({ points }) => points);
  const xs = rangeOf(all.map(({ x }) => x));
  const ys = rangeOf([...all.map(({ y }) => y), ...(fromZero ? [0] : [])]);
  const xOf = (x: number): number => left + ((x - xs.low) / xs.length) * (width - left - RIGHT_PX);
  const yOf = (y: number): number => TOP_PX + (1 - (y - ys.low) / ys.length) * (bottom - TOP_PX);
  const steps = [0, 0.5, 1];
  return (
    <div ref={frame} role="img" aria-label={label} style={{ height }}>
      {width === 0 || all.length === 0 ? null : (
        <svg aria-hidden className="size-full text-[0.6875rem]">
          <g className="fill-muted">
            {steps.map((share) => {
              const y = Math.round(TOP_PX + (1 - share) * (bottom - TOP_PX)) + 0.5;
              return (
                <g key={share}>
                  <path d={`M${left} ${y}H${width - RIGHT_PX}`} className="stroke-line" />
                  <text x={left - 8} y={y + 3.5} textAnchor="end">
                    {formatY(ys.low + share * ys.length)}
                  </text>
                </g>
              );
            })}
            <text x={left} y={bottom + 16 * textScale}>
              {formatX(xs.low)}
            </text>
            <text x={(left + width - RIGHT_PX) / 2} y={bottom + 16 * textScale} textAnchor="middle">
              {xLabel}
            </text>
            <text x={width - RIGHT_PX} y={bottom + 16 * textScale} textAnchor="end">
              {formatX(xs.low + xs.length)}
            </text>
          </g>
          {series.map(({ id, kind, className, points, dashed }) =>
            kind === 'line' ? (
              <path
                key={id}
                d={points
                  .map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${xOf(x).toFixed(1)} ${yOf(y).toFixed(1)}`)
                  .join('')}
                fill="none"
                strokeWidth="1.75"
                strokeDasharray={dashed === true ? '4 3' : undefined}
                className={className}
              />
            ) : (
              <g key={id} className={className}>
                {points.map(({ x, y }, at) => (
                  <circle key={at} cx={xOf(x)} cy={yOf(y)} r={3} opacity="0.8" />
                ))}
              </g>
            ),
          )}
        </svg>
      )}
    </div>
  );
}

function rangeOf(values: readonly number[]): { readonly low: number; readonly length: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low === Infinity) return { low: 0, length: 1 };
  return high > low ? { low, length: high - low } : { low: low - 0.5, length: 1 };
}
