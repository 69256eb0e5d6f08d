import { cachedTokens, cacheWrittenTokens, replyCost } from './call-cost.ts';
import { at, type ProfileIndex } from './index-profile.ts';
import { type Scale } from './occupancy-rule.ts';
import { type WalkColumns } from './policy-walk.ts';
import { promptCost, type ModelPrice } from './prices.ts';

/** Money and cache of each call, in US dollars and tokens. Overwritten by each fill, as the walk's columns are. */
export interface CostColumns {
  readonly cachedTokens: Float64Array;
  readonly prompt: Float64Array;
  /** Prompt and reply. */
  readonly agent: Float64Array;
  /** The same under every policy: filled once. */
  readonly reply: Float64Array;
}

export function createCostColumns(index: ProfileIndex, price: ModelPrice, scale: Scale): CostColumns {
  const reply = new Float64Array(index.callCount);
  for (let call = 0; call < index.callCount; call += 1) {
    reply[call] = replyCost(index, call, price, scale);
  }
  return {
    cachedTokens: new Float64Array(index.callCount),
    prompt: new Float64Array(index.callCount),
    agent: new Float64Array(index.callCount),
    reply,
  };
}

export function fillCostColumns(
  index: ProfileIndex,
  columns: WalkColumns,
  callCount: number,
  price: ModelPrice,
  scale: Scale,
  costs: CostColumns,
): void {
  // The same two objects for every call: a sweep makes millions of calls.
  let before = { firstRun: 0, summaryTokens: -1 };
  let view = { firstRun: 0, summaryTokens: -1 };
  for (let call = 0; call < callCount; call += 1) {
    view.firstRun = at(columns.firstRun, call);
    view.summaryTokens = at(columns.summaryTokens, call);
    const previous = call === 0 ? null : before;
    const tokens = at(columns.promptTokens, call);
    const cached = cachedTokens(index, call, view, previous, tokens, price, scale);
    const written = cacheWrittenTokens(index, call, view, previous, tokens, cached, price);
    const prompt = promptCost(tokens, cached, written, price);
    costs.cachedTokens[call] = cached;
    costs.prompt[call] = prompt;
    costs.agent[call] = prompt + at(costs.reply, call);
    [before, view] = [view, before];
  }
}
