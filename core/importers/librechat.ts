import { conversationId } from '../domain/ids.ts';
import { listedNodes } from './chat/chat-nodes.ts';
import { deliverConversation } from './chat/chat-tree.ts';
import { readConversationFile } from './chat/conversation-file.ts';
import { ThreadIds } from './chat/thread-ids.ts';
import { withInstructions } from './chat/with-instructions.ts';
import { messageNodes } from './librechat/message-nodes.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { InvalidRecord } from './readers/read-json-lines.ts';
import { stableId } from './readers/stable-id.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'librechat';
const SAMPLED = 20;

/** Conversations exported from LibreChat, flat or nested, with all branches or only the one shown. */
export const libreChat: ThreadImporter = {
  format: FORMAT,
  label: 'LibreChat conversation',

  detect(head) {
    const { document, records } = sampleHead(head);
    const entries = records.length > 1 ? records : isList(document) ? document : [document];
    return entries
      .slice(0, SAMPLED)
      .some((entry) => (messagesOf(entry) ?? []).slice(0, SAMPLED).some(isMessage));
  },

  read(source, sink, options) {
    const ids = new ThreadIds();
    return readConversationFile(source, sink, options, {
      listFields: [],
      titleOf: (entry) => textOrNull(entry['title']),
      deliver: (entry) => deliver(sink, entry, ids),
    });
  },
};

function messagesOf(entry: unknown): readonly unknown[] | null {
  if (!isRecord(entry)) return null;
  const { messages, messagesTree } = entry;
  if (isList(messages)) return messages;
  return isList(messagesTree) ? messagesTree : null;
}

function isMessage(message: unknown): boolean {
  return isRecord(message) && typeof message['messageId'] === 'string' && 'isCreatedByUser' in message;
}

function deliver(sink: ImportSink, entry: RawRecord, ids: ThreadIds): boolean {
  const messages = messagesOf(entry);
  if (messages === null) throw new InvalidRecord('it has no messages');
  const nodes = messageNodes(messages);
  const id =
    textOrNull(entry['conversationId']) ?? stableId('librechat', nodes.map((node) => node.id).join('\n'));
  const options = isRecord(entry['options']) ? entry['options'] : {};
  return deliverConversation(sink, {
    threadId: ids.name(id),
    conversationId: conversationId(id),
    format: FORMAT,
    title: textOrNull(entry['title']),
    nodes: withInstructions(listedNodes(nodes), textOrNull(options['promptPrefix'])),
    activeId: null,
  });
}
