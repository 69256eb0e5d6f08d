import type { Spread, SweepRowView, SweepSpread } from '../../core/contract.ts';
import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import { dollars, grouped, percent, roundTokens, shortTokens } from '../components/format.ts';
import type { SweepMetric } from '../stores/lab-store.ts';

export interface MetricDefinition {
  readonly id: SweepMetric;
  readonly label: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
  readonly lessIsBetter: boolean;
  readonly of: (row: SweepRowView) => number | null;
  readonly format: (value: number) => string;
  /** As short as a cell needs it. */
  readonly cell: (value: number) => string;
  readonly spreadOf: ((spread: SweepSpread) => Spread | null) | null;
}

export const METRICS: readonly MetricDefinition[] = [
  {
    id: 'cost',
    label: 'Total cost',
    meaning: 'Agent and summarizer, in US dollars, with what the prompt cache saves.',
    lessIsBetter: true,
    of: (row) => row.totals.cost,
    format: money,
    cell: cents,
    spreadOf: (spread) => spread.cost,
  },
  {
    id: 'peakTokens',
    label: 'Peak',
    meaning: 'The largest prompt that is sent, in tokens.',
    lessIsBetter: true,
    of: (row) => row.totals.peakTokens,
    format: shortTokens,
    cell: shortTokens,
    spreadOf: (spread) => spread.peakTokens,
  },
  {
    id: 'overLimit',
    label: 'Over limit',
    meaning: 'Model calls whose prompt exceeds the context window.',
    lessIsBetter: true,
    of: (row) => row.totals.overLimit,
    format: grouped,
    cell: shortTokens,
    spreadOf: null,
  },
  {
    id: 'summaries',
    label: 'Summaries',
    meaning: 'Folds, whether they leave a summary or only drop runs.',
    lessIsBetter: true,
    of: (row) => row.totals.summaries,
    format: grouped,
    cell: shortTokens,
    spreadOf: (spread) => spread.summaries,
  },
  {
    id: 'sentTokens',
    label: 'Tokens sent',
    meaning: 'All prompts together, in tokens.',
    lessIsBetter: true,
    of: (row) => row.totals.sentTokens,
    format: shortTokens,
    cell: shortTokens,
    spreadOf: (spread) => spread.sentTokens,
  },
  {
    id: 'retention',
    label: 'Survival',
    meaning:
      'Share of the facts of newly covered runs that still stand in kept runs. Summaries are modelled and have no text, so it is a lower bound.',
    lessIsBetter: false,
    of: (row) => row.retention,
    format: percent,
    cell: percent,
    spreadOf: (spread) => spread.retention,
  },
];

export function metricOf(id: SweepMetric): MetricDefinition {
  const found = METRICS.find((metric) => metric.id === id) ?? METRICS[0];
  if (found === undefined) throw new Error('there are no metrics');
  return found;
}

/** Cents where there are dollars; enough digits to tell small amounts apart. */
function money(amount: number): string {
  return Math.abs(amount) >= 0.1 ? `$${amount.toFixed(2)}` : dollars(amount);
}

/** `$1.4k`, `$104`, `$1.37`, `4.23¢`, `0.042¢`: never more than six characters. */
function cents(amount: number): string {
  const size = Math.abs(amount);
  if (size === 0) return '$0';
  if (size >= 99.995) return `$${shortTokens(amount)}`;
  return size >= 0.1 ? `$${amount.toFixed(2)}` : `${(amount * 100).toPrecision(size >= 0.01 ? 3 : 2)}¢`;
}

/** `80k · keep 5`, `window 10`, `no summarizer`. */
export function policyWords(policy: PolicySpec): string {
  switch (policy.summarizer) {
    case 'none':
      return 'No summarizer';
    case 'llm':
      return `LLM · ${roundTokens(policy.tokenThreshold)} · keep ${policy.keepRecentCount}`;
    case 'sliding-window':
      return `Sliding · keep ${policy.keepCount}`;
  }
}

/** The same in full, for a heading. */
export function policyTitle(policy: PolicySpec): string {
  switch (policy.summarizer) {
    case 'none':
      return 'No summarizer';
    case 'llm':
      return `Threshold ${grouped(policy.tokenThreshold)} · keep recent ${policy.keepRecentCount}`;
    case 'sliding-window':
      return `Sliding window · keep ${policy.keepCount}`;
  }
}

export interface ValueRange {
  readonly low: number;
  readonly high: number;
}

/** Null when no row has a value. */
export function rangeOf(rows: readonly SweepRowView[], metric: MetricDefinition): ValueRange | null {
  let low = Infinity;
  let high = -Infinity;
  for (const row of rows) {
    const value = metric.of(row);
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low === Infinity ? null : { low, high };
}

/** How strongly a value is coloured, from 0 to 1: the larger the stronger. */
export function shadeOf(value: number, { low, high }: ValueRange): number {
  return high > low ? (value - low) / (high - low) : 0.5;
}
