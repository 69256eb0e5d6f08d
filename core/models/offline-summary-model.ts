import type { CancelSignal } from '../domain/cancel-signal.ts';
import { InspectorError } from '../domain/errors.ts';
import { BYTES_PER_TOKEN, estimateTextTokens, utf8ByteLength } from '../domain/token-estimate.ts';
import type { SummaryModel, SummaryModelAnswer, SummaryModelRequest } from '../summarizers/summary-model.ts';
import { OFFLINE_MODEL_NAME } from './offline-model-name.ts';
import { weighFacts } from './fact-weights.ts';
import { selectCandidates } from './select-candidates.ts';
import { candidatesOf, type Candidate } from './summary-candidates.ts';
import { parseTranscript, type TranscriptEntry } from './transcript-entries.ts';
import { HEADINGS_BYTES, LINE_OVERHEAD, listMentioned, writeNotes, writePlain } from './write-notes.ts';

/** The summary takes this share of what it summarizes … */
const DEFAULT_SHARE = 0.1;
/** … but at most this many tokens, and at least this many where the input has them. */
const DEFAULT_MAX_TOKENS = 600;
const MIN_TOKENS = 16;
/** Room that facts without their sentence may take. */
const MENTIONED_SHARE = 0.2;
/** Below this the headings would be half of the summary. */
const MIN_BYTES_FOR_HEADINGS = 4 * HEADINGS_BYTES;
/** Entries between two looks at the signal. */
const ENTRIES_PER_STEP = 200;

export interface OfflineSummaryModelOptions {
  /** Estimated tokens the summary may take; null: a tenth of the input, from 16 to 600. */
  readonly budgetTokens?: number | null;
  /**
   * Lets the event loop turn, so that a cancel can arrive in the middle of a long transcript. Core has no
   * timers; without it the signal is only seen between the steps of one call.
   */
  readonly pause?: () => Promise<void>;
}

/**
 * The built-in summarizer: picks sentences of the transcript itself, those that carry the most of its
 * facts, within a token budget. Needs no network and no key, invents nothing, and the same transcript
 * always gives the same summary. The instruction has no influence: there is no model to follow it.
 */
export class OfflineSummaryModel implements SummaryModel {
  readonly modelName = OFFLINE_MODEL_NAME;
  readonly #options: OfflineSummaryModelOptions;

  /** @throws InspectorError 'invalid-option' for a budget that is no whole number of at least 1. */
  constructor(options: OfflineSummaryModelOptions = {}) {
    const { budgetTokens } = options;
    if (typeof budgetTokens === 'number' && !(Number.isInteger(budgetTokens) && budgetTokens >= 1)) {
      throw new InspectorError(
        'invalid-option',
        `The offline summarizer's token budget must be a whole number of at least 1, not ${budgetTokens}.`,
      );
    }
    this.#options = options;
  }

  /** @throws InspectorError 'cancelled' when the signal is aborted. */
  async complete({ input, signal, onText }: SummaryModelRequest): Promise<SummaryModelAnswer> {
    throwIfCancelled(signal);
    const entries = parseTranscript(input);
    const candidates = await this.#candidates(entries, signal);
    const text = summaryOf(entries, candidates, budgetBytesFor(entries, this.#options.budgetTokens));
    throwIfCancelled(signal);
    if (text !== '') onText?.(text);
    // Nobody reported any usage: our own estimate is not one.
    return { text, usage: null, raw: null, modelName: OFFLINE_MODEL_NAME };
  }

  async #candidates(
    entries: readonly TranscriptEntry[],
    signal: CancelSignal | undefined,
  ): Promise<readonly Candidate[]> {
    const candidates: Candidate[] = [];
    for (let from = 0; from < entries.length; from += ENTRIES_PER_STEP) {
      const step = candidatesOf(entries.slice(from, from + ENTRIES_PER_STEP));
      const offset = candidates.length;
      for (const candidate of step) candidates.push({ ...candidate, order: offset + candidate.order });
      await this.#options.pause?.();
      throwIfCancelled(signal);
    }
    return candidates;
  }
}

function throwIfCancelled(signal: CancelSignal | undefined): void {
  if (signal?.aborted === true) throw new InspectorError('cancelled', 'The offline summary was cancelled.');
}

function budgetBytesFor(
  entries: readonly TranscriptEntry[],
  budgetTokens: number | null | undefined,
): number {
  let inputTokens = 0;
  let inputBytes = 0;
  for (const entry of entries) {
    inputTokens += estimateTextTokens(entry.text);
    inputBytes += utf8ByteLength(entry.text);
  }
  const share = Math.min(DEFAULT_MAX_TOKENS, Math.max(MIN_TOKENS, Math.floor(inputTokens * DEFAULT_SHARE)));
  return Math.min((budgetTokens ?? share) * BYTES_PER_TOKEN, inputBytes);
}

function summaryOf(
  entries: readonly TranscriptEntry[],
  candidates: readonly Candidate[],
  budgetBytes: number,
): string {
  const weights = weighFacts(candidates);
  if (budgetBytes < MIN_BYTES_FOR_HEADINGS) {
    const { chosen } = selectCandidates(candidates, weights, budgetBytes + 1, 1);
    return chosen.length > 0 ? writePlain(chosen) : cutToFit(entries, budgetBytes);
  }
  const room = budgetBytes - HEADINGS_BYTES;
  const first = selectCandidates(
    candidates,
    weights,
    Math.floor(room * (1 - MENTIONED_SHARE)),
    LINE_OVERHEAD,
  );
  const used = first.chosen.reduce((sum, one) => sum + utf8ByteLength(one.text) + LINE_OVERHEAD, 0);
  const mentioned = listMentioned(weights, first.carried, room - used - LINE_OVERHEAD);
  if (mentioned === null) {
    const whole = selectCandidates(candidates, weights, room, LINE_OVERHEAD);
    return whole.chosen.length > 0 ? writeNotes(whole.chosen, null) : cutToFit(entries, budgetBytes);
  }
  return writeNotes(first.chosen, mentioned);
}

/** The beginning of the first text that says something, where no whole sentence fits. */
function cutToFit(entries: readonly TranscriptEntry[], budgetBytes: number): string {
  const texts = entries.map((entry) => entry.text.replace(/\s+/g, ' ').trim());
  const text = texts.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? texts[0] ?? '';
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += utf8ByteLength(character);
    if (bytes > budgetBytes) break;
    kept += character;
  }
  return kept.trim();
}
