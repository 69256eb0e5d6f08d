import type { KeyboardEvent, PointerEvent, ReactElement, ReactNode } from 'react';
import { grouped } from '../../components/format.ts';
import { sourceOf, type OccupancyView } from '../../selectors/occupancy-view.ts';
import { viewActions } from '../../stores/view-store.ts';
import { callAt, xOf, yOf, type ChartScale } from './chart-geometry.ts';

const SOURCE_WORDS = {
  measured: 'reported by the provider',
  adjusted: 'a report, adjusted by what differs',
  estimated: 'estimated',
} as const;

/** What is known of a call, in lines: for the tooltip, and spoken. */
function factsOf(view: OccupancyView, call: number): readonly string[] {
  const before = view.before[call] ?? 0;
  const level = view.level[call] ?? 0;
  const isFold = view.foldCalls.includes(call);
  return [
    isFold
      ? `${grouped(before)} tokens before the fold, ${grouped(level)} after it`
      : `${grouped(level)} tokens before the call`,
    SOURCE_WORDS[sourceOf(view, call)],
  ];
}

/** The crosshair with its numbers: follows the pointer and the arrow keys; a press or Enter goes to the run. */
export function ChartCursor({
  view,
  scale,
  cursor,
  onMove,
}: {
  readonly view: OccupancyView;
  readonly scale: ChartScale;
  readonly cursor: number | null;
  readonly onMove: (call: number | null) => void;
}): ReactElement | null {
  const { area } = scale;
  if (view.callCount === 0) return null;
  const call = cursor === null ? null : Math.min(cursor, view.callCount - 1);
  const atPointer = (event: PointerEvent): number => {
    const plot = event.currentTarget.getBoundingClientRect();
    return callAt(scale, view.callCount, event.clientX - plot.left + area.left);
  };
  const goTo = (target: number): void => {
    viewActions().goToRun(view.run[target] ?? 0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = call ?? -1;
    const page = Math.max(1, Math.round(view.callCount / 20));
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: from + 1,
      ArrowLeft: from - 1,
      PageUp: from - page,
      PageDown: from + page,
      Home: 0,
      End: view.callCount - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      onMove(Math.min(view.callCount - 1, Math.max(0, next)));
    } else if (event.key === 'Enter' && call !== null) goTo(call);
    else if (event.key === 'Escape') onMove(null);
  };
  const run = call === null ? 0 : (view.run[call] ?? 0);
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Model call; Enter goes to its run"
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={view.callCount}
        aria-valuenow={(call ?? 0) + 1}
        aria-valuetext={call === null ? 'none chosen' : [`run ${run + 1}`, ...factsOf(view, call)].join(', ')}
        className="absolute rounded outline-offset-1"
        style={{ left: area.left, top: area.top - 6, width: area.width, height: area.height + 6 }}
        onPointerMove={(event) => {
          onMove(atPointer(event));
        }}
        onPointerLeave={() => {
          onMove(null);
        }}
        onPointerDown={(event) => {
          goTo(atPointer(event));
        }}
        onBlur={() => {
          onMove(null);
        }}
        onKeyDown={onKeyDown}
      />
      {call === null ? null : (
        <CursorMark scale={scale} x={xOf(scale, call + 0.5)} tokens={view.level[call] ?? 0}>
          <b className="font-semibold text-text">Run {grouped(run + 1)}</b>
          <span className="text-muted">
            {' '}
            · call {grouped(call + 1)} of {grouped(view.callCount)}
          </span>
          {factsOf(view, call).map((fact) => (
            <span key={fact} className="block text-muted tabular-nums">
              {fact}
            </span>
          ))}
        </CursorMark>
      )}
    </>
  );
}

function CursorMark({
  scale,
  x,
  tokens,
  children,
}: {
  readonly scale: ChartScale;
  readonly x: number;
  readonly tokens: number;
  readonly children: ReactNode;
}): ReactElement {
  const { area } = scale;
  const isRight = x > area.left + area.width / 2;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0">
      <span className="absolute w-px bg-faint" style={{ left: x, top: area.top, height: area.height }} />
      <span
        className="absolute size-2 -translate-1/2 rounded-full border-2 border-surface bg-measured"
        style={{ left: x, top: yOf(scale, tokens) }}
      />
      <div
        className="absolute z-20 max-w-80 rounded-control border border-line-strong bg-surface px-2.5 py-1.5 text-sm whitespace-nowrap shadow-lift"
        style={{
          top: area.top,
          ...(isRight ? { right: `calc(100% - ${x - 10}px)` } : { left: x + 10 }),
        }}
      >
        {children}
      </div>
    </div>
  );
}
