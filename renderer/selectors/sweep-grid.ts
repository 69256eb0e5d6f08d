import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import { policiesOf, previewPolicy, type PolicyGrid, type ThreadProfile } from '../../core/replay/index.ts';
import type { GridText } from '../stores/lab-store.ts';

/** As the command line's: more values of one knob than anybody looks at. */
const MAX_VALUES = 200;
export const MAX_POLICIES = 4_000;

/** `20k..120k/20k`, `1, 2, 5`, and any of them together. Null: it can't be read. */
export function parseValues(text: string): readonly number[] | null {
  const values: number[] = [];
  for (const part of text.split(/[;,\s]+(?=\d|$)/).filter((piece) => piece.trim() !== '')) {
    const range = rangeOf(part.trim());
    if (range === null) return null;
    values.push(...range);
    if (values.length > MAX_VALUES) return null;
  }
  return [...new Set(values)].sort((left, right) => left - right);
}

function rangeOf(text: string): readonly number[] | null {
  const parts = /^(.+?)\s*(?:\.\.|–|-)\s*(.+?)(?:\s*\/\s*(.+))?$/.exec(text);
  if (parts === null) {
    const value = tokensOf(text);
    return value === null ? null : [value];
  }
  const from = tokensOf(parts[1] ?? '');
  const to = tokensOf(parts[2] ?? '');
  const step = parts[3] === undefined ? 1 : tokensOf(parts[3]);
  if (from === null || to === null || step === null || step === 0 || to < from) return null;
  const count = Math.floor((to - from) / step) + 1;
  return count > MAX_VALUES ? null : Array.from({ length: count }, (_, index) => from + index * step);
}

function tokensOf(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(k|m)?$/i.exec(text);
  if (match === null) return null;
  const factor = { k: 1_000, m: 1_000_000 }[(match[2] ?? '').toLowerCase()] ?? 1;
  const value = Number(match[1]) * factor;
  return Number.isInteger(value) ? value : null;
}

/** The grid that was typed; a sentence says what is wrong with it. */
export function gridOfText(text: GridText): { readonly grid: PolicyGrid } | { readonly fault: string } {
  const tokenThresholds = parseValues(text.thresholds);
  const keepRecentCounts = parseValues(text.keepRecent);
  const keepCounts = parseValues(text.keep);
  if (tokenThresholds === null) return { fault: 'Thresholds: write e.g. 20k..120k/20k or 20k, 40k, 80k.' };
  if (keepRecentCounts === null) return { fault: 'Keep recent: write e.g. 1..8 or 1, 2, 5.' };
  if (keepCounts === null) return { fault: 'Sliding window: write e.g. 2..12/2 or 5, 10.' };
  const grid = {
    tokenThresholds,
    keepRecentCounts: atLeastOne(keepRecentCounts),
    keepCounts: atLeastOne(keepCounts),
  };
  const count = policiesOf(grid).length;
  if (count === 0)
    return { fault: 'Nothing to try: give thresholds with a keep window, or a sliding window.' };
  if (count > MAX_POLICIES)
    return { fault: `${count} policies are more than ${MAX_POLICIES}: take larger steps.` };
  return { grid };
}

function atLeastOne(values: readonly number[]): readonly number[] {
  return [...new Set(values.map((value) => Math.max(1, value)))];
}

const THRESHOLDS = 6;
const KEEPS = [1, 2, 3, 5, 8, 12];
const WINDOWS = [1, 2, 5, 10, 20, 50];

/**
 * A grid that fits: six round thresholds between the thread's floor and its highest occupancy, the usual
 * keep windows that are smaller than the thread, and the policy in force with them.
 */
export function defaultGrid(profile: ThreadProfile, runCount: number, policy: PolicySpec): PolicyGrid {
  const smallest = previewPolicy(profile, { summarizer: 'llm', tokenThreshold: 1, keepRecentCount: 1 });
  const floor = smallest.floorTokens ?? 0;
  const top = Math.max(smallest.neverFiresFromTokens, floor, 1_000);
  const step = roundStep((top - floor) / THRESHOLDS);
  const first = Math.max(step, Math.ceil((floor + 1) / step) * step);
  const thresholds = Array.from({ length: THRESHOLDS }, (_, place) => first + place * step);
  const fits = (count: number): boolean => count < Math.max(2, runCount);
  return {
    tokenThresholds: withValue(thresholds, policy.summarizer === 'llm' ? policy.tokenThreshold : null),
    keepRecentCounts: withValue(
      KEEPS.filter(fits),
      policy.summarizer === 'llm' ? policy.keepRecentCount : null,
    ),
    keepCounts: withValue(
      WINDOWS.filter(fits),
      policy.summarizer === 'sliding-window' ? policy.keepCount : null,
    ),
  };
}

function withValue(values: readonly number[], value: number | null): readonly number[] {
  const all = value === null || value < 1 ? values : [...values, value];
  return [...new Set(all)].sort((left, right) => left - right);
}

/** 1, 2, 2.5 or 5 times a power of ten, the nearest one that isn't smaller. */
function roundStep(atLeast: number): number {
  const wanted = Math.max(10, atLeast);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= wanted) ?? 10 * power;
}

export function gridText(grid: PolicyGrid): GridText {
  return {
    thresholds: grid.tokenThresholds.map(shortValue).join(', '),
    keepRecent: grid.keepRecentCounts.join(', '),
    keep: grid.keepCounts.join(', '),
  };
}

function shortValue(value: number): string {
  return value >= 1_000 && value % 100 === 0 ? `${value / 1_000}k` : String(value);
}

export function samePolicy(left: PolicySpec, right: PolicySpec): boolean {
  return policyKey(left) === policyKey(right);
}

export function policyKey(policy: PolicySpec): string {
  switch (policy.summarizer) {
    case 'none':
      return 'none';
    case 'llm':
      return `llm/${policy.tokenThreshold}/${policy.keepRecentCount}`;
    case 'sliding-window':
      return `window/${policy.keepCount}`;
  }
}
