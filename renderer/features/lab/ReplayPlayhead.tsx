import type { ReactElement } from 'react';
import { useLabStore } from '../../stores/lab-store.ts';

/** Where the replay stands, as a line over the occupancy chart. `xOf`: the middle of a call in pixels. */
export function ReplayPlayhead({
  callCount,
  xOf,
  top,
  height,
}: {
  readonly callCount: number;
  readonly xOf: (call: number) => number;
  readonly top: number;
  readonly height: number;
}): ReactElement | null {
  const call = useLabStore((state) => state.cursor?.call ?? null);
  if (call === null || call >= callCount) return null;
  return (
    <div
      aria-hidden
      data-testid="playhead"
      className="pointer-events-none absolute w-0.5 -translate-x-1/2 rounded-full bg-accent"
      style={{ left: xOf(call), top: top - 6, height: height + 6 }}
    >
      <span className="absolute -top-0.5 left-1/2 size-2 -translate-x-1/2 rounded-full bg-accent" />
    </div>
  );
}
