import { sentPromptCost, type SentView } from './call-cost.ts';
import { type ProfileIndex } from './index-profile.ts';
import { type Scale } from './occupancy-rule.ts';
import { type Fold, type WalkColumns } from './policy-walk.ts';
import { type ModelPrice } from './prices.ts';
import { viewAt } from './sent-view.ts';

/** What a fold costs and saves, in US dollars, until the next fold or the end of the thread. */
export interface LedgerEntry {
  readonly call: number;
  readonly summarizerCost: number;
  /** Balance after the fold's own call and after each later one: what would have been paid without it, less what was. */
  readonly balances: readonly number[];
  /** The first call at which the balance isn't negative; null: never paid back. */
  readonly paidBackAtCall: number | null;
}

/**
 * @param summarizerCosts By fold.
 * @param promptCosts By call, as sent under the policy.
 */
export function foldLedger(
  index: ProfileIndex,
  columns: WalkColumns,
  folds: readonly Fold[],
  callCount: number,
  summarizerCosts: readonly number[],
  promptCosts: Float64Array,
  price: ModelPrice,
  scale: Scale,
): readonly LedgerEntry[] {
  return folds.map((fold, position) => {
    const end = folds[position + 1]?.call ?? callCount;
    const summarizerCost = summarizerCosts[position] ?? 0;
    const unfolded: SentView = {
      firstRun: fold.firstRunBefore,
      summaryTokens: fold.summaryTokensBefore,
    };
    const balances: number[] = [];
    let paidBackAtCall: number | null = null;
    let balance = -summarizerCost;
    for (let call = fold.call; call < end; call += 1) {
      const before = call === 0 ? null : call === fold.call ? viewAt(columns, call - 1) : unfolded;
      const without = sentPromptCost(index, call, unfolded, before, price, scale);
      balance += without - (promptCosts[call] ?? 0);
      balances.push(balance);
      if (balance >= 0) paidBackAtCall ??= call;
    }
    return { call: fold.call, summarizerCost, balances, paidBackAtCall };
  });
}
