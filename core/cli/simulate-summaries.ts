import { InspectorError } from '../domain/errors.ts';
import { idSource } from '../domain/id-source.ts';
import { SUMMARY_PREFIX } from '../summarizers/llm-history-summarizer.ts';
import { buildSummaryRequest } from '../summarizers/summary-input.ts';
import type { SummaryModel } from '../summarizers/summary-model.ts';
import type { WriteSummary } from '../replay/index.ts';
import type { CliIo } from './cli-io.ts';

/** Has a model write each summary of a replay; the replay has already decided when and of what. */
export function summaryWriter(
  model: SummaryModel,
  instruction: string,
  io: CliIo,
  onSummary: (fold: number) => void,
): WriteSummary {
  const ids = idSource(io.newId);
  return async (covered, fold) => {
    onSummary(fold);
    const request = buildSummaryRequest(instruction, covered);
    const answer = await model.complete({ ...request, signal: io.signal });
    if (answer.text.trim() === '') {
      throw new InspectorError(
        'empty-summary',
        `the model ${answer.modelName} answered summary ${fold + 1} without any text, so the replay can't go on`,
      );
    }
    const content = [{ type: 'input_text', text: `${SUMMARY_PREFIX}${answer.text}` }] as const;
    const message = {
      id: ids.newMessageId(),
      senderId: '',
      items: [{ type: 'message', role: 'system', content }],
    } as const;
    return { message, usage: answer.usage };
  };
}
