import { type PolicySpec } from '../domain/policy-spec.ts';
import { areInMoney, rowCost, rowRetention } from './pareto.ts';
import { type SweepRow } from './sweep-row.ts';

export interface Recommendation {
  readonly policy: PolicySpec;
  /** Each step of the choice with its numbers, one sentence each. */
  readonly because: readonly string[];
}

/** A row may cost this many times the cheapest and still be preferred for what it keeps. */
const COST_ROOM = 1.25;

/**
 * Of the rows with the fewest calls over the limit, reachable and without oscillation (all, if none is
 * left), those that cost at most a quarter more than the cheapest; among them the highest retention,
 * then the lowest peak, then the fewest summaries, then grid order. Null without rows.
 */
export function recommend(rows: readonly SweepRow[]): Recommendation | null {
  const because: string[] = [];
  const withinLimit = fewestOverLimit(rows, because);
  const calm = steady(withinLimit, because);
  const affordable = nearCheapest(calm, areInMoney(rows), because);
  const [best] = [...affordable].sort(byPreference);
  if (best === undefined) return null;
  because.push(choice(best, affordable.length));
  return { policy: best.policy, because };
}

function fewestOverLimit(rows: readonly SweepRow[], because: string[]): readonly SweepRow[] {
  const fewest = Math.min(...rows.map((row) => row.totals.overLimit ?? 0));
  const kept = rows.filter((row) => (row.totals.overLimit ?? 0) === fewest);
  if (rows.some((row) => row.totals.overLimit !== null)) {
    because.push(
      `${kept.length} of ${rows.length} policies have the fewest calls over the limit: ${fewest}.`,
    );
  }
  return kept;
}

function steady(rows: readonly SweepRow[], because: string[]): readonly SweepRow[] {
  const kept = rows.filter((row) => row.reachable && !row.oscillates);
  if (kept.length === 0) {
    because.push(
      `All ${rows.length} of them either fold for ever or fold run after run, so none is left out for that.`,
    );
    return rows;
  }
  because.push(`${kept.length} of ${rows.length} have a threshold that can be reached and don't oscillate.`);
  return kept;
}

function nearCheapest(rows: readonly SweepRow[], isMoney: boolean, because: string[]): readonly SweepRow[] {
  const cheapest = Math.min(...rows.map((row) => rowCost(row, isMoney)));
  const kept = rows.filter((row) => rowCost(row, isMoney) <= cheapest * COST_ROOM);
  because.push(
    isMoney
      ? `${kept.length} of ${rows.length} cost at most 1.25 times the lowest cost, ${dollars(cheapest)}.`
      : `${kept.length} of ${rows.length} send at most 1.25 times the fewest tokens, ${cheapest}; prices are not known.`,
  );
  return kept;
}

function byPreference(left: SweepRow, right: SweepRow): number {
  return (
    rowRetention(right) - rowRetention(left) ||
    (left.totals.peakTokens ?? 0) - (right.totals.peakTokens ?? 0) ||
    left.totals.summaries - right.totals.summaries
  );
}

function choice(best: SweepRow, among: number): string {
  const { cost, peakTokens, summaries } = best.totals;
  const kept = best.retention === null ? '' : `keeps ${(best.retention * 100).toFixed(1)} % of the facts, `;
  const paid = cost === null ? '' : `, costs ${dollars(cost)}`;
  return (
    `Of ${among}, the one that keeps most, then has the lowest peak, then the fewest summaries: it ` +
    `${kept}peaks at ${peakTokens ?? 0} tokens and folds ${summaries} times${paid}.`
  );
}

function dollars(amount: number): string {
  return `$${amount >= 1 ? amount.toFixed(2) : amount.toPrecision(3)}`;
}
