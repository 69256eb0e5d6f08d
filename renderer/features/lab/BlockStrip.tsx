import { useMemo, useRef, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { counted } from '../../components/format.ts';
import { useWidth } from '../../components/use-width.ts';
import { viewActions } from '../../stores/view-store.ts';

const HEIGHT_PX = 26;

interface Strip {
  /** Left edge of each run in pixels, and the right end of the last. */
  readonly edges: Float64Array;
}

/** Each run as wide as its share of the thread's tokens; very short ones still show. */
function stripOf(tokens: readonly number[], width: number): Strip {
  const edges = new Float64Array(tokens.length + 1);
  const sum = tokens.reduce((total, value) => total + value, 0);
  const least = Math.min(2, width / Math.max(1, tokens.length));
  const room = Math.max(0, width - least * tokens.length);
  tokens.forEach((value, run) => {
    edges[run + 1] = (edges[run] ?? 0) + least + (sum === 0 ? 0 : (value / sum) * room);
  });
  return { edges };
}

/** The thread as one row of blocks at a call: covered, sent as written, in flight, and what is still to come. */
export function BlockStrip({
  overview,
  run,
  coveredRuns,
  isDropping,
}: {
  readonly overview: ThreadOverview;
  readonly run: number;
  readonly coveredRuns: number;
  readonly isDropping: boolean;
}): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const { tokens } = overview.profile.runs;
  const { edges } = useMemo(() => stripOf(tokens, width), [tokens, width]);
  const at = (index: number): number => edges[index] ?? 0;
  const cuts = useMemo(() => cutsOf(edges, run), [edges, run]);
  const span = (from: number, to: number, className: string): ReactElement | null =>
    to <= from ? null : (
      <rect
        x={at(from)}
        width={Math.max(1, at(to) - at(from))}
        y={0}
        height={HEIGHT_PX}
        className={className}
      />
    );
  const words = [
    ...(coveredRuns === 0 ? [] : [`${counted(coveredRuns, 'run')} ${isDropping ? 'dropped' : 'covered'}`]),
    `${counted(Math.max(0, run - coveredRuns), 'run')} sent as written`,
    `run ${run + 1} in flight`,
  ].join(', ');
  return (
    <div>
      <div
        ref={frame}
        role="img"
        aria-label={`Blocks: ${words}`}
        className="overflow-hidden rounded-control bg-track"
        style={{ height: HEIGHT_PX }}
      >
        {width === 0 ? null : (
          <svg aria-hidden className="block h-full w-full">
            <defs>
              <pattern
                id="strip-covered"
                width="5"
                height="5"
                patternUnits="userSpaceOnUse"
                patternTransform="rotate(45)"
              >
                <path
                  d="M0 0V5"
                  strokeWidth="5"
                  className={isDropping ? 'stroke-dropped' : 'stroke-covered'}
                />
              </pattern>
            </defs>
            <rect
              width={at(coveredRuns)}
              height={HEIGHT_PX}
              fill="url(#strip-covered)"
              opacity="0.55"
              className="transition-[width] duration-300"
            />
            {span(coveredRuns, run, 'fill-kept opacity-75')}
            {span(run, run + 1, 'fill-accent')}
            <path d={cuts} className="stroke-surface" strokeWidth="1" />
            {coveredRuns === 0 ? null : (
              <rect
                x={at(coveredRuns) - 1.5}
                width={3}
                height={HEIGHT_PX}
                className={isDropping ? 'fill-dropped' : 'fill-summary'}
              />
            )}
          </svg>
        )}
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 text-xs text-muted">
        {coveredRuns === 0 ? null : (
          <button
            type="button"
            className="min-h-6 rounded-sm hover:underline"
            onClick={() => {
              viewActions().goToRun(coveredRuns - 1);
            }}
          >
            ▨ {counted(coveredRuns, 'run')} {isDropping ? 'dropped' : 'covered'}
          </button>
        )}
        <span className="text-kept-ink">■ {counted(Math.max(0, run - coveredRuns), 'run')} as written</span>
        <button
          type="button"
          className="min-h-6 rounded-sm text-accent-ink hover:underline"
          onClick={() => {
            viewActions().goToRun(run);
          }}
        >
          ■ run {run + 1} in flight
        </button>
      </p>
    </div>
  );
}

/** Lines between the blocks where there is room to see them. */
function cutsOf(edges: Float64Array, run: number): string {
  let path = '';
  let last = -Infinity;
  for (let index = 1; index <= run; index += 1) {
    const x = Math.round(edges[index] ?? 0) + 0.5;
    if (x - last < 4) continue;
    path += `M${x} 0V${HEIGHT_PX}`;
    last = x;
  }
  return path;
}
