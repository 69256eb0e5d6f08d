import { InspectorError } from '../domain/errors.ts';
import { ThreadLog } from './exchanges/thread-log.ts';
import { eachItemGroup, type SessionItem } from './openai-agents/item-groups.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { readTimeMs } from './readers/time.ts';
import { isConversation, isTypedItem } from './responses/item-types.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'openai-conversations';

/** Parts of messages that the Responses API doesn't write. */
const OWN_PARTS: ReadonlySet<unknown> = new Set(['text', 'reasoning_text', 'computer_screenshot']);

/**
 * Conversations of the OpenAI Conversations API, with the pages of their items. A page without its
 * conversation is the same as a list of items of the Responses API, and is read there.
 */
export const openAiConversations: ThreadImporter = {
  format: FORMAT,
  label: 'OpenAI Conversations API',

  detect(head) {
    const { records, document } = sampleHead(head);
    const values = records.length > 1 ? records : isList(document) ? document : [document];
    return values.some(isConversation) || (values.length === 1 && isOwnPage(values[0]));
  },

  async read(source, sink, options) {
    const conversations = await readConversations(source, sink, options);
    const threads = new ThreadLog(sink, FORMAT, 'conversation');
    for (const conversation of conversations) deliver(sink, threads, conversation);
    if (threads.isEmpty) {
      throw new InspectorError('invalid-import', `${source.name}: no item of a conversation was found`);
    }
    threads.end();
  },
};

interface Conversation {
  /** Null for pages without it. */
  readonly raw: RawRecord | null;
  readonly items: RawRecord[];
  /** The page read last says that there are more. */
  hasMore: boolean;
}

function isPage(value: unknown): value is RawRecord {
  return (
    isRecord(value) &&
    value['object'] === 'list' &&
    isList(value['data']) &&
    !isConversation(value['data'][0])
  );
}

/** A page with a message in parts that only this API writes. */
function isOwnPage(value: unknown): boolean {
  if (!isPage(value) || !isList(value['data'])) return false;
  return value['data'].some((item) => {
    if (!isRecord(item) || item['type'] !== 'message' || !isList(item['content'])) return false;
    const isIdOfIts = /^msg_/.test(textOrNull(item['id']) ?? '');
    return isIdOfIts && item['content'].some((part) => isRecord(part) && OWN_PARTS.has(part['type']));
  });
}

async function readConversations(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<readonly Conversation[]> {
  const { records } = sampleHead(await readHead(source));
  const found: Conversation[] = [];
  const take = (value: unknown): void => {
    if (isConversation(value)) {
      const conversation: Conversation = { raw: value, items: [], hasMore: false };
      found.push(conversation);
      for (const inner of [value['items'], value['data']]) {
        if (isPage(inner)) addPage(conversation, inner);
        else if (isList(inner)) conversation.items.push(...inner.filter(isRecord));
      }
      return;
    }
    const current = found.at(-1) ?? { raw: null, items: [], hasMore: false };
    if (found.length === 0) found.push(current);
    // Pages follow their conversation, or stand alone.
    if (isPage(value)) addPage(current, value);
    else if (isRecord(value) && isTypedItem(value)) current.items.push(value);
  };
  if (isRecord(records[0])) await readJsonLines(source, sink, options, take);
  else {
    const document = await readJsonDocument(source, sink, options);
    (isList(document) ? document : [document]).forEach(take);
  }
  return found;
}

function addPage(conversation: Conversation, page: RawRecord): void {
  const { data } = page;
  conversation.items.push(...(isList(data) ? data.filter(isRecord) : []));
  conversation.hasMore = page['has_more'] === true;
}

function deliver(sink: ImportSink, threads: ThreadLog, { raw, items, hasMore }: Conversation): void {
  if (hasMore) {
    sink.warning({
      code: 'incomplete-list',
      line: null,
      message: 'The list says that it has more pages, so the thread is not complete.',
    });
  }
  const metadata = isRecord(raw?.['metadata']) ? raw['metadata'] : {};
  const title = textOrNull(metadata['title']) ?? textOrNull(metadata['name']);
  const feed = threads.openTranscript({ name: textOrNull(raw?.['id']), title });
  const beganMs = readTimeMs(raw?.['created_at']);
  for (const { items: own, steps } of eachItemGroup(sessionItems(oldestFirst(unique(items)), beganMs))) {
    feed.add(textOrJson(own.map(({ value }) => value)) ?? '', steps);
  }
  feed.end();
}

/** One by one: a large conversation is not in memory whole. */
function* sessionItems(
  items: readonly RawRecord[],
  beganMs: number | null,
): Generator<SessionItem, void, undefined> {
  for (const [index, item] of items.entries()) {
    // Items have no times; the conversation began with the first.
    const atMs = readTimeMs(item['created_at']) ?? (index === 0 ? beganMs : null);
    yield { id: textOrNull(item['id']), value: apiItem(item), atMs };
  }
}

/** Pages may overlap. */
function unique(items: readonly RawRecord[]): readonly RawRecord[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const id = textOrNull(item['id']);
    if (id === null) return true;
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/** Lists come newest first unless they were asked for otherwise; only their ends tell. */
function oldestFirst(items: readonly RawRecord[]): readonly RawRecord[] {
  const isMessage = ({ role }: RawRecord): boolean => typeof role === 'string';
  const isNewestFirst =
    items.find(isMessage)?.['role'] === 'assistant' && items.findLast(isMessage)?.['role'] === 'user';
  return isNewestFirst ? [...items].reverse() : items;
}

/** The item in the parts of the Responses API. */
function apiItem(item: RawRecord): RawRecord {
  const { content, role, type } = item;
  if (!isList(content)) return item;
  const textType = role === 'assistant' ? 'output_text' : 'input_text';
  const parts = content.map((part) => (isRecord(part) ? apiPart(part, textType) : part));
  if (type !== 'reasoning') return { ...item, content: parts };
  const summary =
    isList(item['summary']) && item['summary'].length > 0 ? item['summary'] : content.map(summaryPart);
  return { ...item, summary };
}

function apiPart(part: RawRecord, textType: 'input_text' | 'output_text'): RawRecord {
  switch (part['type']) {
    case 'text':
      return { ...part, type: textType };
    case 'computer_screenshot':
      return { ...part, type: 'input_image' };
    default:
      return part;
  }
}

function summaryPart(part: unknown): RawRecord {
  return { type: 'summary_text', text: isRecord(part) ? (textOrNull(part['text']) ?? '') : '' };
}
