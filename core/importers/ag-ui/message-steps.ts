import type { InputItem } from '../../domain/input-item.ts';
import { isTurn } from '../chat/is-turn.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { inputStep, replyStep } from '../steps/make-step.ts';
import type { ReplyStep, Step } from '../steps/step.ts';
import type { LogMessage } from './log-message.ts';

/** Messages of one run in order. Thoughts stand with the answer that follows them. */
export function messageSteps(messages: readonly LogMessage[]): readonly Step[] {
  const steps: Step[] = [];
  let thoughts: LogMessage[] = [];
  for (const message of messages) {
    if (message.role === 'reasoning') {
      thoughts.push(message);
      continue;
    }
    if (message.role === 'assistant') {
      steps.push(replyOf(message, thoughts));
      thoughts = [];
      continue;
    }
    if (thoughts.length > 0) steps.push(thoughtsAlone(thoughts));
    thoughts = [];
    steps.push(inputOf(message));
  }
  if (thoughts.length > 0) steps.push(thoughtsAlone(thoughts));
  return steps;
}

export function isUserTurn(message: LogMessage): boolean {
  return message.role === 'user' && isTurn(contentOf(message));
}

function replyOf(message: LogMessage, thoughts: readonly LogMessage[]): ReplyStep {
  const { id, text, parts, calls, atMs, model, usage } = message;
  const words =
    parts === null
      ? text === ''
        ? []
        : [{ type: 'output_text', text }]
      : parts.map((part) =>
          isRecord(part) && part['type'] !== 'text'
            ? part
            : { type: 'output_text', text: textOrJson(isRecord(part) ? part['text'] : part) ?? '' },
        );
  const items: readonly InputItem[] = [
    ...thoughts.map(thoughtItem),
    ...(words.length === 0 ? [] : [parseInputItem({ type: 'message', role: 'assistant', content: words })]),
    ...calls.map((call) =>
      parseInputItem({
        type: 'function_call',
        call_id: call.id,
        name: call.name,
        arguments: call.arguments,
      }),
    ),
  ];
  return replyStep(items, { id, atMs: thoughts[0]?.atMs ?? atMs, call: { model, usage } });
}

function thoughtsAlone(thoughts: readonly LogMessage[]): Step {
  const [first] = thoughts;
  return replyStep(thoughts.map(thoughtItem), { id: first?.id ?? null, atMs: first?.atMs ?? null });
}

function thoughtItem({ text, parts, sealed }: LogMessage): InputItem {
  const words = parts === null ? text : parts.map((part) => textOrJson(part) ?? '').join('\n');
  return parseInputItem({
    type: 'reasoning',
    summary: words === '' ? [] : [{ type: 'summary_text', text: words }],
    ...(sealed === null ? {} : { encrypted_content: sealed }),
  });
}

function inputOf(message: LogMessage): Step {
  const { id, role, atMs, toolCallId, text } = message;
  switch (role) {
    case 'tool': {
      const output = message.parts === null ? text : contentOf(message);
      const item = parseInputItem({ type: 'function_call_output', call_id: toolCallId ?? id, output });
      return inputStep('result', [item], { id, atMs, senderId: 'tool' });
    }
    case 'system':
    case 'developer': {
      const item = parseInputItem({ type: 'message', role, content: contentOf(message) });
      return inputStep('instructions', [item], { id, atMs, senderId: role });
    }
    case 'user': {
      const item = parseInputItem({ type: 'message', role, content: contentOf(message) });
      return inputStep(isUserTurn(message) ? 'turn' : 'context', [item], { id, atMs, senderId: role });
    }
    default: {
      const item = { type: 'unknown', raw: { role, content: text } } as const;
      return inputStep('context', [item], { id, atMs, senderId: role });
    }
  }
}

function contentOf({ text, parts }: LogMessage): readonly RawRecord[] {
  return parts === null ? [{ type: 'input_text', text }] : parts.map(inputPart);
}

/** Media come by address, or as data beside their type. */
function inputPart(part: unknown): RawRecord {
  if (!isRecord(part)) return { type: 'input_text', text: textOrJson(part) ?? '' };
  if (part['type'] === 'text') return { type: 'input_text', text: textOrJson(part['text']) ?? '' };
  const source = isRecord(part['source']) ? part['source'] : part;
  const mediaType = textOrNull(source['mimeType']) ?? textOrNull(part['mimeType']) ?? '';
  const data = textOrNull(source['data']) ?? (source['type'] === 'data' ? textOrNull(source['value']) : null);
  const address =
    textOrNull(source['url']) ??
    (data === null ? textOrNull(source['value']) : `data:${mediaType};base64,${data}`);
  if (part['type'] === 'image' || mediaType.startsWith('image/')) {
    return { type: 'input_image', ...(address === null ? {} : { image_url: address }) };
  }
  if (
    !isList(part['content']) &&
    ['binary', 'document', 'audio', 'video'].includes(textOrNull(part['type']) ?? '')
  ) {
    const filename = textOrNull(part['filename']);
    return {
      type: 'input_file',
      ...(address === null ? {} : { file_data: address }),
      ...(filename === null ? {} : { filename }),
    };
  }
  return part;
}
