import type { InputItem } from '../../domain/input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import type { CallIds } from '../readers/call-ids.ts';
import { textOrNull } from '../readers/json-text.ts';

/** Items that the log keeps and the model never saw. */
const UNSENT_TYPES: ReadonlySet<unknown> = new Set([
  'ghost_snapshot',
  'other',
  'compaction',
  'compaction_summary',
  'compaction_trigger',
]);

export function isUnsent(item: RawRecord): boolean {
  return UNSENT_TYPES.has(item['type']);
}

/** Shapes that other programs write into rollouts: calls without ids, and nested names. */
export function translatedItem(payload: RawRecord, callIds: CallIds): RawRecord {
  const called = isRecord(payload['function']) ? payload['function'] : payload;
  const name = textOrNull(called['name']);
  switch (payload['type']) {
    case 'tool_call':
      return {
        type: 'function_call',
        call_id: callIds.ofCall(textOrNull(payload['call_id'] ?? payload['id']), name ?? ''),
        name: name ?? '',
        arguments: payload['arguments'] ?? called['arguments'] ?? {},
      };
    case 'tool_result':
      return {
        type: 'function_call_output',
        call_id: callIds.ofResult(textOrNull(payload['call_id'] ?? payload['id']), name),
        output: payload['output'] ?? payload['result'] ?? '',
      };
    default:
      return payload;
  }
}

export function itemId(item: InputItem): string | null {
  return textOrNull(item.type === 'unknown' ? item.raw['id'] : item.id);
}
