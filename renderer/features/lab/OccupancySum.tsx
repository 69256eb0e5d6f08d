import type { ReactElement } from 'react';

/** Measured and estimated part as one bar, with the threshold over it. */
export function OccupancySum({
  measuredTokens,
  pendingTokens,
  threshold,
}: {
  readonly measuredTokens: number;
  readonly pendingTokens: number;
  /** Null: no token count is looked at. */
  readonly threshold: number | null;
}): ReactElement {
  const top = Math.max(measuredTokens + pendingTokens, threshold ?? 0, 1) * 1.08;
  const share = (tokens: number): string => `${(tokens / top) * 100}%`;
  return (
    <div aria-hidden className="relative my-3 h-3 rounded-full bg-track">
      <span
        className="absolute inset-y-0 left-0 rounded-l-full bg-measured"
        style={{ width: share(measuredTokens) }}
      />
      <span
        className="hatch-estimated absolute inset-y-0 rounded-r-full"
        style={{ left: share(measuredTokens), width: share(pendingTokens) }}
      />
      {threshold === null ? null : (
        <span className="absolute -inset-y-1 w-0.5 bg-summary" style={{ left: share(threshold) }} />
      )}
    </div>
  );
}
