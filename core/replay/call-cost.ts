import { cachedPart } from './cache-family.ts';
import { at, type ProfileIndex } from './index-profile.ts';
import { outputCost, promptCost, type ModelPrice } from './prices.ts';
import {
  isAsSent,
  offsetOf,
  tokensOf,
  type Scale,
  type ScaledProfile,
  type SentView,
} from './scaled-profile.ts';

/**
 * The cached part of a prompt of `promptTokens`, given what was sent at the call before (null: there was
 * none). Reported where both calls were sent as the export sent them; else what the two views have in
 * common, by the rules of the provider's cache.
 */
export function cachedTokens(
  scaled: ScaledProfile,
  call: number,
  view: SentView,
  before: SentView | null,
  promptTokens: number,
  price: ModelPrice,
): number {
  const { index, factor } = scaled;
  const reported = at(index.measuredCached, call);
  if (!Number.isNaN(reported) && bothAsSent(scaled, call, view, before)) {
    return Math.min(reported, promptTokens);
  }
  if (before === null || isForgotten(index, call, price)) return 0;
  const prefix = isSameView(view, before)
    ? at(scaled.prompt.estimated, call - 1) + factor * offsetOf(index, view)
    : scaled.overheadTokens + factor * movedPrefixTokens(index, call, view, before);
  return Math.min(cachedPart(prefix, price.family), cachedPart(promptTokens, price.family));
}

/** The part of a prompt that is written to the cache, where the provider has a price for that. */
export function cacheWrittenTokens(
  scaled: ScaledProfile,
  call: number,
  view: SentView,
  before: SentView | null,
  promptTokens: number,
  cached: number,
  price: ModelPrice,
): number {
  if (!price.family.caches || !price.family.pricesWrites) return 0;
  const reported = at(scaled.index.measuredCacheWritten, call);
  if (!Number.isNaN(reported) && bothAsSent(scaled, call, view, before)) {
    return Math.min(reported, promptTokens - cached);
  }
  return promptTokens < price.family.minimumTokens ? 0 : promptTokens - cached;
}

/** US dollars of one prompt. The reply costs the same under every policy: see `replyCost`. */
export function sentPromptCost(
  scaled: ScaledProfile,
  call: number,
  view: SentView,
  before: SentView | null,
  price: ModelPrice,
): number {
  const prompt = tokensOf(scaled, scaled.prompt, call, view);
  const cached = cachedTokens(scaled, call, view, before, prompt, price);
  const written = cacheWrittenTokens(scaled, call, view, before, prompt, cached, price);
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

function bothAsSent(scaled: ScaledProfile, call: number, view: SentView, before: SentView | null): boolean {
  return isAsSent(scaled, call, view) && (before === null || isAsSent(scaled, call - 1, before));
}

function isForgotten(index: ProfileIndex, call: number, price: ModelPrice): boolean {
  const lifetime = price.family.lifetimeMs;
  return lifetime !== null && at(index.sincePreviousMs, call) > lifetime;
}

function isSameView(view: SentView, before: SentView): boolean {
  return view.firstRun === before.firstRun && view.summaryTokens === before.summaryTokens;
}

/** Item by item from the first on, what two views have in common after a fold. */
function movedPrefixTokens(index: ProfileIndex, call: number, view: SentView, before: SentView): number {
  // A summary is new text, and nothing before it is the same.
  if (view.summaryTokens >= 0 || before.summaryTokens >= 0) return 0;
  return Math.min(
    sharedTokens(index, before.firstRun, view.firstRun),
    at(index.promptTokens, call - 1) + offsetOf(index, before),
    at(index.promptTokens, call) + offsetOf(index, view),
  );
}

function sharedTokens(index: ProfileIndex, firstRunBefore: number, firstRun: number): number {
  const end = at(index.blocksBefore, firstRun);
  let shared = Infinity;
  for (let block = at(index.blocksBefore, firstRunBefore); block < end && shared > 0; block += 1) {
    shared = Math.min(shared, at(index.sharedStartTokens, at(index.blockRuns, block)));
  }
  return shared === Infinity ? 0 : shared;
}
