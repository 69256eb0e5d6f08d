import { conversationId } from '../domain/ids.ts';
import { deliverConversation } from './chat/chat-tree.ts';
import { readConversationFile } from './chat/conversation-file.ts';
import { ThreadIds } from './chat/thread-ids.ts';
import { conversationNodes } from './chatgpt/conversation-nodes.ts';
import { isMapping } from './chatgpt/mapping-nodes.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { fieldsOf, namesOf } from './readers/entries.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { InvalidRecord } from './readers/read-json-lines.ts';
import { stableId } from './readers/stable-id.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'chatgpt-export';
const SAMPLED_ENTRIES = 20;

/**
 * The data export of ChatGPT (`conversations.json`, or `conversations-000.json` and so on), a conversation of
 * it by itself, or one that a browser extension saved. Each conversation is a tree of messages, of which the
 * path to `current_node` is the thread.
 */
export const chatGptExport: ThreadImporter = {
  format: FORMAT,
  label: 'ChatGPT data export',

  detect(head) {
    const { document, records } = sampleHead(head);
    const entries = records.length > 1 ? records : entriesOf(document);
    return entries.slice(0, SAMPLED_ENTRIES).some((entry) => isMapping(unwrapped(entry)['mapping']));
  },

  read(source, sink, options) {
    const ids = new ThreadIds();
    return readConversationFile(source, sink, options, {
      listFields: ['conversations'],
      entryFields: ['mapping'],
      titleOf: (entry) => textOrNull(unwrapped(entry)['title']),
      deliver: (entry) => deliver(sink, unwrapped(entry), ids),
    });
  },
};

function entriesOf(document: unknown): readonly unknown[] {
  if (isList(document)) return document;
  if (!isRecord(document)) return [];
  return isList(document['conversations']) ? document['conversations'] : [document];
}

/** A browser extension wraps what the site sent. */
function unwrapped(entry: unknown): RawRecord {
  if (!isRecord(entry)) return {};
  const payload = entry['raw_provider_payload'];
  return isRecord(payload) && !('mapping' in entry) ? payload : entry;
}

function deliver(sink: ImportSink, conversation: RawRecord, ids: ThreadIds): boolean {
  const mapping = fieldsOf(conversation['mapping']);
  if (mapping === null) throw new InvalidRecord('it has no messages, because its “mapping” is missing');
  const given = textOrNull(conversation['conversation_id']) ?? textOrNull(conversation['id']);
  const id = given ?? stableId('chatgpt', namesOf(mapping).join('\n'));
  return deliverConversation(sink, {
    threadId: ids.name(id),
    conversationId: conversationId(id),
    format: FORMAT,
    title: textOrNull(conversation['title']),
    nodes: conversationNodes(mapping, textOrNull(conversation['default_model_slug'])),
    activeId: textOrNull(conversation['current_node']),
  });
}
