import { conversationId } from '../domain/ids.ts';
import { listedNodes, type ChatNode } from './chat/chat-nodes.ts';
import { deliverConversation } from './chat/chat-tree.ts';
import { readConversationFile } from './chat/conversation-file.ts';
import { ThreadIds } from './chat/thread-ids.ts';
import { withInstructions } from './chat/with-instructions.ts';
import { textOrJson, type RawRecord } from './raw-record.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { InvalidRecord } from './readers/read-json-lines.ts';
import { stableId } from './readers/stable-id.ts';
import { datasetRecord, isDatasetRecord, type DatasetRecord } from './sharegpt/dataset-record.ts';
import { TurnReader } from './sharegpt/turn-reader.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'sharegpt';
const SAMPLED_RECORDS = 20;
/** Enough of a conversation to tell it from others. */
const NAMING_TURNS = 6;

/**
 * Datasets of conversations in the manner of ShareGPT: turns with `from` and `value`, tool calls among them,
 * images beside them, or a preferred and a rejected ending.
 */
export const shareGpt: ThreadImporter = {
  format: FORMAT,
  label: 'ShareGPT and message datasets',

  detect(head) {
    const { document, records } = sampleHead(head);
    const entries = records.length > 1 ? records : isList(document) ? document : [document];
    const sample = entries.slice(0, SAMPLED_RECORDS);
    return sample.filter(isDatasetRecord).length * 2 > sample.length;
  },

  read(source, sink, options) {
    const ids = new ThreadIds();
    return readConversationFile(source, sink, options, {
      listFields: [],
      titleOf: (entry) => textOrNull(entry['id']),
      deliver: (entry) => deliver(sink, entry, ids),
    });
  },
};

function deliver(sink: ImportSink, entry: RawRecord, ids: ThreadIds): boolean {
  const record = datasetRecord(entry);
  if (record === null) throw new InvalidRecord('it has no list of turns');
  const id = textOrNull(entry['id']) ?? textOrNull(entry['conversation_id']) ?? nameOf(record);
  const nodes = turnNodes(record, new TurnReader(entry, textOrNull(entry['model'])));
  const [preferred] = record.endings;
  return deliverConversation(sink, {
    threadId: ids.name(id),
    conversationId: conversationId(id),
    format: FORMAT,
    title: null,
    nodes: withInstructions(
      listedNodes(nodes),
      textOrNull(entry['system']) ?? textOrNull(entry['system_prompt']),
    ),
    activeId: preferred === undefined ? null : endId(nodes, 0),
  });
}

function nameOf({ turns, endings }: DatasetRecord): string {
  const beginning = [...turns, ...endings.flat()].slice(0, NAMING_TURNS);
  return stableId('dataset', beginning.map((turn) => (textOrJson(turn) ?? '').slice(0, 2000)).join('\n'));
}

/** The turns are one path; endings part from it where they begin to differ. */
function turnNodes({ turns, endings }: DatasetRecord, reader: TurnReader): readonly ChatNode[] {
  const nodes: ChatNode[] = [];
  const idOf = new Map<string, string>();
  let parentId: string | null = null;
  const add = (turn: unknown, ending: number | null): void => {
    // What is nested too deep to be compared is nobody's equal.
    const said = textOrJson(turn);
    const key: string | null = said === null ? null : `${parentId ?? ''}\n${said}`;
    const known = ending === null || key === null ? undefined : idOf.get(key);
    if (known === undefined) {
      const id: string =
        ending === null ? `turn-${nodes.length + 1}` : `ending-${ending + 1}/turn-${nodes.length + 1}`;
      nodes.push({ id, parentId, ...reader.read(turn) });
      if (key !== null) idOf.set(key, id);
      parentId = id;
    } else parentId = known;
  };
  for (const turn of turns) add(turn, null);
  const shared = parentId;
  endings.forEach((ending, index) => {
    parentId = shared;
    for (const turn of ending) add(turn, index);
  });
  return nodes;
}

function endId(nodes: readonly ChatNode[], ending: number): string | null {
  return nodes.findLast(({ id }) => id.startsWith(`ending-${ending + 1}/`))?.id ?? null;
}
