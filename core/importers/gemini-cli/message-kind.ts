import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import type { CutKind } from '../steps/run-cutter.ts';

const SNAPSHOT = /^\s*(?:<state_snapshot>|<compressed_history>)/;
/** What the program tells the model in the user's place. */
const INJECTED =
  /^\s*(?:<session_context>|<hook_context>|System: Please continue\.|This is the Gemini CLI\. We are setting up the context)/;
const LONGEST_ACKNOWLEDGEMENT = 200;

/** Of a message of a session, or of a content of a checkpoint; null for anything else. */
export function messageKind(message: RawRecord): CutKind | 'none' | null {
  switch (message['type'] ?? message['role']) {
    case 'user':
      return userKind(message);
    case 'gemini':
    case 'model':
      return 'reply';
    case 'function':
      return 'result';
    case 'info':
    case 'error':
    case 'warning':
      return 'note';
    default:
      return null;
  }
}

/** The summary that a user message holds in place of what came before; null for any other message. */
export function snapshotText(message: RawRecord): string | null {
  if ((message['type'] ?? message['role']) !== 'user') return null;
  const text = firstText(message);
  return SNAPSHOT.test(text) ? text : null;
}

/** After a summary the program says in the model's place that it has understood. */
export function isAcknowledgement(message: RawRecord): boolean {
  const who = message['type'] ?? message['role'];
  if ((who !== 'gemini' && who !== 'model') || isRecord(message['tokens']) || isList(message['toolCalls']))
    return false;
  const parts = contentOf(message);
  const isText = typeof parts === 'string' || (isList(parts) && parts.length === 1);
  return isText && firstText(message).length <= LONGEST_ACKNOWLEDGEMENT;
}

export function isInjected(message: RawRecord): boolean {
  return INJECTED.test(firstText(message));
}

/** Sessions say `content`, the API `parts`. */
export function contentOf(message: RawRecord): unknown {
  return message['content'] ?? message['parts'] ?? '';
}

function userKind(message: RawRecord): CutKind | 'none' {
  const content = contentOf(message);
  if (
    isList(content) &&
    content.some((part) => isRecord(part) && ('functionResponse' in part || 'function_response' in part))
  ) {
    return 'result';
  }
  if (snapshotText(message) !== null) return 'compaction';
  if (isInjected(message)) return 'context';
  const isEmpty =
    typeof content === 'string' ? content.trim() === '' : isList(content) && content.length === 0;
  return isEmpty ? 'none' : 'turn';
}

function firstText(message: RawRecord): string {
  const content = contentOf(message);
  if (typeof content === 'string') return content;
  const first: unknown = isList(content) ? content[0] : content;
  return (isRecord(first) ? textOrNull(first['text']) : textOrNull(first)) ?? '';
}
