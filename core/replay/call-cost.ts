import { cachedPart } from './cache-family.ts';
import { at, type ProfileIndex } from './index-profile.ts';
import { isAsSent, promptOf, type Scale } from './occupancy-rule.ts';
import { outputCost, promptCost, type ModelPrice } from './prices.ts';

/** What is sent at a call. `summaryTokens` −1: no summary in front. */
export interface SentView {
  readonly firstRun: number;
  readonly summaryTokens: number;
}

/** The cached part of a prompt of `promptTokens`, given what was sent at the call before. Not rounded but to the family's step. */
export function cachedTokens(
  index: ProfileIndex,
  call: number,
  view: SentView,
  before: SentView | null,
  promptTokens: number,
  price: ModelPrice,
  scale: Scale,
): number {
  const reported = reportedBoth(index, call, view, before) ? at(index.measuredCached, call) : NaN;
  if (!Number.isNaN(reported)) return Math.min(reported, promptTokens);
  if (before === null || isForgotten(index, call, price)) return 0;
  const prefix = commonPrefixTokens(index, call, view, before);
  const cached = cachedPart(scale.overheadTokens + scale.factor * prefix, price.family);
  return Math.min(cached, cachedPart(promptTokens, price.family));
}

/** The part of a prompt that is written to the cache, where the provider has a price for that. */
export function cacheWrittenTokens(
  index: ProfileIndex,
  call: number,
  view: SentView,
  before: SentView | null,
  promptTokens: number,
  cached: number,
  price: ModelPrice,
): number {
  if (!price.family.caches || !price.family.pricesWrites) return 0;
  const reported = reportedBoth(index, call, view, before) ? at(index.measuredCacheWritten, call) : NaN;
  if (!Number.isNaN(reported)) return Math.min(reported, promptTokens - cached);
  return promptTokens < price.family.minimumTokens ? 0 : promptTokens - cached;
}

/** US dollars of one prompt. The reply costs the same under every policy: see `replyCost`. */
export function sentPromptCost(
  index: ProfileIndex,
  call: number,
  view: SentView,
  before: SentView | null,
  price: ModelPrice,
  scale: Scale,
): number {
  const viewTokens =
    Math.max(0, view.summaryTokens) + at(index.promptTokens, call) - at(index.runStartTokens, view.firstRun);
  const asSent = isAsSent(index, call, view.firstRun, view.summaryTokens >= 0);
  const prompt = promptOf(index, call, viewTokens, asSent, scale);
  const cached = cachedTokens(index, call, view, before, prompt, price, scale);
  const written = cacheWrittenTokens(index, call, view, before, prompt, cached, price);
  return promptCost(prompt, cached, written, price);
}

/** US dollars of a call's reply: what was reported, else its estimate. */
export function replyCost(index: ProfileIndex, call: number, price: ModelPrice, scale: Scale): number {
  const reported = at(index.measuredOutput, call);
  return outputCost(Number.isNaN(reported) ? scale.factor * at(index.replyTokens, call) : reported, price);
}

/** Whether some time between calls isn't known, so that the cache was taken to be still there. */
export function assumesCacheAlive(index: ProfileIndex): boolean {
  for (let call = 1; call < index.callCount; call += 1) {
    if (Number.isNaN(at(index.sincePreviousMs, call))) return true;
  }
  return false;
}

/** The reported cache figures hold only where this call and the one before were sent as the reports say. */
function reportedBoth(index: ProfileIndex, call: number, view: SentView, before: SentView | null): boolean {
  return (
    isAsSent(index, call, view.firstRun, view.summaryTokens >= 0) &&
    (before === null || isAsSent(index, call - 1, before.firstRun, before.summaryTokens >= 0))
  );
}

function isForgotten(index: ProfileIndex, call: number, price: ModelPrice): boolean {
  const lifetime = price.family.lifetimeMs;
  return lifetime !== null && at(index.sincePreviousMs, call) > lifetime;
}

/** Item by item, what the view has in common with that of the call before, from the first item on. */
function commonPrefixTokens(index: ProfileIndex, call: number, view: SentView, before: SentView): number {
  const beforeTokens =
    Math.max(0, before.summaryTokens) +
    at(index.promptTokens, call - 1) -
    at(index.runStartTokens, before.firstRun);
  if (view.firstRun === before.firstRun && view.summaryTokens === before.summaryTokens) return beforeTokens;
  // A summary is new text, and nothing before it is the same.
  if (view.summaryTokens >= 0 || before.summaryTokens >= 0) return 0;
  const viewTokens = at(index.promptTokens, call) - at(index.runStartTokens, view.firstRun);
  return Math.min(sharedTokens(index, before.firstRun, view.firstRun), beforeTokens, viewTokens);
}

function sharedTokens(index: ProfileIndex, firstRunBefore: number, firstRun: number): number {
  let shared = Infinity;
  for (
    let block = at(index.blocksBefore, firstRunBefore);
    block < at(index.blocksBefore, firstRun) && shared > 0;
    block += 1
  ) {
    shared = Math.min(shared, at(index.sharedStartTokens, at(index.blockRuns, block)));
  }
  return shared === Infinity ? 0 : shared;
}
