import type { InputItem } from '../../domain/input-item.ts';
import { answerSteps } from '../chat/answer-steps.ts';
import { ReadMessages, type ChatNodes, type ReadMessage } from '../chat/chat-nodes.ts';
import { ListLinks } from '../chat/list-links.ts';
import { unknownNode } from '../chat/unknown-node.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { assistantItems, userBlocks } from '../readers/anthropic-blocks.ts';
import { CallIds } from '../readers/call-ids.ts';
import type { Entries } from '../readers/entries.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { inputStep, noticeStep } from '../steps/make-step.ts';

export interface ReadConversation {
  readonly nodes: ChatNodes;
  /** Its messages name the ones they follow. */
  readonly isTree: boolean;
  /** How many messages don't say who sent them. */
  readonly unknownSenders: number;
}

/**
 * The messages of a conversation in the order of the list. Only copies from the web site name the message
 * that each one follows; elsewhere it is the one before.
 */
export function readConversation(list: Entries, model: string | null): ReadConversation {
  const links = new ListLinks(list.isLazy);
  const messages = new ReadMessages(list, (value, index) =>
    readMessage(recordOf(value), links.idAt(index), model),
  );
  let unknownSenders = 0;
  for (let index = 0; index < list.count; index += 1) {
    const message = recordOf(list.valueAt(index));
    links.add(
      textOrNull(message['uuid']) ?? `message-${index + 1}`,
      textOrNull(message['parent_message_uuid']),
    );
    if (senderOf(message) === null) unknownSenders += 1;
    messages.add(message);
  }
  return {
    nodes: messages.asNodes((index) => links.idAt(index), links.parents()),
    isTree: links.namesParents,
    unknownSenders,
  };
}

function recordOf(message: unknown): RawRecord {
  return isRecord(message) ? message : { message };
}

function senderOf(message: RawRecord): 'human' | 'assistant' | null {
  const sender = message['sender'] ?? message['role'];
  if (sender === 'human' || sender === 'user') return 'human';
  return sender === 'assistant' ? 'assistant' : null;
}

function readMessage(message: RawRecord, id: string, conversationModel: string | null): ReadMessage {
  const atMs = readTimeMs(message['created_at']);
  switch (senderOf(message)) {
    case 'human': {
      const { items, hasOwnContent } = userBlocks(blocksOf(message));
      const all = [...items, ...attachmentItems(message)];
      if (all.length === 0) return { kind: 'none', steps: [] };
      const role = hasOwnContent || all.length > items.length ? 'turn' : 'result';
      return { kind: role, steps: [inputStep(role, all, { id, atMs, senderId: 'user', runId: id })] };
    }
    case 'assistant': {
      const items = assistantItems(withCallIds(blocksOf(message), id));
      if (items.length === 0) return { kind: 'none', steps: [] };
      const model = textOrNull(message['model']) ?? conversationModel;
      const steps = answerSteps(items, { id, atMs, model, usage: null });
      const wasStopped = message['stop_reason'] === 'user_canceled';
      return {
        kind: 'reply',
        steps: wasStopped ? [...steps, noticeStep('info', '', 'cancelled', atMs)] : steps,
      };
    }
    case null:
      return unknownNode(message, { id, atMs });
  }
}

/** Words stand in `content`, and in `text` alone where that is empty, missing or of another shape. */
function blocksOf(message: RawRecord): readonly unknown[] {
  const { content, text } = message;
  const blocks = isList(content) ? content.filter(saysSomething) : [];
  if (blocks.length > 0) return blocks;
  const words = textOrNull(content) ?? textOrNull(text);
  return words === null ? [] : [{ type: 'text', text: words }];
}

/** A budget is a note of the program to itself. */
function saysSomething(block: unknown): boolean {
  if (!isRecord(block)) return block !== null && block !== '';
  if (block['type'] === 'token_budget') return false;
  const { text } = block;
  return block['type'] !== 'text' || (text !== null && text !== undefined && text !== '');
}

/** Exports leave the ids of calls out; call and result stand in one message and share the tool's name. */
function withCallIds(blocks: readonly unknown[], messageId: string): readonly unknown[] {
  const ids = new CallIds(`${messageId}/call`);
  return blocks.map((block) => {
    if (!isRecord(block)) return block;
    const name = textOrNull(block['name']);
    switch (block['type']) {
      case 'tool_use':
        return { ...block, id: ids.ofCall(textOrNull(block['id']), name ?? '') };
      case 'tool_result':
        return { ...block, tool_use_id: ids.ofResult(textOrNull(block['tool_use_id']), name) };
      default:
        return block;
    }
  });
}

/** What was read out of a file is text that the model was given; other files are only named. */
function attachmentItems(message: RawRecord): readonly InputItem[] {
  const attachments = recordsOf(message['attachments']);
  const files = recordsOf(message['files']);
  const parts = [
    ...attachments.map(attachmentPart),
    ...(files.length > 0 ? files : recordsOf(message['files_v2'])).map(filePart),
  ];
  return parts.length === 0 ? [] : [parseInputItem({ type: 'message', role: 'user', content: parts })];
}

function attachmentPart(attachment: RawRecord): RawRecord {
  const filename = textOrNull(attachment['file_name']);
  const name = filename === null ? {} : { filename };
  const text = textOrNull(attachment['extracted_content']);
  return text === null ? { type: 'input_file', ...name } : { type: 'input_text', text, ...name };
}

function filePart(file: RawRecord): RawRecord {
  const id = textOrNull(file['file_uuid']) ?? textOrNull(file['uuid']);
  const filename = textOrNull(file['file_name']);
  return {
    type: file['file_kind'] === 'image' ? 'input_image' : 'input_file',
    ...(id === null ? {} : { file_id: id }),
    ...(filename === null ? {} : { filename }),
  };
}

function recordsOf(value: unknown): readonly RawRecord[] {
  return isList(value) ? value.filter(isRecord) : [];
}
