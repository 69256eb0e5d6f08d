import { conversationId } from '../domain/ids.ts';
import { listedNodes, type ChatNode } from './chat/chat-nodes.ts';
import { deliverConversation } from './chat/chat-tree.ts';
import { readConversationFile } from './chat/conversation-file.ts';
import { isTurn } from './chat/is-turn.ts';
import { ThreadIds } from './chat/thread-ids.ts';
import { unknownNode } from './chat/unknown-node.ts';
import { withInstructions } from './chat/with-instructions.ts';
import { parseInputItem } from './parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { InvalidRecord } from './readers/read-json-lines.ts';
import { stableId } from './readers/stable-id.ts';
import { inputStep, replyStep } from './steps/make-step.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'chatbot-ui';
const SAMPLED = 20;

/** The export of Chatbot UI: a history of conversations, in its first versions a bare list of them. */
export const chatbotUi: ThreadImporter = {
  format: FORMAT,
  label: 'Chatbot UI history',

  detect(head) {
    const { document } = sampleHead(head);
    const history = isRecord(document) ? document['history'] : document;
    return isList(history) && history.slice(0, SAMPLED).some(isConversation);
  },

  read(source, sink, options) {
    const ids = new ThreadIds();
    return readConversationFile(source, sink, options, {
      listFields: ['history'],
      titleOf: (entry) => textOrNull(entry['name']),
      deliver: (entry) => deliver(sink, entry, ids),
    });
  },
};

function isConversation(entry: unknown): boolean {
  if (!isRecord(entry) || !isList(entry['messages'])) return false;
  return 'name' in entry && ('prompt' in entry || 'folderId' in entry || 'temperature' in entry);
}

function deliver(sink: ImportSink, entry: RawRecord, ids: ThreadIds): boolean {
  const { messages } = entry;
  if (!isList(messages)) throw new InvalidRecord('it has no messages');
  const title = textOrNull(entry['name']);
  const given = entry['id'];
  // Early versions numbered their conversations, each user from 1.
  const id =
    textOrNull(given) ?? stableId('chatbot-ui', textOrJson([given, title, messages.slice(0, 2)]) ?? '');
  const { model } = entry;
  const modelName = isRecord(model)
    ? (textOrNull(model['id']) ?? textOrNull(model['name']))
    : textOrNull(model);
  return deliverConversation(sink, {
    threadId: ids.name(id),
    conversationId: conversationId(id),
    format: FORMAT,
    title,
    nodes: withInstructions(
      listedNodes(messages.map((message, index) => nodeOf(message, index, modelName))),
      textOrNull(entry['prompt']),
    ),
    activeId: null,
  });
}

function nodeOf(message: unknown, index: number, model: string | null): ChatNode {
  const link = { id: `message-${index + 1}`, parentId: index === 0 ? null : `message-${index}` };
  const record = isRecord(message) ? message : { message };
  const { role } = record;
  const text = textOrJson(record['content']) ?? '';
  switch (role) {
    case 'user': {
      if (!isTurn([{ text }])) return { ...link, kind: 'none', steps: [] };
      const item = parseInputItem({ type: 'message', role, content: [{ type: 'input_text', text }] });
      return { ...link, kind: 'turn', steps: [inputStep('turn', [item], { senderId: role })] };
    }
    case 'assistant': {
      const item = parseInputItem({ type: 'message', role, content: [{ type: 'output_text', text }] });
      return { ...link, kind: 'reply', steps: [replyStep([item], { call: { model, usage: null } })] };
    }
    case 'system': {
      const item = parseInputItem({ type: 'message', role, content: text });
      return {
        ...link,
        kind: 'instructions',
        steps: [inputStep('instructions', [item], { senderId: role })],
      };
    }
    default:
      return { ...link, ...unknownNode(record) };
  }
}
