import { useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { grouped } from '../../components/format.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { knobStep, tokensAt, yOf, type ChartScale } from './chart-geometry.ts';

/** How far from the line a press still takes it. */
const GRIP_PX = 24;

/**
 * The threshold as a line over the chart: dragging it, or the arrow keys on it, turn the knob. One that
 * is higher than the chart waits at its upper edge.
 */
export function ThresholdLine({
  scale,
  threshold,
  onHold,
}: {
  readonly scale: ChartScale;
  readonly threshold: number;
  /** The line was taken, or let go. */
  readonly onHold: (isHeld: boolean) => void;
}): ReactElement {
  const line = useRef<HTMLDivElement>(null);
  const step = knobStep(scale.maxTokens);
  const isAbove = threshold > scale.maxTokens;
  const y = yOf(scale, threshold);
  const turn = (tokens: number): void => {
    const snapped = Math.max(step, Math.round(tokens / step) * step);
    usePolicyStore.getState().actions.turnKnob('tokenThreshold', snapped);
  };
  const onDrag = (event: PointerEvent): void => {
    const plot = line.current?.parentElement ?? null;
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || plot === null) return;
    const tokens = tokensAt(scale, event.clientY - plot.getBoundingClientRect().top);
    turn(Math.min(scale.maxTokens, tokens));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const factor = event.shiftKey ? 10 : 1;
    const turns: Readonly<Record<string, number>> = {
      ArrowUp: threshold + step * factor,
      ArrowRight: threshold + step * factor,
      ArrowDown: threshold - step * factor,
      ArrowLeft: threshold - step * factor,
      PageUp: threshold + step * 10,
      PageDown: threshold - step * 10,
      Home: step,
      End: scale.maxTokens,
    };
    const next = turns[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    turn(next);
  };
  return (
    <div
      ref={line}
      role="slider"
      tabIndex={0}
      aria-label="Token threshold"
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={Math.max(scale.maxTokens, threshold)}
      aria-valuenow={threshold}
      aria-valuetext={`${grouped(threshold)} tokens`}
      data-testid="threshold-line"
      className="group absolute cursor-ns-resize touch-none outline-none"
      style={{
        left: scale.area.left,
        width: scale.area.width + 8,
        top: y - GRIP_PX / 2,
        height: GRIP_PX,
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold(true);
      }}
      onLostPointerCapture={() => {
        onHold(false);
      }}
      onPointerMove={onDrag}
      onKeyDown={onKeyDown}
    >
      <span
        className={`absolute inset-x-0 right-2 top-1/2 h-px -translate-y-1/2 bg-summary forced-color-adjust-none group-hover:h-0.5 ${isAbove ? 'opacity-50' : ''}`}
      />
      <span className="absolute top-1/2 right-0 size-3 -translate-y-1/2 rounded-full border-2 border-summary bg-surface group-hover:scale-115 group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-accent" />
    </div>
  );
}
