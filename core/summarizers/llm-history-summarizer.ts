import { occupancyTokens } from '../domain/context-occupancy.ts';
import type { MessageId, SummaryId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import { DEFAULT_KEEP_RECENT_COUNT, effectiveKeepRecentCount } from '../domain/policy-spec.ts';
import { requireWholeAnswer } from './answer-shortfall.ts';
import type { HistorySummarizer, SummarizeRequest, SummaryResult } from './history-summarizer.ts';
import { cutKeepWindow, requireWhole } from './keep-window.ts';
import { buildSummaryRequest, type SummaryRequest } from './summary-input.ts';
import type { SummaryModel, SummaryModelAnswer } from './summary-model.ts';

/** What stands before the model's words, so that the agent's model reads them as a summary. */
export const SUMMARY_PREFIX = 'Previous conversation summary: ';

export interface LlmHistorySummarizerOptions {
  readonly model: SummaryModel;
  /** Empty: every summary is skipped with a warning. */
  readonly instruction: string;
  /** Tokens. Summarizes above it: the documentation says "exceeds". */
  readonly tokenThreshold: number;
  /** The keep window, in run blocks, newest first. Unset or below 1 means 5, as in the SDK. */
  readonly keepRecentCount?: number;
  /** Tells the summary model what its tools were called with. Off in the SDK. */
  readonly includeToolArguments?: boolean;
  readonly newMessageId: () => MessageId;
  readonly newSummaryId: () => SummaryId;
  /**
   * Takes an answer that is empty or was cut off for what it is, instead of throwing: for callers that show
   * it, and don't put it in place of anything.
   */
  readonly takesShortAnswers?: boolean;
  /** Told in one sentence why a summary was skipped. */
  readonly onWarning?: (warning: string) => void;
  /** Told what the model is about to be asked. */
  readonly onRequest?: (request: SummaryRequest) => void;
  /** Told each piece of the summary as it arrives. */
  readonly onText?: (piece: string) => void;
  /** Told the model's answer as it came, an empty one too. */
  readonly onAnswer?: (answer: SummaryModelAnswer) => void;
}

/**
 * Replaces everything older than the keep window by one model-written message, once occupancy exceeds
 * the threshold and there is more than the window to keep.
 *
 * @throws InspectorError 'invalid-option' from the constructor, for a number that is not whole.
 *
 * Source: `summariser/llm_summarizer.go`, which fires at the threshold itself too: a threshold one
 * lower reproduces it.
 */
export class LlmHistorySummarizer implements HistorySummarizer {
  readonly #options: LlmHistorySummarizerOptions;
  readonly #keepRecentCount: number;

  constructor(options: LlmHistorySummarizerOptions) {
    requireWhole('tokenThreshold', options.tokenThreshold);
    this.#options = options;
    this.#keepRecentCount = effectiveKeepRecentCount(
      requireWhole('keepRecentCount', options.keepRecentCount ?? DEFAULT_KEEP_RECENT_COUNT),
    );
  }

  async summarize(request: SummarizeRequest): Promise<SummaryResult | null> {
    const { instruction, tokenThreshold } = this.#options;
    if (occupancyTokens(request.occupancy) <= tokenThreshold) return null;
    const cut = cutKeepWindow(request, this.#keepRecentCount);
    if (cut === null) return null;
    if (instruction.trim() === '') {
      this.#options.onWarning?.('the summarizer has no instruction, so nothing was summarized');
      return null;
    }
    const answer = await this.#ask(request, cut.covered);
    return {
      summaryId: this.#options.newSummaryId(),
      summary: this.#summaryMessage(answer.text),
      messagesToKeep: cut.kept,
      lastSummarizedRunId: cut.lastSummarizedRunId,
      usage: answer.usage,
    };
  }

  async #ask(request: SummarizeRequest, covered: readonly Message[]): Promise<SummaryModelAnswer> {
    const { model, instruction, includeToolArguments = false, onText } = this.#options;
    const asked = buildSummaryRequest(instruction, covered, { includeToolArguments });
    this.#options.onRequest?.(asked);
    const answer = await model.complete({
      ...asked,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
      ...(onText === undefined ? {} : { onText }),
    });
    this.#options.onAnswer?.(answer);
    if (!(this.#options.takesShortAnswers ?? false)) requireWholeAnswer(answer);
    return answer;
  }

  #summaryMessage(text: string): Message {
    const content = [{ type: 'input_text', text: `${SUMMARY_PREFIX}${text}` }] as const;
    return {
      id: this.#options.newMessageId(),
      senderId: '',
      items: [{ type: 'message', role: 'system', content }],
    };
  }
}
