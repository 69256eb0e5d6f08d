import { InspectorError } from '../domain/errors.ts';
import { isManagedEvent, isManagedLine, ManagedEvents } from './anthropic-messages/managed-events.ts';
import { MessageLog } from './anthropic-messages/message-log.ts';
import { eachMessageRecord, messageRecords } from './anthropic-messages/message-records.ts';
import { hasOwnBlock, isAnthropicMessages, isTurnMessage } from './anthropic-messages/message-shapes.ts';
import { isStreamEvent, StreamLog } from './anthropic-messages/stream-log.ts';
import { inMemory } from './exchanges/again.ts';
import { LogLines } from './exchanges/log-lines.ts';
import { isRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList } from './readers/json-text.ts';
import { readEventStream } from './readers/read-event-stream.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { ThreadCount } from './readers/thread-count.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'anthropic-messages';

/**
 * Everything the Anthropic Messages API is kept as: lists of messages, requests, answers, streams of
 * events, batches, logs of requests with their answers, and recordings of agents that the provider runs.
 */
export const anthropicMessages: ThreadImporter = {
  format: FORMAT,
  label: 'Anthropic Messages',

  detect(head) {
    const { records, document, events } = sampleHead(head);
    if (events.some(isStreamEvent)) return true;
    if (records.length < 2) return isRecordOfIts(document);
    return records.filter(isRecordOfIts).length * 2 >= records.length || isAnthropicMessages(records);
  },

  async read(source, sink, options) {
    const threads = new ThreadCount(sink);
    const log = new MessageLog(threads.sink, FORMAT);
    const managed = new ManagedEvents(threads.sink, FORMAT);
    await readRecords(source, sink, options, { log, managed });
    managed.end();
    log.end();
    if (threads.isEmpty) {
      throw new InspectorError('invalid-import', `${source.name}: no message of the API was found`);
    }
  },
};

interface Logs {
  readonly log: MessageLog;
  readonly managed: ManagedEvents;
}

function isRecordOfIts(value: unknown): boolean {
  if (isStreamEvent(value) || isManagedLine(value) || isManagedEvent(value)) return true;
  if (isList(value) && value.some(isManagedLine)) return true;
  return messageRecords(value).length > 0 || (isTurnMessage(value) && hasOwnBlock(value));
}

async function readRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  logs: Logs,
): Promise<void> {
  const sample = sampleHead(await readHead(source));
  if (sample.events.length > 0) {
    await readEvents(source, sink, options, logs);
  } else if (isRecord(sample.records[0]) || isManagedLine(sample.records[0])) {
    await readLog(source, sink, options, logs);
  } else {
    const document = await readJsonDocument(source, sink, options);
    if (isList(document) && document.some(isManagedLine)) {
      for (const line of document) if (isManagedLine(line)) logs.managed.addLine(line);
    } else for (const record of eachMessageRecord(document)) logs.log.add(record);
  }
}

async function readLog(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  { log, managed }: Logs,
): Promise<void> {
  const stream = new StreamLog();
  const skipped = new SkippedRecords();
  const lines = new LogLines(source, options, messageRecords);
  await readJsonLines(
    lines.source,
    sink,
    lines.options,
    (value, line, bytes, startByte) => {
      if (isStreamEvent(value)) {
        stream.add(value);
        return;
      }
      if (isManagedEvent(value)) {
        managed.addEvent(value);
        return;
      }
      const records = lines.add(value, bytes, startByte);
      for (const record of records) log.add(record);
      if (records.length > 0 || value['type'] === 'ping') return;
      if (isTurnMessage(value)) log.addMessage(value);
      else skipped.add(typeof value['type'] === 'string' ? value['type'] : '', line);
    },
    (value) => {
      const isLine = isManagedLine(value);
      if (isLine) managed.addLine(value);
      else for (const record of messageRecords(value)) log.add(inMemory(record));
      return isLine || messageRecords(value).length > 0;
    },
  );
  skipped.report(sink);
  addAnswers(stream, log);
}

async function readEvents(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  { log }: Logs,
): Promise<void> {
  const stream = new StreamLog();
  await readEventStream(source, sink, options, (event) => {
    if (isStreamEvent(event)) stream.add(event);
  });
  addAnswers(stream, log);
}

function addAnswers(stream: StreamLog, log: MessageLog): void {
  for (const answer of stream.answers())
    for (const record of messageRecords(answer)) log.add(inMemory(record));
}
