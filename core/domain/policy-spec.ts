/** A summarizer with its knob values, as plain data. Token and run counts are whole numbers. */
export type PolicySpec =
  | { readonly summarizer: 'none' }
  | {
      readonly summarizer: 'llm';
      /** Tokens. Fires above it, never at it. */
      readonly tokenThreshold: number;
      /** Run blocks kept verbatim. Below 1 means 5, as in the SDK. */
      readonly keepRecentCount: number;
    }
  | {
      readonly summarizer: 'sliding-window';
      /** Run blocks kept. Floored at 1. */
      readonly keepCount: number;
    };

export const DEFAULT_KEEP_RECENT_COUNT = 5;

/** The value in force: the SDK reads an unset or non-positive keep window as 5. */
export function effectiveKeepRecentCount(keepRecentCount: number): number {
  return keepRecentCount >= 1 ? keepRecentCount : DEFAULT_KEEP_RECENT_COUNT;
}

/** The value in force: a window below one run would drop the run in flight. */
export function effectiveKeepCount(keepCount: number): number {
  return Math.max(1, keepCount);
}
