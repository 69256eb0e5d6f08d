import { InspectorError } from '../domain/errors.ts';
import { ThreadLog } from './exchanges/thread-log.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { readEventStream } from './readers/read-event-stream.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import type { Step } from './steps/step.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';
import {
  chatOf,
  chatRecords,
  eachChatRecord,
  isMessageRow,
  rowSteps,
  type ChatRecord,
} from './vercel/chat-records.ts';
import { isStreamPart, isUiMessages } from './vercel/shapes.ts';
import { StreamFold } from './vercel/stream-fold.ts';
import { uiSteps } from './vercel/ui-steps.ts';

const FORMAT = 'vercel-ai-sdk';

/** Chats of the Vercel AI SDK: messages of a window or of a model, results with their steps, and streams. */
export const vercelAiSdk: ThreadImporter = {
  format: FORMAT,
  label: 'Vercel AI SDK',

  detect(head) {
    const { records, document, events } = sampleHead(head);
    if (events.some(isStreamPart)) return true;
    const known = (records.length < 2 ? [document] : records).filter(isRecordOfIts);
    return known.length > 0 && known.length * 2 >= records.length;
  },

  async read(source, sink, options) {
    const threads = new ThreadLog(sink, FORMAT, 'ai-sdk');
    await readRecords(source, sink, options, threads);
    if (threads.isEmpty) {
      throw new InspectorError('invalid-import', `${source.name}: no message of the library was found`);
    }
    threads.end();
  },
};

function isRecordOfIts(value: unknown): boolean {
  return isStreamPart(value) || isMessageRow(value) || chatRecords(value).length > 0;
}

async function readRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  threads: ThreadLog,
): Promise<void> {
  const { records, events } = sampleHead(await readHead(source));
  if (events.length > 0) {
    const stream = new StreamFold();
    await readEventStream(source, sink, options, (part) => {
      if (isRecord(part)) stream.add(part);
    });
    deliverStream(stream, threads);
  } else if (isRecord(records[0])) await readLines(source, sink, options, threads);
  else
    for (const record of eachChatRecord(await readJsonDocument(source, sink, options)))
      deliver(record, threads);
}

function deliver({ name, title, messages, steps }: ChatRecord, threads: ThreadLog): void {
  const feed = threads.openTranscript({ name, title });
  for (const message of messages) feed.add(wordsOf(message), steps(message));
  feed.end();
}

async function readLines(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  threads: ThreadLog,
): Promise<void> {
  const rows = new Map<string | null, { readonly words: string; readonly steps: readonly Step[] }[]>();
  const stream = new StreamFold();
  const skipped = new SkippedRecords();
  await readJsonLines(source, sink, options, (value, line) => {
    const lists = isUiMessages([value]) ? [] : chatRecords(value);
    if (isMessageRow(value) || isPlainTurn(value)) {
      const message = { words: wordsOf(value), steps: rowSteps(value) };
      const known = rows.get(chatOf(value));
      if (known === undefined) rows.set(chatOf(value), [message]);
      else known.push(message);
    } else if (lists.length > 0) for (const record of lists) deliver(record, threads);
    else if (isStreamPart(value) || !stream.isEmpty || value['type'] === 'start') stream.add(value);
    else skipped.add(typeof value['type'] === 'string' ? value['type'] : '', line);
  });
  skipped.report(sink);
  for (const [name, messages] of rows) {
    const feed = threads.openTranscript({ name, title: null });
    for (const { words, steps } of messages) feed.add(words, steps);
    feed.end();
  }
  deliverStream(stream, threads);
}

/** Words between messages of the library. */
function isPlainTurn(value: RawRecord): boolean {
  return typeof value['role'] === 'string' && typeof value['content'] === 'string';
}

/** A recording of the stream holds the answer alone. */
function deliverStream(stream: StreamFold, threads: ThreadLog): void {
  for (const { message, reports } of stream.messages()) {
    const feed = threads.openTranscript({ name: null, title: null });
    feed.add(wordsOf(message), uiSteps(message, reports));
    feed.end();
  }
}

function wordsOf({ role, id, parts, content }: RawRecord): string {
  return textOrJson([role, id, parts ?? content]) ?? '';
}
