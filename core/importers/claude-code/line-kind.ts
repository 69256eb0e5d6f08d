import type { CutKind } from '../steps/run-cutter.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/**
 * What a line is for the thread. Beside the kinds of steps: `clear` begins a new thread, `summary` is the
 * text of a compaction, `none` is known and says nothing, `unknown` is not known.
 */
export type LineKind = CutKind | 'clear' | 'summary' | 'none' | 'unknown';

/** Model name of lines that the program wrote in the model's place. */
export const SYNTHETIC_MODEL = '<synthetic>';

/** They link others or describe the session; none of them was sent to the model. */
const SILENT_TYPES: ReadonlySet<string> = new Set([
  'agent-color',
  'agent-name',
  'agent-setting',
  'ai-title',
  'attachment',
  'bridge-session',
  'custom-title',
  'file-history-snapshot',
  'hook',
  'last-prompt',
  'mode',
  'permission-mode',
  'pr-link',
  'progress',
  'queue-operation',
  'saved_hook_context',
  'speculation-accept',
  'summary',
  'system',
  'tag',
  'task-summary',
  'worktree-state',
]);

/** What the program puts into a user line when somebody uses it instead of talking to the model. */
const ECHO =
  /^\s*<(?:command-(?:name|message|args|contents)|local-command-(?:stdout|stderr|caveat)|bash-(?:input|stdout|stderr))>/;
const CLEAR = /<command-name>\s*\/?clear\s*<\/command-name>/;
const INTERRUPT = /^\s*\[Request interrupted by user(?: for tool use)?\]\s*$/;

export function lineKind(record: RawRecord): LineKind {
  const type = record['type'];
  const message = messageOf(record);
  switch (type) {
    case 'user':
      return userKind(record, message);
    case 'assistant':
      if (message === null) return 'unknown';
      return message['model'] === SYNTHETIC_MODEL ? 'context' : 'reply';
    case 'system':
      return systemKind(record);
    case 'attachment':
      return queuedPrompt(record) === null ? 'none' : 'context';
    case 'summary':
      // With a leaf it is a title; an old compaction has a message instead.
      return record['leafUuid'] === undefined && message !== null ? 'summary' : 'none';
    case 'tool_use':
      return 'reply';
    case 'tool_result':
      return 'result';
    case undefined:
    case null:
      return isRecord(message?.['usage']) ? 'reply' : 'unknown';
    default:
      return typeof type === 'string' && SILENT_TYPES.has(type) ? 'none' : 'unknown';
  }
}

export function messageOf(record: RawRecord): RawRecord | null {
  return isRecord(record['message']) ? record['message'] : null;
}

export function isInterrupt(record: RawRecord): boolean {
  return INTERRUPT.test(firstText(messageOf(record)?.['content']));
}

/** A prompt that was typed while the model worked, and given to it in between. */
export function queuedPrompt(record: RawRecord): unknown {
  const { attachment } = record;
  if (!isRecord(attachment) || attachment['type'] !== 'queued_command') return null;
  const { prompt } = attachment;
  return textOrNull(prompt) !== null || isList(prompt) ? prompt : null;
}

function userKind(record: RawRecord, message: RawRecord | null): LineKind {
  if (message === null || !('content' in message)) return 'unknown';
  const { content } = message;
  if (record['isCompactSummary'] === true) return 'summary';
  if (hasResults(content)) return 'result';
  if (isEmpty(content)) return 'none';
  const text = firstText(content);
  if (CLEAR.test(text) && ECHO.test(text)) return 'clear';
  if (record['isMeta'] === true || record['isVisibleInTranscriptOnly'] === true) return 'context';
  return ECHO.test(text) || INTERRUPT.test(text) ? 'context' : 'turn';
}

function systemKind(record: RawRecord): LineKind {
  switch (record['subtype']) {
    case 'compact_boundary':
      return 'compaction';
    case 'api_error':
      return 'context';
    default:
      return 'none';
  }
}

function hasResults(content: unknown): boolean {
  return isList(content) && content.some((block) => isRecord(block) && block['type'] === 'tool_result');
}

function isEmpty(content: unknown): boolean {
  if (typeof content === 'string') return content.trim() === '';
  return !isList(content) || content.length === 0;
}

/** The first words of a content; the empty text when it doesn't begin with words. */
function firstText(content: unknown): string {
  if (typeof content === 'string') return content;
  const first: unknown = isList(content) ? content[0] : null;
  return isRecord(first) && typeof first['text'] === 'string' ? first['text'] : '';
}
