import type { InputItem } from '../../domain/input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { aiSdkUsage } from '../readers/framework-usage.ts';
import { isList, textOrNull, unwrapJson } from '../readers/json-text.ts';
import { firstTimeMs } from '../readers/time.ts';
import type { CallUsage } from '../readers/usage.ts';
import { inputStep, noticeStep, replyStep, stepCall } from '../steps/make-step.ts';
import type { Step, StepCall } from '../steps/step.ts';
import { callItem, contentPart, message, reasoningItem, resultItem } from './part-items.ts';
import { partsOf } from './shapes.ts';

const TIMES = ['createdAt', 'created_at', 'timestamp', 'time'];
const USAGE_FIELDS = ['totalTokens', 'inputTokens', 'promptTokens', 'outputTokens'];
/** How deep an app may have put the usage into a message's metadata. */
const METADATA_DEPTH = 3;

/** What is known of the calls of one message beside its parts. */
export interface CallReports {
  /** Of each step, where they were reported one by one. */
  readonly steps: readonly unknown[];
}

/** A message of a chat's window. An assistant's is the whole answer to a turn: calls, results and words. */
export function uiSteps(value: RawRecord, reports: CallReports = { steps: [] }): readonly Step[] {
  const metadata = unwrapJson(value['metadata']);
  const atMs = firstTimeMs(value, TIMES) ?? (isRecord(metadata) ? firstTimeMs(metadata, TIMES) : null);
  const id = textOrNull(value['id']);
  const parts = partsWithOld(value);
  switch (value['role']) {
    case 'assistant':
      return assistantSteps(parts, { id, atMs, metadata: { ...value, metadata }, reports });
    case 'system':
      return [
        inputStep('instructions', [message('system', inputParts(parts))], { id, atMs, senderId: 'system' }),
      ];
    case 'user': {
      const isTurn = parts.some((part) => part['type'] !== 'text' || textOrNull(part['text'])?.trim() !== '');
      return [
        inputStep(isTurn ? 'turn' : 'context', [message('user', inputParts(parts))], {
          id,
          atMs,
          senderId: 'user',
        }),
      ];
    }
    default:
      return [inputStep('context', [{ type: 'unknown', raw: value }], { id, atMs, senderId: '' })];
  }
}

function inputParts(parts: readonly RawRecord[]): readonly RawRecord[] {
  return parts.map((part) => contentPart(part, 'input_text'));
}

/** Version 4 kept words and calls outside of the parts. */
function partsWithOld(value: RawRecord): readonly RawRecord[] {
  const parts = partsOf(value);
  if (parts.length > 0) return parts;
  const { content, reasoning } = value;
  const calls = isList(value['toolInvocations']) ? value['toolInvocations'].filter(isRecord) : [];
  return [
    ...(typeof reasoning === 'string' && reasoning !== '' ? [{ type: 'reasoning', reasoning }] : []),
    ...calls.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
    ...(typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []),
    ...(isList(content) ? content.filter(isRecord) : []),
  ];
}

interface MessageContext {
  readonly id: string | null;
  readonly atMs: number | null;
  readonly metadata: RawRecord;
  readonly reports: CallReports;
}

function assistantSteps(parts: readonly RawRecord[], context: MessageContext): readonly Step[] {
  const { id, atMs, metadata, reports } = context;
  const segments = segmentsOf(parts);
  const usage = usageIn(metadata);
  const model = modelIn(metadata);
  // One step made one call, so that a sum is the call's own.
  const isOwn = segments.length === 1 && usage !== null;
  const steps = segments.flatMap(({ items, results }, index): readonly Step[] => {
    const reported = aiSdkUsage(reports.steps[index]) ?? (isOwn ? usage : null);
    const call: StepCall = stepCall(reported, model);
    return [
      replyStep(items, { id: index === 0 ? id : null, atMs, call }),
      ...(results.length === 0 ? [] : [inputStep('result', results, { atMs, senderId: 'tool' })]),
    ];
  });
  const isSum = usage !== null && !isOwn && reports.steps.length === 0;
  return [
    ...steps,
    ...(isSum ? [{ kind: 'call' as const, call: { ...stepCall(usage, model), perCall: false }, atMs }] : []),
    ...endOf(parts, atMs),
  ];
}

interface Segment {
  readonly items: InputItem[];
  readonly results: InputItem[];
}

/** What one call wrote, and the results of its tools. Words behind a result are the next call's. */
function segmentsOf(parts: readonly RawRecord[]): readonly Segment[] {
  const segments: Segment[] = [];
  let open: Segment = { items: [], results: [] };
  let words: RawRecord[] = [];
  const closeWords = (): void => {
    if (words.length > 0) open.items.push(message('assistant', words));
    words = [];
  };
  const close = (): void => {
    closeWords();
    if (open.items.length + open.results.length > 0) segments.push(open);
    open = { items: [], results: [] };
  };
  for (const part of parts) {
    const { type } = part;
    if (type === 'step-start') {
      close();
      continue;
    }
    const tool = toolOf(part);
    if (tool !== null) {
      closeWords();
      open.items.push(tool.call);
      if (tool.result !== null) open.results.push(tool.result);
      continue;
    }
    if (open.results.length > 0 && (type === 'text' || type === 'reasoning')) close();
    if (type === 'reasoning') {
      closeWords();
      open.items.push(reasoningItem(textOrNull(part['text']) ?? textOrNull(part['reasoning']) ?? ''));
    } else if (type !== 'text' || part['text'] !== '') words.push(contentPart(part, 'output_text'));
  }
  close();
  return segments.length > 0 ? segments : [{ items: [message('assistant', '')], results: [] }];
}

/** A call and its result are one part. */
function toolOf(part: RawRecord): { readonly call: InputItem; readonly result: InputItem | null } | null {
  const { type } = part;
  const inner = part['toolInvocation'];
  if (type === 'tool-invocation' && isRecord(inner)) return toolOf({ ...inner, type: 'dynamic-tool' });
  if (typeof type !== 'string' || textOrNull(part['toolCallId']) === null) return null;
  if (type !== 'dynamic-tool' && !type.startsWith('tool-')) return null;
  const callId = textOrNull(part['toolCallId']) ?? '';
  const name = type === 'dynamic-tool' ? (textOrNull(part['toolName']) ?? '') : type.slice('tool-'.length);
  return {
    call: callItem(callId, name, part['input'] ?? part['rawInput'] ?? part['args']),
    result: resultOf(part, callId),
  };
}

function resultOf(part: RawRecord, callId: string): InputItem | null {
  switch (part['state']) {
    case 'output-available':
      return resultItem(callId, part['output']);
    case 'result':
      return resultItem(callId, part['result']);
    case 'output-error':
      return resultItem(callId, part['errorText'] ?? '', true);
    case 'output-denied': {
      const approval = part['approval'];
      const reason = isRecord(approval) ? textOrNull(approval['reason']) : null;
      return resultItem(callId, reason ?? 'denied', true);
    }
    default:
      return null;
  }
}

/** An approval that is asked for pauses the run; words that are still coming leave it open. */
function endOf(parts: readonly RawRecord[], atMs: number | null): readonly Step[] {
  const last = parts.findLast(({ type }) => type !== 'step-start');
  if (parts.some(({ state }) => state === 'approval-requested'))
    return [noticeStep('info', '', 'paused', atMs)];
  return last?.['state'] === 'streaming' ? [noticeStep('info', '', 'open', atMs)] : [];
}

/** Where the app put it. */
function usageIn(message: RawRecord): CallUsage | null {
  for (const holder of [message['metadata'], message['annotations'], { usage: message['usage'] }]) {
    const found = recordWith(holder, USAGE_FIELDS, METADATA_DEPTH);
    const usage = found === null ? null : aiSdkUsage(found);
    if (usage !== null) return usage;
  }
  return null;
}

function modelIn({ metadata, annotations }: RawRecord): string | null {
  const found =
    recordWith(metadata, ['model', 'modelId'], METADATA_DEPTH) ??
    recordWith(annotations, ['model', 'modelId'], METADATA_DEPTH);
  return textOrNull(found?.['model']) ?? textOrNull(found?.['modelId']);
}

function recordWith(value: unknown, fields: readonly string[], depth: number): RawRecord | null {
  if (isRecord(value) && fields.some((field) => field in value)) return value;
  if (depth === 0) return null;
  const inner = isRecord(value) ? Object.values(value) : isList(value) ? value : [];
  for (const element of inner) {
    const found = recordWith(element, fields, depth - 1);
    if (found !== null) return found;
  }
  return null;
}
