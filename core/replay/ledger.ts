import { sentPromptCost } from './call-cost.ts';
import { wholeTranscript, type Walk } from './policy-walk.ts';
import { type ModelPrice } from './prices.ts';
import { type ScaledProfile, type SentView } from './scaled-profile.ts';

/** What a fold costs and saves, in US dollars, until the next fold or the end of the thread. */
export interface LedgerEntry {
  /** The call that it stands before. */
  readonly call: number;
  readonly summarizerCost: number;
  /** Balance after that call and after each later one: what would have been paid without the fold, less what was. */
  readonly balances: readonly number[];
  /** The first call at which the balance isn't negative; null: never paid back. */
  readonly paidBackAtCall: number | null;
}

/**
 * Without the fold, the view before it would have gone on, with its own cache.
 *
 * @param summarizerCosts By fold.
 * @param promptCosts By call, as sent under the policy.
 */
export function foldLedger(
  scaled: ScaledProfile,
  walk: Walk,
  summarizerCosts: readonly number[],
  promptCosts: Float64Array,
  price: ModelPrice,
): readonly LedgerEntry[] {
  return walk.folds.map((fold, position) => {
    const end = walk.folds[position + 1]?.call ?? walk.callCount;
    const summarizerCost = summarizerCosts[position] ?? 0;
    const sentBefore: SentView = walk.folds[position - 1]?.after ?? wholeTranscript(scaled.index);
    const balances: number[] = [];
    let paidBackAtCall: number | null = null;
    let balance = -summarizerCost;
    for (let call = fold.call; call < end; call += 1) {
      const previous = call === fold.call ? sentBefore : fold.before;
      const without = sentPromptCost(scaled, call, fold.before, call === 0 ? null : previous, price);
      balance += without - (promptCosts[call] ?? 0);
      balances.push(balance);
      if (balance >= 0) paidBackAtCall ??= call;
    }
    return { call: fold.call, summarizerCost, balances, paidBackAtCall };
  });
}
