import { answerSteps } from '../chat/answer-steps.ts';
import type { ChatNode } from '../chat/chat-tree.ts';
import { isTurn } from '../chat/is-turn.ts';
import { unknownNode } from '../chat/unknown-node.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { anyUsage } from '../readers/any-usage.ts';
import { chatPart } from '../readers/chat-messages.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep } from '../steps/make-step.ts';
import type { Step } from '../steps/step.ts';
import { answerItems } from './answer-items.ts';

/** The messages of a `history`, which name the one they follow, or are named by it. */
export function historyNodes(messages: RawRecord): readonly ChatNode[] {
  const parentOf = new Map<string, string>();
  for (const [id, message] of Object.entries(messages)) {
    const children = isRecord(message) ? message['childrenIds'] : null;
    if (!isList(children)) continue;
    for (const child of children)
      if (typeof child === 'string' && !parentOf.has(child)) parentOf.set(child, id);
  }
  return Object.entries(messages).map(([id, message]) => {
    const named = isRecord(message) ? textOrNull(message['parentId']) : null;
    const parentId = named !== null && Object.hasOwn(messages, named) ? named : (parentOf.get(id) ?? null);
    return { id, parentId, ...readMessage(isRecord(message) ? message : {}, id) };
  });
}

/** A list, where there is no history: each message follows the one before. */
export function listNodes(messages: readonly unknown[]): readonly ChatNode[] {
  let before: string | null = null;
  return messages.map((message, index) => {
    const record = isRecord(message) ? message : { message };
    const id = textOrNull(record['id']) ?? `message-${index + 1}`;
    const parentId = before;
    before = id;
    return { id, parentId, ...readMessage(record, id) };
  });
}

function readMessage(message: RawRecord, id: string): Pick<ChatNode, 'kind' | 'steps'> {
  const atMs = readTimeMs(message['timestamp']);
  const { role } = message;
  switch (role) {
    case 'user': {
      const content = [...wordsOf(message), ...fileParts(message)];
      if (content.length === 0) return { kind: 'none', steps: [] };
      const item = parseInputItem({ type: 'message', role, content });
      const kind = isTurn(content) ? 'turn' : 'context';
      return { kind, steps: [inputStep(kind, [item], { id, atMs, senderId: 'user', runId: id })] };
    }
    case 'system': {
      const item = parseInputItem({ type: 'message', role, content: wordsOf(message) });
      return {
        kind: 'instructions',
        steps: [inputStep('instructions', [item], { id, atMs, senderId: role })],
      };
    }
    case 'assistant': {
      const steps = assistantSteps(message, id, atMs);
      return { kind: steps.length === 0 ? 'none' : 'reply', steps };
    }
    default:
      if (Object.keys(message).length === 0) return { kind: 'none', steps: [] };
      return unknownNode(message, { id, atMs });
  }
}

function assistantSteps(message: RawRecord, id: string, atMs: number | null): readonly Step[] {
  const model = textOrNull(message['model']);
  const steps = answerSteps(answerItems(message, id), { id, atMs, model, usage: anyUsage(message['usage']) });
  const failure = failureOf(message['error']);
  if (failure !== null) return [...steps, noticeStep('error', failure, 'error', atMs)];
  return message['done'] === false && steps.length > 0
    ? [...steps, noticeStep('info', '', 'open', atMs)]
    : steps;
}

function failureOf(error: unknown): string | null {
  if (error === true) return 'The answer failed.';
  if (isRecord(error))
    return textOrNull(error['content']) ?? textOrNull(error['message']) ?? textOrJson(error);
  return textOrNull(error);
}

function wordsOf({ content }: RawRecord): readonly RawRecord[] {
  if (isList(content)) return content.map((part) => chatPart(part, 'input_text'));
  const text = textOrNull(content);
  return text === null ? [] : [{ type: 'input_text', text }];
}

function fileParts({ files }: RawRecord): readonly RawRecord[] {
  if (!isList(files)) return [];
  return files.filter(isRecord).map((file) => {
    const url = textOrNull(file['url']);
    const inner = isRecord(file['file']) ? file['file'] : {};
    const name = textOrNull(file['name']) ?? textOrNull(inner['filename']);
    const id = textOrNull(file['id']) ?? textOrNull(inner['id']);
    if (file['type'] === 'image') return { type: 'input_image', ...(url === null ? {} : { image_url: url }) };
    return {
      type: 'input_file',
      ...(id === null ? {} : { file_id: id }),
      ...(name === null ? {} : { filename: name }),
    };
  });
}
