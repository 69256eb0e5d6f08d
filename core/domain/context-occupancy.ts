/** How full the model's context is, in tokens. Summarizers trigger on the sum. */
export interface ContextOccupancy {
  /** Total tokens of the last reported call: its prompt and its reply. 0 before any report. */
  readonly measuredTokens: number;
  /** Estimate of what was added since; back to 0 at the next report. */
  readonly pendingTokens: number;
}

export const EMPTY_OCCUPANCY: ContextOccupancy = { measuredTokens: 0, pendingTokens: 0 };

export function occupancyTokens(occupancy: ContextOccupancy): number {
  return occupancy.measuredTokens + occupancy.pendingTokens;
}

/** A usage report replaces what was measured and absorbs everything that was pending. */
export function withReport(totalTokens: number): ContextOccupancy {
  return { measuredTokens: totalTokens, pendingTokens: 0 };
}

export function withPending(occupancy: ContextOccupancy, estimatedTokens: number): ContextOccupancy {
  return { ...occupancy, pendingTokens: occupancy.pendingTokens + estimatedTokens };
}
