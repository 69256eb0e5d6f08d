import { InspectorError } from '../domain/errors.ts';
import { conversationId, threadId } from '../domain/ids.ts';
import { isRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { deliverTranscript, type TranscriptHeader } from './readers/deliver-transcript.ts';
import { sampleHead, type HeadSample } from './readers/head-sample.ts';
import { textOrNull } from './readers/json-text.ts';
import { readEventStream } from './readers/read-event-stream.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { refuseLarger } from './readers/refuse-larger.ts';
import { stableId } from './readers/stable-id.ts';
import { contentKey } from './responses/item-keys.ts';
import { isConversation, isStreamEvent, isTypedItem } from './responses/item-types.ts';
import { responseRecords, type ResponseRecord } from './responses/response-records.ts';
import { ResponseThreads, type ResponseThread } from './responses/response-threads.ts';
import { StreamLog } from './responses/stream-log.ts';
import { RunNames } from './steps/run-names.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'openai-responses';
/** Logs of lines and of events are put together in memory; one JSON text is read again where it is needed. */
const LARGEST_LOG_BYTES = 256 * 1024 * 1024;

/**
 * Everything the OpenAI Responses API is kept as: responses and lists of them, request bodies, request
 * logs with both sides, lists of input items (of the Conversations API too), and logs of streamed events.
 */
export const openAiResponses: ThreadImporter = {
  format: FORMAT,
  label: 'OpenAI Responses API',

  detect(head) {
    const sample = sampleHead(head);
    if (sample.records.some(isConversation)) return false;
    if (sample.events.some(isStreamEvent)) return true;
    if (isErrorAnswer(sample.document)) return true;
    if (responseRecords(sample.document).length > 0) return true;
    return sample.records.length > 1 && sample.records.filter(isLogLine).length * 2 >= sample.records.length;
  },

  async read(source, sink, options) {
    const records = await readRecords(source, sink, options);
    const threads = new ResponseThreads();
    for (const record of parentsFirst(records)) threads.add(record);
    const missing = threads.missingPrevious();
    if (missing > 0) {
      sink.warning({
        code: 'missing-previous-response',
        line: null,
        message: `${missing} of the responses continue one that is not in the file, so what came before is missing.`,
      });
    }
    deliver(sink, threads.threads());
    if (threads.threads().length === 0) {
      throw new InspectorError('invalid-import', `${source.name}: no response and no input item was found`);
    }
  },
};

function isLogLine(value: unknown): boolean {
  return isStreamEvent(value) || isTypedItem(value) || responseRecords(value).length > 0;
}

async function readRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<readonly ResponseRecord[]> {
  const sample = sampleHead(await readHead(source));
  const isEventStream = sample.events.length > 0;
  if (isEventStream || isJsonLines(sample)) {
    refuseLarger(source, LARGEST_LOG_BYTES);
    return (isEventStream ? eventStreamRecords : jsonLinesRecords)(source, sink, options);
  }
  const document = await readJsonDocument(source, sink, options);
  const refusal = isErrorAnswer(document) ? errorMessage(document) : null;
  if (refusal !== null) {
    throw new InspectorError('invalid-import', `${source.name}: the file is an error answer: ${refusal}`);
  }
  if (isRecord(document) && document['has_more'] === true) {
    sink.warning({
      code: 'incomplete-list',
      line: null,
      message: 'The list says that it has more pages, so the thread is not complete.',
    });
  }
  return responseRecords(document);
}

function isJsonLines({ records }: HeadSample): boolean {
  return records.length > 1 || isStreamEvent(records[0]) || isTypedItem(records[0]);
}

async function jsonLinesRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<readonly ResponseRecord[]> {
  const records: ResponseRecord[] = [];
  const log = new StreamLog();
  const items: unknown[] = [];
  await readJsonLines(source, sink, options, (value, line) => {
    if (isStreamEvent(value)) {
      log.add(value);
      return;
    }
    const found = responseRecords(value);
    if (found.length > 0) records.push(...found);
    else if (isTypedItem(value) || textOrNull(value['role']) !== null) items.push(value);
    else {
      sink.warning({
        code: 'unknown-record',
        line,
        message: `Line ${line} is no response, request, event or item, and was skipped.`,
      });
    }
  });
  return [
    ...records,
    ...responseRecords(log.responses()),
    ...(items.length > 0 ? responseRecords(items) : []),
  ];
}

async function eventStreamRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<readonly ResponseRecord[]> {
  const log = new StreamLog();
  await readEventStream(source, sink, options, (event) => {
    if (isStreamEvent(event)) log.add(event);
  });
  return responseRecords(log.responses());
}

/** A log may list an answer before the one it continues. */
function parentsFirst(records: readonly ResponseRecord[]): readonly ResponseRecord[] {
  const byId = new Map<string, ResponseRecord>();
  for (const record of records) {
    const id = record.answer?.id ?? null;
    if (id !== null) byId.set(id, record);
  }
  const placed = new Set<ResponseRecord>();
  for (const record of records) {
    const chain = new Set<ResponseRecord>();
    let current: ResponseRecord | undefined = record;
    while (current !== undefined && !placed.has(current) && !chain.has(current)) {
      chain.add(current);
      current = current.previousId === null ? undefined : byId.get(current.previousId);
    }
    for (const link of [...chain].reverse()) placed.add(link);
  }
  return [...placed];
}

/** A thread comes after the one it begins like. */
function deliver(sink: ImportSink, threads: readonly ResponseThread[]): void {
  const names = new RunNames();
  const headers = new Map<ResponseThread, TranscriptHeader>();
  for (const thread of threads) {
    const origin = thread.startsAs === null ? undefined : headers.get(thread.startsAs);
    // A log that repeats lines names two threads alike.
    const header = headerOf(thread, names.name(nameOf(thread), headers.size), origin?.conversationId);
    headers.set(thread, header);
    const startsAs =
      thread.startsAs === null || origin === undefined
        ? null
        : { header: origin, entries: thread.startsAs.entries };
    deliverTranscript(sink, header, thread.entries, startsAs);
  }
}

function nameOf(thread: ResponseThread): string {
  const { startsAs } = thread;
  const own = startsAs === null ? 0 : thread.items.findIndex((item, at) => item !== startsAs.items[at]);
  const named =
    startsAs === null ? (thread.conversationId ?? thread.firstResponseId) : thread.firstResponseId;
  if (named !== null) return named;
  const beginning = thread.items.slice(0, own + 2).map((item) => contentKey(item.read()));
  return stableId('responses', beginning.join('\n'));
}

function headerOf(
  thread: ResponseThread,
  id: string,
  conversation: TranscriptHeader['conversationId'] | undefined,
): TranscriptHeader {
  return {
    threadId: threadId(id),
    namespace: 'default',
    conversationId: conversation ?? conversationId(thread.conversationId ?? id),
    format: FORMAT,
    fallbackTitle: id,
  };
}

function isErrorAnswer(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && isRecord(value['error']) && !('output' in value) && 'message' in value['error'];
}

function errorMessage(value: Readonly<Record<string, unknown>>): string {
  const error = value['error'];
  return (isRecord(error) ? textOrNull(error['message']) : null) ?? 'no message';
}
