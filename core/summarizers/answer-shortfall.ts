import { InspectorError } from '../domain/errors.ts';
import type { SummaryModelAnswer } from './summary-model.ts';

/** Why an answer can't stand in for the runs that it should: its end is missing, or all of it. */
export type AnswerShortfall = 'cut-off' | 'empty';

/** Null: nothing is wrong with it. An empty answer that was cut off is empty. */
export function answerShortfall(answer: SummaryModelAnswer): AnswerShortfall | null {
  if (answer.text.trim() === '') return 'empty';
  return (answer.incompleteReason ?? null) === null ? null : 'cut-off';
}

/**
 * Half a summary would take the place of runs that it says nothing about.
 *
 * @throws InspectorError 'empty-summary' or 'model-failed'.
 */
export function requireWholeAnswer(answer: SummaryModelAnswer): void {
  switch (answerShortfall(answer)) {
    case 'empty':
      throw new InspectorError(
        'empty-summary',
        `the model ${answer.modelName} answered without any text, so nothing was summarized`,
      );
    case 'cut-off':
      throw new InspectorError(
        'model-failed',
        `${answer.modelName} did not finish its summary (${answer.incompleteReason}): allow more output tokens, or summarize less at once`,
      );
    case null:
  }
}
