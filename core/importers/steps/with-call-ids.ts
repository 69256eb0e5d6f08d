import type { InputItem } from '../../domain/input-item.ts';
import type { CallIds } from '../readers/call-ids.ts';
import type { Step } from './step.ts';

/** Gives ids to calls that came without, and to the results that answer them. */
export function withCallIds(steps: readonly Step[], ids: CallIds): readonly Step[] {
  return steps.map((step) =>
    step.kind === 'input' || step.kind === 'reply'
      ? { ...step, items: step.items.map((item) => withId(item, ids)) }
      : step,
  );
}

function withId(item: InputItem, ids: CallIds): InputItem {
  if (item.type !== 'function_call' && item.type !== 'function_call_output') return item;
  const given = item.call_id === '' ? null : item.call_id;
  const id = item.type === 'function_call' ? ids.ofCall(given, item.name) : ids.ofResult(given, null);
  return id === given ? item : { ...item, call_id: id };
}
