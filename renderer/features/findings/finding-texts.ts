import type { FindingCode } from '../../../core/domain/finding.ts';

export type Severity = 'error' | 'warning' | 'note';

export interface FindingText {
  readonly severity: Severity;
  /** The code in words. */
  readonly title: string;
  /** What it means for the person who owns the thread. */
  readonly meaning: string;
}

export const FINDING_TEXTS: Readonly<Record<FindingCode, FindingText>> = {
  'boundary-empty': {
    severity: 'error',
    title: 'Summary without a boundary',
    meaning: 'The summary names no run it covers, so it never applies and every run is loaded.',
  },
  'boundary-unknown-run': {
    severity: 'error',
    title: 'Boundary names an unknown run',
    meaning: 'The summary covers a run this thread doesn’t have, so it never applies.',
  },
  'boundary-not-older': {
    severity: 'error',
    title: 'Boundary is not older than the newest run',
    meaning: 'The summary would cover the run in flight, so it is refused.',
  },
  'boundary-summary-id': {
    severity: 'error',
    title: 'Boundary names a summary',
    meaning: 'Only an earlier summary was left to summarize; the new one never applies.',
  },
  'occupancy-over-limit': {
    severity: 'error',
    title: 'Over the context window',
    meaning: 'The provider would refuse a prompt of this size.',
  },
  'summary-larger-than-source': {
    severity: 'error',
    title: 'Summary larger than what it replaces',
    meaning: 'Summarizing made the prompt longer, and was paid for.',
  },
  'threshold-unreachable': {
    severity: 'warning',
    title: 'Threshold can’t be reached',
    meaning: 'Even after a fold the context stays above the threshold.',
  },
  'keep-window-too-large': {
    severity: 'warning',
    title: 'Keep window larger than the thread',
    meaning: 'Over the threshold, but there are too few runs to summarize: nothing will ever fire.',
  },
  oscillation: {
    severity: 'warning',
    title: 'Summaries on consecutive runs',
    meaning: 'Each fold loses the cached prefix of the one before.',
  },
  'orphan-tool-result': {
    severity: 'warning',
    title: 'Tool result without its call',
    meaning: 'The call isn’t in what the model is sent; some providers refuse such a prompt.',
  },
  'orphan-tool-call': {
    severity: 'warning',
    title: 'Tool call without a result',
    meaning: 'Nothing answered the call; some providers refuse such a prompt.',
  },
  'run-id-reused': {
    severity: 'warning',
    title: 'Run id comes back',
    meaning: 'A keep window that counts blocks may cut elsewhere than expected.',
  },
  'usage-inconsistent': {
    severity: 'warning',
    title: 'Usage doesn’t add up',
    meaning: 'The reported figures contradict each other.',
  },
  'usage-missing': {
    severity: 'note',
    title: 'No usage report',
    meaning: 'Token figures are estimates here.',
  },
  'summary-of-summary': {
    severity: 'note',
    title: 'Summary of a summary',
    meaning: 'What the first summary left out can’t come back.',
  },
};

export const SEVERITIES: readonly { readonly severity: Severity; readonly title: string }[] = [
  { severity: 'error', title: 'Needs fixing' },
  { severity: 'warning', title: 'Worth a look' },
  { severity: 'note', title: 'Good to know' },
];
