import type { InputItem } from '../../domain/input-item.ts';
import { toolResultOf } from '../../inspect/pair-tool-calls.ts';
import type { CallUsage } from '../readers/usage.ts';
import { inputStep, replyStep } from '../steps/make-step.ts';
import type { Step } from '../steps/step.ts';

export interface AnswerDetails {
  readonly id: string | null;
  readonly atMs: number | null;
  readonly model: string | null;
  /** Of the whole answer; null: none is reported. */
  readonly usage: CallUsage | null;
}

/**
 * An answer that holds a whole run: what the model wrote, what tools gave back, what the model wrote then.
 * Each stretch between results was a call of its own. Usage that is reported for several of them together
 * stays a sum.
 */
export function answerSteps(items: readonly InputItem[], details: AnswerDetails): readonly Step[] {
  const { atMs, model, usage } = details;
  const stretches = stretchesOf(items);
  const replies = stretches.filter(({ isResult }) => !isResult).length;
  // A call that was billed and said nothing is a call all the same.
  if (replies === 0 && usage !== null) stretches.push({ isResult: false, items: [] });
  const perCall = replies < 2;
  let isFirstReply = true;
  return stretches.map(({ isResult, items: own }, index): Step => {
    const id = index === 0 ? details.id : null;
    if (isResult) return inputStep('result', own, { id, atMs, senderId: 'tool' });
    const call = isFirstReply || usage === null ? { model, usage, perCall } : 'same';
    isFirstReply = false;
    return replyStep(own, { id, atMs, call });
  });
}

interface Stretch {
  readonly isResult: boolean;
  readonly items: InputItem[];
}

function stretchesOf(items: readonly InputItem[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const item of items) {
    const isResult = toolResultOf(item) !== null;
    const last = stretches.at(-1);
    if (last?.isResult === isResult) last.items.push(item);
    else stretches.push({ isResult, items: [item] });
  }
  return stretches;
}
