import { idSource } from '../domain/id-source.ts';
import { requireWholeAnswer } from '../summarizers/answer-shortfall.ts';
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
    requireWholeAnswer(answer);
    const content = [{ type: 'input_text', text: `${SUMMARY_PREFIX}${answer.text}` }] as const;
    const message = {
      id: ids.newMessageId(),
      senderId: '',
      items: [{ type: 'message', role: 'system', content }],
    } as const;
    return { message, usage: answer.usage };
  };
}
