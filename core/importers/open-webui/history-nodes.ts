import { answerSteps } from '../chat/answer-steps.ts';
import { ReadMessages, type ChatNodes, type ReadMessage } from '../chat/chat-nodes.ts';
import { isTurn } from '../chat/is-turn.ts';
import { ListLinks } from '../chat/list-links.ts';
import { MappingLinks } from '../chat/mapping-links.ts';
import { unknownNode } from '../chat/unknown-node.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { anyUsage } from '../readers/any-usage.ts';
import { chatPart } from '../readers/chat-messages.ts';
import type { Entries } from '../readers/entries.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep } from '../steps/make-step.ts';
import type { Step } from '../steps/step.ts';
import { answerItems } from './answer-items.ts';

/** The messages of a `history`, which name the one they follow, or are named by it. */
export function historyNodes(history: Entries): ChatNodes {
  const links = new MappingLinks(history, { parent: 'parentId', children: 'childrenIds' });
  const messages = new ReadMessages(history, (value, index) =>
    readMessage(isRecord(value) ? value : {}, history.nameAt(index)),
  );
  for (let index = 0; index < history.count; index += 1) {
    const value = history.valueAt(index);
    links.add(index, value);
    messages.add(value);
  }
  return messages.asNodes((index) => history.nameAt(index), links.parents());
}

/** A list, where there is no history: each message follows the one before. */
export function listNodes(list: Entries): ChatNodes {
  const links = new ListLinks(list.isLazy);
  const recordOf = (value: unknown): RawRecord => (isRecord(value) ? value : { message: value });
  const messages = new ReadMessages(list, (value, index) => readMessage(recordOf(value), links.idAt(index)));
  for (let index = 0; index < list.count; index += 1) {
    const value = list.valueAt(index);
    links.add(textOrNull(recordOf(value)['id']) ?? `message-${index + 1}`, null);
    messages.add(value);
  }
  return messages.asNodes((index) => links.idAt(index), links.parents());
}

function readMessage(message: RawRecord, id: string): ReadMessage {
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
