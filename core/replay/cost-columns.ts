import { cachedTokens, cacheWrittenTokens, replyCost } from './call-cost.ts';
import { at } from './index-profile.ts';
import { wholeTranscript, type Walk, type WalkColumns } from './policy-walk.ts';
import { promptCost, type ModelPrice } from './prices.ts';
import { type ScaledProfile, type SentView } from './scaled-profile.ts';

/** Money and cache of each call, in US dollars and tokens. Overwritten by each fill, as the walk's columns are. */
export interface CostColumns {
  readonly cachedTokens: Float64Array;
  readonly prompt: Float64Array;
  /** Prompt and reply. */
  readonly agent: Float64Array;
  /** The same under every policy: filled once. */
  readonly reply: Float64Array;
}

export function createCostColumns(scaled: ScaledProfile, price: ModelPrice): CostColumns {
  const { index } = scaled;
  const reply = new Float64Array(index.callCount);
  for (let call = 0; call < index.callCount; call += 1) {
    reply[call] = replyCost(index, call, price, scaled);
  }
  return {
    cachedTokens: new Float64Array(index.callCount),
    prompt: new Float64Array(index.callCount),
    agent: new Float64Array(index.callCount),
    reply,
  };
}

export function fillCostColumns(
  scaled: ScaledProfile,
  walk: Walk,
  columns: WalkColumns,
  price: ModelPrice,
  costs: CostColumns,
): void {
  let view: SentView = wholeTranscript(scaled.index);
  let before: SentView | null = null;
  let nextFold = 0;
  for (let call = 0; call < walk.callCount; call += 1) {
    const fold = walk.folds[nextFold];
    if (fold?.call === call) {
      view = fold.after;
      nextFold += 1;
    }
    const tokens = at(columns.promptTokens, call);
    const cached = cachedTokens(scaled, call, view, before, tokens, price);
    const written = cacheWrittenTokens(scaled, call, view, before, tokens, cached, price);
    const prompt = promptCost(tokens, cached, written, price);
    costs.cachedTokens[call] = cached;
    costs.prompt[call] = prompt;
    costs.agent[call] = prompt + at(costs.reply, call);
    before = view;
  }
}
