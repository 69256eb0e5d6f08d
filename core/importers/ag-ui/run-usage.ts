import { isRecord } from '../raw-record.ts';
import { anyUsage } from '../readers/any-usage.ts';
import { isList } from '../readers/json-text.ts';
import type { CallUsage } from '../readers/usage.ts';
import type { Step } from '../steps/step.ts';

/**
 * Gives the calls of a run the usage that was reported when it ended: one report each where there are as
 * many as answers, else sums that belong to none of them.
 */
export function withUsage(steps: readonly Step[], usages: readonly CallUsage[]): readonly Step[] {
  if (usages.length === 0) return steps;
  const replies = steps.filter((step) => step.kind === 'reply').length;
  if (replies === usages.length) {
    const waiting = [...usages];
    return steps.map((step) => {
      if (step.kind !== 'reply' || typeof step.call === 'string') return step;
      return { ...step, call: { ...step.call, usage: waiting.shift() ?? null } };
    });
  }
  const sums = usages.map((usage): Step => ({
    kind: 'call',
    call: { model: null, usage, perCall: false },
    atMs: null,
  }));
  return [...steps, ...sums];
}

/** Usage as a field of an event: one object or a list of them. */
export function usagesOf(value: unknown): readonly CallUsage[] {
  return (isList(value) ? value : [value]).flatMap((one) => anyUsage(one) ?? []);
}

/** Usage of one call inside an event that a framework passed on or an app made up; null: it holds none. */
export function eventUsage(
  value: unknown,
): { readonly usage: CallUsage; readonly model: string | null } | null {
  if (!isRecord(value)) return null;
  const data = isRecord(value['data']) ? value['data'] : value;
  const output = isRecord(data['output']) ? data['output'] : data;
  const message = isRecord(output['kwargs']) ? output['kwargs'] : output;
  // Every piece of a streamed answer may carry it, and the last event repeats it.
  if (typeof value['event'] === 'string' && value['event'] !== 'on_chat_model_end') return null;
  const usage = anyUsage(message['usage_metadata'] ?? message['usage'] ?? message['usageMetadata']);
  if (usage === null) return null;
  const details = isRecord(message['response_metadata']) ? message['response_metadata'] : message;
  const name = details['model_name'] ?? details['model'];
  return { usage, model: typeof name === 'string' ? name : null };
}
