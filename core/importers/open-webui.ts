import { conversationId } from '../domain/ids.ts';
import { idsOf, listedNodes } from './chat/chat-nodes.ts';
import { deliverConversation } from './chat/chat-tree.ts';
import { readConversationFile } from './chat/conversation-file.ts';
import { ThreadIds } from './chat/thread-ids.ts';
import { withInstructions } from './chat/with-instructions.ts';
import { historyNodes, listNodes } from './open-webui/history-nodes.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { elementsOf, fieldsOf } from './readers/entries.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { InvalidRecord } from './readers/read-json-lines.ts';
import { stableId } from './readers/stable-id.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'open-webui';
const SAMPLED_ENTRIES = 20;

/** Chats exported from Open WebUI: a list of them, one with what surrounds it, or the bare chat. */
export const openWebUi: ThreadImporter = {
  format: FORMAT,
  label: 'Open WebUI chats',

  detect(head) {
    const { document, records } = sampleHead(head);
    const entries = records.length > 1 ? records : isList(document) ? document : [document];
    return entries.slice(0, SAMPLED_ENTRIES).some((entry) => isRecord(historyOf(entry)?.['messages']));
  },

  read(source, sink, options) {
    const ids = new ThreadIds();
    return readConversationFile(source, sink, options, {
      listFields: [],
      entryFields: ['messages'],
      titleOf: (entry) => textOrNull(entry['title']),
      deliver: (entry) => deliver(sink, entry, ids),
    });
  },
};

function recordOf(value: unknown): RawRecord {
  return isRecord(value) ? value : {};
}

function chatOf(entry: RawRecord): RawRecord {
  return isRecord(entry['chat']) ? entry['chat'] : entry;
}

function historyOf(entry: unknown): RawRecord | null {
  const history = isRecord(entry) ? chatOf(entry)['history'] : null;
  return isRecord(history) ? history : null;
}

function deliver(sink: ImportSink, entry: RawRecord, ids: ThreadIds): boolean {
  const chat = chatOf(entry);
  const history = historyOf(entry);
  const tree = fieldsOf(history?.['messages']);
  const list = elementsOf(chat['messages']);
  if (tree === null && list === null) throw new InvalidRecord('it has no messages');
  // The list beside the history may be of an older state.
  const hasTree = tree !== null && tree.count > 0;
  const nodes = hasTree ? historyNodes(tree) : list === null ? listedNodes([]) : listNodes(list);
  const title = textOrNull(entry['title']) ?? textOrNull(chat['title']);
  const id =
    textOrNull(entry['id']) ??
    textOrNull(chat['id']) ??
    stableId('open-webui', [title, ...idsOf(nodes)].join('\n'));
  return deliverConversation(sink, {
    threadId: ids.name(id),
    conversationId: conversationId(id),
    format: FORMAT,
    title,
    nodes: withInstructions(nodes, textOrNull(recordOf(chat['params'])['system'])),
    activeId: hasTree ? textOrNull(history?.['currentId']) : null,
  });
}
