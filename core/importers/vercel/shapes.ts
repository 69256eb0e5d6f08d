import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, unwrapJson, textOrNull } from '../readers/json-text.ts';

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool', 'data']);
const UI_PARTS =
  /^(?:text|reasoning|file|step-start|tool-invocation|dynamic-tool|custom|source(?:-url|-document)?|tool-.+|data-.+)$/;
const MODEL_PARTS: ReadonlySet<unknown> = new Set([
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
]);
const STREAM_PARTS =
  /^(?:start-step|finish-step|text-(?:start|delta|end)|reasoning-(?:start|delta|end)|tool-input-(?:start|delta|available|error)|tool-output-(?:available|error|denied))$/;

const SAMPLED = 20;
const ENOUGH = 0.8;

/** A message as a chat's window keeps it. Rows of a table may hold its parts as JSON. */
export function isUiMessage(value: unknown): value is RawRecord {
  if (!isRecord(value) || !ROLES.has(value['role'])) return false;
  const parts = partsOf(value);
  if (parts.length > 0) return parts.every((part) => UI_PARTS.test(textOrNull(part['type']) ?? ''));
  if (isList(value['toolInvocations'])) return typeof value['content'] === 'string';
  return isList(value['parts']) && value['parts'].length === 0;
}

export function partsOf(message: RawRecord): readonly RawRecord[] {
  const parts = unwrapJson(message['parts']);
  return isList(parts) ? parts.filter(isRecord) : [];
}

/** A message as a model is sent it, with a part that only this library writes. */
export function isModelMessage(value: unknown): value is RawRecord {
  if (!isTurn(value)) return false;
  const { content } = value;
  return isList(content) && content.some((part) => isRecord(part) && isOwnPart(part));
}

/** Words alone are anybody's, so that one message at least has to be of this library. */
export function isUiMessages(value: unknown): value is readonly unknown[] {
  const isOne = (element: unknown): boolean => isUiMessage(element) || isWords(element);
  return isMostly(value, isOne) && value.slice(0, SAMPLED).some(isUiMessage);
}

/** The same for messages of a model. */
export function isModelMessages(value: unknown): value is readonly unknown[] {
  return isMostly(value, isTurn) && value.slice(0, SAMPLED).some(isModelMessage);
}

/** What `generateText` gave back, or what was kept of it. */
export function isResult(value: unknown): value is RawRecord {
  if (!isRecord(value) || !isList(value['steps']) || value['steps'].length === 0) return false;
  return value['steps'].every((step) => isRecord(step) && isRecord(step['usage']) && 'finishReason' in step);
}

/** A piece of a streamed message. */
export function isStreamPart(value: unknown): value is RawRecord {
  return isRecord(value) && typeof value['type'] === 'string' && STREAM_PARTS.test(value['type']);
}

function isTurn(value: unknown): value is RawRecord {
  return isRecord(value) && ROLES.has(value['role']) && 'content' in value && !('tool_calls' in value);
}

function isWords(value: unknown): boolean {
  return isTurn(value) && typeof value['content'] === 'string';
}

function isOwnPart(part: RawRecord): boolean {
  const { type } = part;
  if (MODEL_PARTS.has(type)) return true;
  if (type === 'file') return 'mediaType' in part || 'mimeType' in part;
  if (type === 'image') return 'image' in part;
  return type === 'reasoning' && typeof part['text'] === 'string';
}

function isMostly(value: unknown, isOne: (element: unknown) => boolean): value is readonly unknown[] {
  if (!isList(value) || value.length === 0) return false;
  const sample = value.slice(0, SAMPLED);
  const found = sample.filter(isOne);
  return found.length > 0 && found.length >= sample.length * ENOUGH;
}
