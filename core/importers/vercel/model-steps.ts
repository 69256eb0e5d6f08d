import type { InputItem } from '../../domain/input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { firstTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep, replyStep } from '../steps/make-step.ts';
import type { Step, StepCall } from '../steps/step.ts';
import { callItem, contentPart, message, modelResultItem, reasoningItem } from './part-items.ts';

/**
 * A message as a model is sent it.
 *
 * @param call What is told of an assistant message's call; left out: nothing.
 */
export function modelSteps(value: RawRecord, call?: StepCall, time: number | null = null): readonly Step[] {
  const id = textOrNull(value['id']);
  const atMs = time ?? firstTimeMs(value, ['createdAt', 'created_at', 'timestamp']);
  const { content } = value;
  const parts = isList(content) ? content.map(partOf) : [{ type: 'text', text: textOrJson(content) ?? '' }];
  switch (value['role']) {
    case 'system':
      return [
        inputStep('instructions', [message('system', inputParts(parts))], { id, atMs, senderId: 'system' }),
      ];
    case 'user': {
      const isTurn = parts.some(({ type, text }) => type !== 'text' || textOrNull(text)?.trim() !== '');
      return [
        inputStep(isTurn ? 'turn' : 'context', [message('user', inputParts(parts))], {
          id,
          atMs,
          senderId: 'user',
        }),
      ];
    }
    case 'tool':
      return parts.map((part) => {
        const isResult = part['type'] === 'tool-result';
        const item: InputItem = isResult ? modelResultItem(part) : { type: 'unknown', raw: part };
        return inputStep(isResult ? 'result' : 'context', [item], { atMs, senderId: 'tool' });
      });
    case 'assistant':
      return [
        replyStep(assistantItems(parts), { id, atMs, ...(call === undefined ? {} : { call }) }),
        ...(parts.some(({ type }) => type === 'tool-approval-request')
          ? [noticeStep('info', '', 'paused', atMs)]
          : []),
      ];
    default:
      return [inputStep('context', [{ type: 'unknown', raw: value }], { id, atMs, senderId: '' })];
  }
}

export function assistantItems(parts: readonly RawRecord[]): readonly InputItem[] {
  const items: InputItem[] = [];
  let words: RawRecord[] = [];
  const close = (): void => {
    if (words.length > 0) items.push(message('assistant', words));
    words = [];
  };
  for (const part of parts) {
    const own = ownItem(part);
    if (own === null) {
      if (part['type'] !== 'text' || part['text'] !== '') words.push(contentPart(part, 'output_text'));
      continue;
    }
    close();
    items.push(own);
  }
  close();
  return items.length > 0 ? items : [message('assistant', '')];
}

/** Null for what belongs into a message. */
function ownItem(part: RawRecord): InputItem | null {
  switch (part['type']) {
    case 'reasoning':
      return reasoningItem(textOrNull(part['text']) ?? '');
    case 'tool-call':
      return callItem(
        textOrNull(part['toolCallId']) ?? '',
        textOrNull(part['toolName']) ?? '',
        part['input'] ?? part['args'],
      );
    case 'tool-result':
      return modelResultItem(part);
    default:
      return null;
  }
}

function partOf(part: unknown): RawRecord {
  return isRecord(part) ? part : { type: 'text', text: textOrJson(part) ?? '' };
}

function inputParts(parts: readonly RawRecord[]): readonly RawRecord[] {
  return parts.map((part) => contentPart(part, 'input_text'));
}
