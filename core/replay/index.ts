export { buildThreadProfile } from './build-thread-profile.ts';
export type {
  CallColumns,
  FactualChange,
  NullableColumn,
  RunColumns,
  ThreadProfile,
} from './thread-profile.ts';
export { indexProfile, type ProfileIndex } from './index-profile.ts';
export { calibrate, calibrationPoints, type Calibration, type CalibrationPoint } from './calibration.ts';
export { occupancyScale, type OccupancyScale, type OverheadSource } from './occupancy-scale.ts';
export { SOURCES, type OccupancySource } from './scaled-profile.ts';
export type { DecisionReason } from './decision.ts';
export type { Fold } from './policy-walk.ts';
export type { SummarySizing } from './summary-sizing.ts';
export type { RealSummary, ReplayOptions } from './replay-options.ts';
export { replayProfile, type Replay } from './replay-profile.ts';
export type { ReplayStep, StepCost } from './replay-step.ts';
export type { ReplayTotals } from './replay-totals.ts';
export type { ReplayFinding } from './replay-findings.ts';
export type { LedgerEntry } from './ledger.ts';
export { previewPolicy, type OccupancySeries, type PolicyPreview } from './preview-policy.ts';
export { fixedPartExceeds, type ThresholdZones } from './floor.ts';
export {
  anthropicCache,
  GEMINI_CACHE,
  NO_CACHE,
  OPENAI_CACHE,
  OPENAI_CACHE_WITH_WRITES,
  type CacheFamily,
} from './cache-family.ts';
export { DEFAULT_PRICES, findPrice } from './price-table.ts';
export type { ModelPrice, PriceTable, ReplayPrices, TokenPrices } from './prices.ts';
export { policiesOf, type PolicyGrid } from './policy-grid.ts';
export {
  rankRows,
  sweep,
  sweepRows,
  type SweepOptions,
  type SweepResult,
  type SweepThread,
  type ThreadOptions,
} from './sweep.ts';
export type { SweepRow, ThreadColumns } from './sweep-row.ts';
export type { Recommendation } from './recommend.ts';
export { buildRetentionIndex, type RetentionIndex, type MessageFacts } from './retention.ts';
export {
  replayWithSummaries,
  type RealReplay,
  type WriteSummary,
  type WrittenSummary,
} from './replay-with-summaries.ts';
