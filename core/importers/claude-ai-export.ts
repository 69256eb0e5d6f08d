import { conversationId } from '../domain/ids.ts';
import { oneLine } from '../domain/thread-title.ts';
import { deliverConversation } from './chat/chat-tree.ts';
import { readConversationFile } from './chat/conversation-file.ts';
import { ThreadIds } from './chat/thread-ids.ts';
import { readConversation } from './claude-ai/message-nodes.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { elementsOf } from './readers/entries.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { InvalidRecord } from './readers/read-json-lines.ts';
import { stableId } from './readers/stable-id.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'claude-ai-export';
const SAMPLED_ENTRIES = 20;

/**
 * The data export of Claude.ai (`conversations.json`), or copies of conversations from its web site, which
 * hold edited questions and repeated answers as a tree.
 */
export const claudeAiExport: ThreadImporter = {
  format: FORMAT,
  label: 'Claude.ai data export',

  detect(head) {
    const { document, records } = sampleHead(head);
    const entries = records.length > 1 ? records : entriesOf(document);
    return entries
      .slice(0, SAMPLED_ENTRIES)
      .some((entry) => isRecord(entry) && isList(entry['chat_messages']));
  },

  read(source, sink, options) {
    const ids = new ThreadIds();
    return readConversationFile(source, sink, options, {
      listFields: ['conversations'],
      entryFields: ['chat_messages'],
      titleOf: (entry) => textOrNull(entry['name']) ?? textOrNull(entry['title']),
      deliver: (entry) => deliver(sink, entry, ids),
    });
  },
};

function entriesOf(document: unknown): readonly unknown[] {
  if (isList(document)) return document;
  if (!isRecord(document)) return [];
  return isList(document['conversations']) ? document['conversations'] : [document];
}

function deliver(sink: ImportSink, conversation: RawRecord, ids: ThreadIds): boolean {
  const messages = elementsOf(conversation['chat_messages']);
  if (messages === null) throw new InvalidRecord('it has no messages, because “chat_messages” is no list');
  const id =
    textOrNull(conversation['uuid']) ??
    textOrNull(conversation['conversation_id']) ??
    stableId(
      'claude-ai',
      textOrJson([conversation['name'], conversation['created_at'], messages.count]) ?? '',
    );
  const title = textOrNull(conversation['name']) ?? textOrNull(conversation['title']);
  const { nodes, isTree, unknownSenders } = readConversation(messages, textOrNull(conversation['model']));
  if (unknownSenders > 0) {
    sink.warning({
      code: 'unknown-sender',
      line: null,
      message: `${unknownSenders} messages of “${oneLine(title ?? id)}” don't say who sent them and are kept as they are.`,
    });
  }
  return deliverConversation(sink, {
    threadId: ids.name(id),
    conversationId: conversationId(id),
    format: FORMAT,
    title,
    nodes,
    // Without links the list is one path, whatever is said to be its end.
    activeId: isTree ? textOrNull(conversation['current_leaf_message_uuid']) : null,
  });
}
