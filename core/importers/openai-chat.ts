import { InspectorError } from '../domain/errors.ts';
import { inMemory } from './exchanges/again.ts';
import { LogLines } from './exchanges/log-lines.ts';
import { ChatLog } from './openai-chat/chat-log.ts';
import { chatRecords, eachChatRecord } from './openai-chat/chat-records.ts';
import { isChatMessages, isChunk, isRoleMessage } from './openai-chat/chat-shapes.ts';
import { ChunkLog } from './openai-chat/chunk-log.ts';
import { isRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead, type HeadSample } from './readers/head-sample.ts';
import { readEventStream } from './readers/read-event-stream.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { ThreadCount } from './readers/thread-count.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'openai-chat';

/**
 * Everything the Chat Completions API is kept as, by whatever server: lists of messages, request bodies,
 * fine-tuning files, completions, streams of chunks, batches, logs of requests with their answers.
 */
export const openAiChat: ThreadImporter = {
  format: FORMAT,
  label: 'OpenAI Chat Completions',

  detect(head) {
    const { records, document, events } = sampleHead(head);
    if (events.some(isChunk)) return true;
    if (records.length < 2) return isChunk(document) || chatRecords(document).length > 0;
    const known = records.filter((value) => isChunk(value) || chatRecords(value).length > 0);
    // Or a message on each line.
    return known.length * 2 >= records.length || isChatMessages(records);
  },

  async read(source, sink, options) {
    const threads = new ThreadCount(sink);
    const log = new ChatLog(threads.sink, FORMAT);
    await readRecords(source, sink, options, log);
    log.end();
    // Requests without an answer may hold nothing that anybody said.
    if (threads.isEmpty) {
      throw new InspectorError('invalid-import', `${source.name}: no message and no completion was found`);
    }
  },
};

async function readRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  log: ChatLog,
): Promise<void> {
  const sample = sampleHead(await readHead(source));
  if (sample.events.length > 0) await readEvents(source, sink, options, log);
  else if (isJsonLines(sample)) await readLog(source, sink, options, log);
  else for (const record of eachChatRecord(await readJsonDocument(source, sink, options))) log.add(record);
}

/** An object on the first line; a file of one line is read like one of many. */
function isJsonLines({ records }: HeadSample): boolean {
  return isRecord(records[0]);
}

async function readLog(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  log: ChatLog,
): Promise<void> {
  const chunks = new ChunkLog();
  const skipped = new SkippedRecords();
  const lines = new LogLines(source, options, chatRecords);
  await readJsonLines(lines.source, sink, lines.options, (value, line, bytes, startByte) => {
    if (isChunk(value)) {
      chunks.add(value);
      return;
    }
    const records = lines.add(value, bytes, startByte);
    for (const record of records) log.add(record);
    if (records.length > 0) return;
    if (isRoleMessage(value)) log.addMessage(value);
    else if (!isOpeningChunk(value))
      skipped.add(typeof value['type'] === 'string' ? value['type'] : '', line);
  });
  skipped.report(sink);
  for (const completion of chunks.completions())
    for (const record of chatRecords(completion)) log.add(inMemory(record));
}

/** Azure opens a stream with a chunk that only has the findings of its filter. */
function isOpeningChunk(value: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(value['choices']) && value['choices'].length === 0;
}

async function readEvents(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  log: ChatLog,
): Promise<void> {
  const chunks = new ChunkLog();
  await readEventStream(source, sink, options, (event) => {
    if (isChunk(event)) chunks.add(event);
  });
  for (const completion of chunks.completions())
    for (const record of chatRecords(completion)) log.add(inMemory(record));
}
