import { at, type ProfileIndex } from './index-profile.ts';
import { type Fold, type Walk, type WalkColumns } from './policy-walk.ts';
import { type ModelPrice, type ReplayPrices } from './prices.ts';
import { type RealSummary } from './replay-options.ts';
import { summaryCost, summaryRequestTokens } from './summary-cost.ts';

/** What a policy comes to on a thread. Token figures are whole, each rounded once; money is US dollars, not rounded. */
export interface ReplayTotals {
  readonly calls: number;
  /** Folds, whether they left a summary or not. */
  readonly summaries: number;
  /** The largest prompt; null without calls. */
  readonly peakTokens: number | null;
  /** Calls whose prompt exceeds the limit; null without a limit. */
  readonly overLimit: number | null;
  readonly sentTokens: number;
  /** Requests and answers of the summarizer. */
  readonly summarizerTokens: number;
  /** Agent and summarizer; null where a price that is needed isn't known. */
  readonly cost: number | null;
}

/** What the summarizer reads, writes and costs, by fold. */
export interface SummarizerFigures {
  readonly tokens: readonly number[];
  /** US dollars; null without a price. */
  readonly costs: readonly number[] | null;
}

/** @param real What the model reported takes the place of estimates. Null: the summaries are modelled. */
export function summarizerFigures(
  index: ProfileIndex,
  folds: readonly Fold[],
  instructionTokens: number,
  price: ModelPrice | null,
  real: readonly RealSummary[] | null,
): SummarizerFigures {
  const tokens: number[] = [];
  const costs: number[] = [];
  folds.forEach((fold, position) => {
    const usage = real?.[position]?.usage ?? null;
    const inputTokens = usage?.inputTokens ?? summaryRequestTokens(index, fold, instructionTokens);
    const outputTokens = usage?.outputTokens ?? Math.max(0, fold.after.summaryTokens);
    tokens.push(inputTokens + outputTokens);
    if (price !== null) costs.push(summaryCost(inputTokens, outputTokens, price));
  });
  return { tokens, costs: price === null ? null : costs };
}

/** @param agentCosts By call; null without a price. */
export function totalsOf(
  walk: Walk,
  columns: WalkColumns,
  summarizer: SummarizerFigures,
  agentCosts: Float64Array | null,
  limitTokens: number | null,
): ReplayTotals {
  const summarizerTokens = summarizer.tokens.reduce((sum, tokens) => sum + tokens, 0);
  return {
    calls: walk.callCount,
    summaries: walk.folds.length,
    peakTokens: walk.callCount === 0 ? null : Math.round(walk.peakTokens),
    overLimit: limitTokens === null ? null : countAbove(walk, columns, limitTokens),
    sentTokens: Math.round(walk.sentTokens),
    summarizerTokens: Math.round(summarizerTokens),
    cost: totalCost(walk, summarizer, agentCosts),
  };
}

function countAbove(walk: Walk, columns: WalkColumns, limitTokens: number): number {
  let count = 0;
  for (let call = 0; call < walk.callCount; call += 1) {
    if (at(columns.promptTokens, call) > limitTokens) count += 1;
  }
  return count;
}

function totalCost(
  walk: Walk,
  summarizer: SummarizerFigures,
  agentCosts: Float64Array | null,
): number | null {
  const asksModel = walk.folds.some(({ after }) => after.summaryTokens >= 0);
  if (agentCosts === null || (asksModel && summarizer.costs === null)) return null;
  let cost = 0;
  for (let call = 0; call < walk.callCount; call += 1) cost += at(agentCosts, call);
  for (const summaryDollars of summarizer.costs ?? []) cost += summaryDollars;
  return cost;
}

export const NO_PRICES: ReplayPrices = { agent: null, summarizer: null };
