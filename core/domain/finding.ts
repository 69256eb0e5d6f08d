import type { RunId } from './ids.ts';

export type FindingCode =
  | 'boundary-empty'
  | 'boundary-unknown-run'
  | 'boundary-not-older'
  | 'boundary-summary-id'
  | 'summary-of-summary'
  | 'orphan-tool-result'
  | 'orphan-tool-call'
  | 'run-id-reused'
  | 'occupancy-over-limit'
  | 'summary-larger-than-source'
  | 'threshold-unreachable'
  | 'keep-window-too-large'
  | 'oscillation'
  | 'usage-missing'
  | 'usage-inconsistent';

/** Something about a thread that its owner should know. `message` is one sentence. */
export interface Finding {
  readonly code: FindingCode;
  /** The run it concerns; null for the thread as a whole. */
  readonly runId: RunId | null;
  readonly message: string;
}
