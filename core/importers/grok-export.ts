import { conversationId } from '../domain/ids.ts';
import { answerSteps } from './chat/answer-steps.ts';
import { listedNodes, type ChatNode, type ReadMessage } from './chat/chat-nodes.ts';
import { deliverConversation } from './chat/chat-tree.ts';
import { readConversationFile } from './chat/conversation-file.ts';
import { isTurn } from './chat/is-turn.ts';
import { ThreadIds } from './chat/thread-ids.ts';
import { unknownNode } from './chat/unknown-node.ts';
import { parseInputItem } from './parse-input-item.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull, unwrapJson } from './readers/json-text.ts';
import { InvalidRecord } from './readers/read-json-lines.ts';
import { stableId } from './readers/stable-id.ts';
import { readTimeMs } from './readers/time.ts';
import { inputStep, noticeStep } from './steps/make-step.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'grok-export';
const SAMPLED_ENTRIES = 20;

/** The data export of Grok: conversations with the list of their responses, questions among them. */
export const grokExport: ThreadImporter = {
  format: FORMAT,
  label: 'Grok data export',

  detect(head) {
    const { document } = sampleHead(head);
    const list = isRecord(document) ? document['conversations'] : document;
    return isList(list) && list.slice(0, SAMPLED_ENTRIES).some(isConversation);
  },

  read(source, sink, options) {
    const ids = new ThreadIds();
    return readConversationFile(source, sink, options, {
      listFields: ['conversations'],
      titleOf: (entry) => textOrNull(recordOf(entry['conversation'])['title']),
      deliver: (entry) => deliver(sink, entry, ids),
    });
  },
};

function isConversation(entry: unknown): boolean {
  return isRecord(entry) && isRecord(entry['conversation']) && isList(entry['responses']);
}

function deliver(sink: ImportSink, entry: RawRecord, ids: ThreadIds): boolean {
  const { responses } = entry;
  if (!isList(responses)) throw new InvalidRecord('it has no messages, because “responses” is no list');
  const conversation = recordOf(entry['conversation']);
  const nodes = responseNodes(
    responses.map((one) => recordOf(isRecord(one) ? (one['response'] ?? one) : null)),
  );
  const id =
    idOf(conversation, 'conversation_id') ?? stableId('grok', nodes.map((node) => node.id).join('\n'));
  return deliverConversation(sink, {
    threadId: ids.name(id),
    conversationId: conversationId(id),
    format: FORMAT,
    title: textOrNull(conversation['title']),
    nodes: listedNodes(nodes),
    activeId: textOrNull(conversation['leaf_response_id']),
  });
}

function responseNodes(responses: readonly RawRecord[]): readonly ChatNode[] {
  const isTree = responses.some((response) => textOrNull(response['parent_response_id']) !== null);
  const requested = new Map<string, string>();
  let before: string | null = null;
  return responses.map((response, index) => {
    const id = idOf(response, 'response_id') ?? `message-${index + 1}`;
    const parentId = isTree ? textOrNull(response['parent_response_id']) : before;
    before = id;
    // The question says which model is to answer it.
    const model = requestedModel(response);
    if (model !== null) requested.set(id, model);
    const asked = parentId === null ? null : (requested.get(parentId) ?? null);
    return { id, parentId, ...readResponse(response, id, asked) };
  });
}

function readResponse(response: RawRecord, id: string, asked: string | null): ReadMessage {
  const atMs = readTimeMs(response['create_time']);
  const sender = textOrNull(response['sender'])?.toLowerCase() ?? null;
  const text = textOrNull(response['message']);
  if (sender === null) return unknownNode(response, { id, atMs });
  if (sender === 'human' || sender === 'user') {
    const content = [...(text === null ? [] : [{ type: 'input_text', text }]), ...fileParts(response)];
    if (!isTurn(content)) return { kind: 'none', steps: [] };
    const item = parseInputItem({ type: 'message', role: 'user', content });
    return { kind: 'turn', steps: [inputStep('turn', [item], { id, atMs, senderId: 'user', runId: id })] };
  }
  const thought = textOrNull(response['thinking_trace']);
  const items = [
    ...(thought === null ? [] : [{ type: 'reasoning', summary: [{ type: 'summary_text', text: thought }] }]),
    ...(text === null
      ? []
      : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }]),
  ].map(parseInputItem);
  const model = textOrNull(response['model']) ?? asked;
  const steps = answerSteps(items, { id, atMs, model, usage: null });
  const failure = textOrNull(response['error']);
  if (failure !== null)
    return { kind: 'reply', steps: [...steps, noticeStep('error', failure, 'error', atMs)] };
  return { kind: steps.length === 0 ? 'none' : 'reply', steps };
}

function fileParts(response: RawRecord): readonly RawRecord[] {
  const ids = (field: string): readonly string[] => {
    const list = response[field];
    return isList(list) ? list.flatMap((one) => textOrNull(isRecord(one) ? idOf(one, 'id') : one) ?? []) : [];
  };
  return [
    ...ids('image_attachments').map((id) => ({ type: 'input_image', file_id: id })),
    ...ids('file_attachments').map((id) => ({ type: 'input_file', file_id: id })),
  ];
}

function requestedModel(response: RawRecord): string | null {
  const metadata = recordOf(unwrapJson(response['metadata']));
  return textOrNull(recordOf(metadata['requestModelDetails'])['modelId']);
}

function idOf(record: RawRecord, field: string): string | null {
  return textOrNull(record[field]) ?? textOrNull(record['_id']) ?? textOrNull(record['id']);
}

function recordOf(value: unknown): RawRecord {
  return isRecord(value) ? value : {};
}
