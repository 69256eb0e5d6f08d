import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep, replyStep } from '../steps/make-step.ts';
import type { InputStep, Step } from '../steps/step.ts';

/** What the program tells the model in the user's place. */
const PROGRAM_TYPES = new Set(['heartbeat', 'login', 'system_alert', 'system_message']);

/** Reads one message of an agent. */
export function messageSteps(message: RawRecord, agentModel: string | null): readonly Step[] {
  const details = { id: textOrNull(message['id']), atMs: readTimeMs(message['created_at']) };
  switch (message['role']) {
    case 'system': {
      const item = parseInputItem({ type: 'message', role: 'system', content: textOf(message) });
      return [inputStep('instructions', [item], { ...details, senderId: 'system' })];
    }
    case 'user':
      return [userStep(message, details)];
    case 'assistant':
      return [replyOf(message, details, agentModel)];
    case 'tool':
      return [inputStep('result', toolResults(message), { ...details, senderId: 'tool' })];
    case 'approval':
      return approvalSteps(message, details, agentModel);
    default:
      return [inputStep('context', [{ type: 'unknown', raw: message }], { ...details, senderId: '' })];
  }
}

/** The text of a message that stands in place of earlier ones; null for any other. */
export function summaryText(message: RawRecord): string | null {
  if (message['role'] === 'summary') return spokenText(message);
  if (message['role'] !== 'user') return null;
  const told = unwrapJson(textOf(message));
  if (!isRecord(told) || told['type'] !== 'system_alert') return null;
  const text = textOrNull(told['message']);
  return text !== null && /\b(?:prior|previous) messages\b/i.test(text) && /summary/i.test(text)
    ? text
    : null;
}

interface StepPlace {
  readonly id: string | null;
  readonly atMs: number | null;
}

function userStep(message: RawRecord, details: StepPlace): InputStep {
  const told = unwrapJson(textOf(message));
  const isProgram = isRecord(told) && PROGRAM_TYPES.has(textOrNull(told['type']) ?? '');
  const text = isProgram ? textOf(message) : spokenText(message);
  const images = partsOf(message).filter((part) => part['type'] === 'image');
  const isEmpty = text.trim() === '' && images.length === 0;
  const content = [
    ...(text === '' && images.length > 0 ? [] : [{ type: 'input_text', text }]),
    ...images.map((): RawRecord => ({ type: 'input_image' })),
  ];
  const item = parseInputItem({ type: 'message', role: 'user', content });
  const role = isProgram || isEmpty ? 'context' : 'turn';
  return inputStep(role, [item], {
    ...details,
    senderId: textOrNull(message['sender_id']) ?? 'user',
    runId: details.id,
  });
}

/** What a user says is often wrapped: `{"type":"user_message","message":"Hi"}`. */
function spokenText(message: RawRecord): string {
  const text = textOf(message);
  const told = unwrapJson(text);
  return (isRecord(told) && 'type' in told ? textOrNull(told['message']) : null) ?? text;
}

function replyOf(message: RawRecord, details: StepPlace, agentModel: string | null): Step {
  const model = textOrNull(message['model']) ?? agentModel;
  return replyStep(replyItems(message), { ...details, call: { model, usage: null } });
}

function replyItems(message: RawRecord): readonly InputItem[] {
  const parts = partsOf(message);
  const items = parts.flatMap(replyPart);
  const called = new Set(items.flatMap((item) => (item.type === 'function_call' ? [item.call_id] : [])));
  for (const call of recordsOf(message['tool_calls'])) {
    const made = isRecord(call['function']) ? call['function'] : call;
    const id = textOrNull(call['id']) ?? textOrNull(call['tool_call_id']) ?? '';
    if (!called.has(id)) items.push(callItem(id, made['name'], made['arguments']));
  }
  return items;
}

function replyPart(part: RawRecord): InputItem[] {
  switch (part['type']) {
    case 'text': {
      const text = textOrNull(part['text']);
      if (text === null) return [];
      return [
        parseInputItem({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
      ];
    }
    case 'reasoning':
      return [reasoning(textOrNull(part['reasoning']), part['signature'])];
    case 'redacted_reasoning':
      return [reasoning(null, part['data'])];
    case 'omitted_reasoning':
      return [];
    case 'tool_call':
      return [callItem(textOrNull(part['id']) ?? '', part['name'], part['input'])];
    default:
      return [{ type: 'unknown', raw: part }];
  }
}

function callItem(id: string, name: unknown, given: unknown): InputItem {
  return parseInputItem({
    type: 'function_call',
    call_id: id,
    name: textOrNull(name) ?? '',
    arguments: textOrJson(given) ?? '',
  });
}

function reasoning(text: string | null, sealed: unknown): InputItem {
  return parseInputItem({
    type: 'reasoning',
    summary: text === null ? [] : [{ type: 'summary_text', text }],
    ...(typeof sealed === 'string' && sealed !== '' ? { encrypted_content: sealed } : {}),
  });
}

/** One message may answer several calls; the text beside them then repeats what they say. */
function toolResults(message: RawRecord): readonly InputItem[] {
  const returns = recordsOf(message['tool_returns']);
  const callId = textOrNull(message['tool_call_id']);
  if (returns.length < 2) {
    const id = callId ?? textOrNull(returns[0]?.['tool_call_id']) ?? '';
    return [outputItem(id, textOf(message) === '' ? returns[0]?.['func_response'] : textOf(message))];
  }
  return returns.map((one) => outputItem(textOrNull(one['tool_call_id']) ?? '', one['func_response']));
}

function outputItem(callId: string, output: unknown): InputItem {
  return parseInputItem({ type: 'function_call_output', call_id: callId, output: textOrJson(output) ?? '' });
}

/** Either the model asks for leave to call a tool, or somebody answers. */
function approvalSteps(message: RawRecord, details: StepPlace, agentModel: string | null): readonly Step[] {
  if (recordsOf(message['tool_calls']).length > 0) {
    return [replyOf(message, details, agentModel), noticeStep('info', '', 'paused', details.atMs)];
  }
  const answered = recordsOf(message['approvals']).filter((one) => 'tool_return' in one);
  if (answered.length > 0) {
    const items = answered.map((one) =>
      outputItem(textOrNull(one['tool_call_id']) ?? '', one['tool_return']),
    );
    return [inputStep('result', items, { ...details, senderId: 'tool' })];
  }
  const reason = textOrNull(message['denial_reason']);
  const verdict = message['approve'] === false ? 'The call was denied.' : 'The call was approved.';
  return [noticeStep('info', reason === null ? verdict : `${verdict} ${reason}`, null, details.atMs)];
}

function textOf(message: RawRecord): string {
  const { content } = message;
  if (!isList(content)) return textOrNull(content) ?? textOrNull(message['text']) ?? '';
  return partsOf(message)
    .flatMap((part) => (part['type'] === 'text' ? (textOrNull(part['text']) ?? []) : []))
    .join('\n');
}

function partsOf(message: RawRecord): readonly RawRecord[] {
  const { content } = message;
  if (isList(content))
    return content.map((part) => (isRecord(part) ? part : { type: 'text', text: textOrJson(part) }));
  const text = textOf(message);
  return text === '' ? [] : [{ type: 'text', text }];
}

function recordsOf(value: unknown): readonly RawRecord[] {
  return isList(value) ? value.filter(isRecord) : [];
}
