import { type PolicySpec } from '../domain/policy-spec.ts';

/** Knob values to be tried. Whole numbers, in any order. */
export interface PolicyGrid {
  readonly tokenThresholds: readonly number[];
  readonly keepRecentCounts: readonly number[];
  readonly keepCounts: readonly number[];
}

/**
 * Every combination once, in grid order: LLM policies by threshold, then by keep window; then sliding
 * windows; numbers ascending.
 */
export function policiesOf(grid: PolicyGrid): readonly PolicySpec[] {
  const llm = ascending(grid.tokenThresholds).flatMap((tokenThreshold) =>
    ascending(grid.keepRecentCounts).map((keepRecentCount): PolicySpec => ({
      summarizer: 'llm',
      tokenThreshold,
      keepRecentCount,
    })),
  );
  const windows = ascending(grid.keepCounts).map((keepCount): PolicySpec => ({
    summarizer: 'sliding-window',
    keepCount,
  }));
  return [...llm, ...windows];
}

function ascending(values: readonly number[]): readonly number[] {
  return [...new Set(values)].sort((left, right) => left - right);
}
