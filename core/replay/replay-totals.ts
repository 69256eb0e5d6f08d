import { at, type ProfileIndex } from './index-profile.ts';
import { type Fold, type WalkColumns } from './policy-walk.ts';
import { type ModelPrice, type ReplayPrices } from './prices.ts';
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

/** What the summarizer reads and costs, by fold. */
export interface SummarizerFigures {
  readonly requestTokens: readonly number[];
  /** US dollars; null without a price. */
  readonly costs: readonly number[] | null;
}

export function summarizerFigures(
  index: ProfileIndex,
  folds: readonly Fold[],
  instructionTokens: number,
  price: ModelPrice | null,
): SummarizerFigures {
  const requestTokens = folds.map((fold) => summaryRequestTokens(index, fold, instructionTokens));
  const costs =
    price === null
      ? null
      : folds.map((fold, position) => summaryCost(requestTokens[position] ?? 0, fold, price));
  return { requestTokens, costs };
}

/** @param agentCosts By call; null without a price. */
export function totalsOf(
  columns: WalkColumns,
  folds: readonly Fold[],
  callCount: number,
  summarizer: SummarizerFigures,
  agentCosts: Float64Array | null,
  limitTokens: number | null,
): ReplayTotals {
  const limit = limitTokens ?? Infinity;
  let peak = 0;
  let sent = 0;
  let overLimit = 0;
  for (let call = 0; call < callCount; call += 1) {
    const prompt = at(columns.promptTokens, call);
    if (prompt > peak) peak = prompt;
    if (prompt > limit) overLimit += 1;
    sent += prompt;
  }
  let summarizerTokens = 0;
  folds.forEach((fold, position) => {
    if (fold.summaryTokens >= 0) {
      summarizerTokens += (summarizer.requestTokens[position] ?? 0) + fold.summaryTokens;
    }
  });
  return {
    calls: callCount,
    summaries: folds.length,
    peakTokens: callCount === 0 ? null : Math.round(peak),
    overLimit: limitTokens === null ? null : overLimit,
    sentTokens: Math.round(sent),
    summarizerTokens: Math.round(summarizerTokens),
    cost: totalCost(folds, callCount, summarizer, agentCosts),
  };
}

function totalCost(
  folds: readonly Fold[],
  callCount: number,
  summarizer: SummarizerFigures,
  agentCosts: Float64Array | null,
): number | null {
  const asksModel = folds.some((fold) => fold.summaryTokens >= 0);
  if (agentCosts === null || (asksModel && summarizer.costs === null)) return null;
  let cost = 0;
  for (let call = 0; call < callCount; call += 1) cost += at(agentCosts, call);
  for (const summaryDollars of summarizer.costs ?? []) cost += summaryDollars;
  return cost;
}

export const NO_PRICES: ReplayPrices = { agent: null, summarizer: null };
