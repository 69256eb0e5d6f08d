import type { FindingCode } from '../../domain/finding.ts';

const FINDING_CODES = {
  'boundary-empty': true,
  'boundary-unknown-run': true,
  'boundary-not-older': true,
  'boundary-summary-id': true,
  'summary-of-summary': true,
  'orphan-tool-result': true,
  'orphan-tool-call': true,
  'run-id-reused': true,
  'occupancy-over-limit': true,
  'summary-larger-than-source': true,
  'threshold-unreachable': true,
  'keep-window-too-large': true,
  oscillation: true,
  'usage-missing': true,
  'usage-inconsistent': true,
} as const satisfies Record<FindingCode, true>;

/** A stored code that this version doesn't know was written by another; it is left out. */
export function isFindingCode(value: unknown): value is FindingCode {
  return typeof value === 'string' && Object.hasOwn(FINDING_CODES, value);
}
