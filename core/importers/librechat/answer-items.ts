import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { CallIds } from '../readers/call-ids.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

export interface Answer {
  readonly items: readonly InputItem[];
  /** What went wrong, in the program's words. */
  readonly failures: readonly string[];
}

/** Newer versions keep an answer as parts and leave the text empty. */
export function answerOf(message: RawRecord, id: string): Answer {
  const { content, text } = message;
  const parts = isList(content) ? content : [];
  if (parts.length === 0) {
    const words = textOrNull(text);
    return { items: words === null ? [] : [outputText(words)], failures: [] };
  }
  const ids = new CallIds(`${id}/call`);
  const failures: string[] = [];
  const items = parts.flatMap((part): readonly InputItem[] => {
    if (!isRecord(part)) return typeof part === 'string' ? [outputText(part)] : [];
    if (part['type'] === 'error') {
      failures.push(wordsOf(part['error']) ?? wordsOf(part['text']) ?? 'The answer failed.');
      return [];
    }
    return partItems(part, ids);
  });
  return { items, failures };
}

/** A text stands bare, or as the value of an object. */
export function wordsOf(value: unknown): string | null {
  return isRecord(value) ? textOrNull(value['value']) : textOrNull(value);
}

function partItems(part: RawRecord, ids: CallIds): readonly InputItem[] {
  switch (part['type']) {
    case 'text': {
      const words = wordsOf(part['text']);
      return words === null ? [] : [outputText(words)];
    }
    case 'think': {
      const thought = wordsOf(part['think']);
      if (thought === null) return [];
      return [parseInputItem({ type: 'reasoning', summary: [{ type: 'summary_text', text: thought }] })];
    }
    case 'tool_call':
      return isRecord(part['tool_call'])
        ? toolItems(part['tool_call'], ids)
        : [{ type: 'unknown', raw: part }];
    default:
      return [{ type: 'unknown', raw: part }];
  }
}

/** One part holds the call and, once it was answered, what came back. */
function toolItems(tool: RawRecord, ids: CallIds): readonly InputItem[] {
  const called = isRecord(tool['function']) ? tool['function'] : tool;
  const name = textOrNull(called['name']) ?? textOrNull(tool['type']) ?? '';
  const callId = ids.ofCall(textOrNull(tool['id']), name);
  const call = parseInputItem({
    type: 'function_call',
    call_id: callId,
    name,
    arguments: textOrJson(called['args'] ?? called['arguments']) ?? '',
  });
  const output = called['output'] ?? tool['output'];
  // Progress runs from 0 to 1.
  const isOpen = (output === null || output === undefined || output === '') && tool['progress'] !== 1;
  if (isOpen) return [call];
  return [
    call,
    parseInputItem({ type: 'function_call_output', call_id: callId, output: textOrJson(output) ?? '' }),
  ];
}

function outputText(text: string): InputItem {
  return parseInputItem({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
}
