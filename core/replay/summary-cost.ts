import { utf8ByteLength, BYTES_PER_TOKEN, ITEM_TOKENS } from '../domain/token-estimate.ts';
import { buildSummaryRequest } from '../summarizers/summary-input.ts';
import { at, type ProfileIndex } from './index-profile.ts';
import { type Fold } from './policy-walk.ts';
import { outputCost, promptCost, type ModelPrice } from './prices.ts';

/** The sentence that asks for the summary, and what parts it from the transcript. */
const PREAMBLE_BYTES = utf8ByteLength(buildSummaryRequest('', []).input);
/** What an earlier summary's line has besides its text: its role in front, a line break behind. */
const SUMMARY_LINE_BYTES = utf8ByteLength('system: \n');

/** Estimate of the request that asks for a fold's summary: the instruction, and the covered part as text. */
export function summaryRequestTokens(index: ProfileIndex, fold: Fold, instructionTokens: number): number {
  if (fold.after.summaryTokens < 0) return 0;
  const runBytes =
    at(index.runStartFlatBytes, fold.after.firstRun) - at(index.runStartFlatBytes, fold.before.firstRun);
  const summaryBytes =
    fold.before.summaryTokens < 0
      ? 0
      : SUMMARY_LINE_BYTES + BYTES_PER_TOKEN * Math.max(0, fold.before.summaryTokens - ITEM_TOKENS);
  return instructionTokens + Math.ceil((PREAMBLE_BYTES + summaryBytes + runBytes) / BYTES_PER_TOKEN);
}

/** US dollars for one summary: its request, nothing of it cached, and the summary as output. */
export function summaryCost(inputTokens: number, outputTokens: number, price: ModelPrice): number {
  return promptCost(inputTokens, 0, 0, price) + outputCost(outputTokens, price);
}
