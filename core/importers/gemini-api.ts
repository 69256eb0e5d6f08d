import { InspectorError } from '../domain/errors.ts';
import type { Found } from './exchanges/again.ts';
import { LogLines } from './exchanges/log-lines.ts';
import { ThreadLog } from './exchanges/thread-log.ts';
import { ContentLog } from './gemini-api/content-log.ts';
import {
  answerIdOf,
  contentRecords,
  foundRecords,
  isAnswer,
  type ContentRecord,
} from './gemini-api/content-records.ts';
import { deliverInteractions, isInteraction } from './gemini-api/interactions.ts';
import { deliverStudioPrompt, isStudioPrompt } from './gemini-api/studio-prompt.ts';
import { isRecord, type RawRecord } from './raw-record.ts';
import { readHead } from './read-head.ts';
import { sampleHead } from './readers/head-sample.ts';
import { isList, textOrNull } from './readers/json-text.ts';
import { readEventStream } from './readers/read-event-stream.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readJsonLines } from './readers/read-json-lines.ts';
import { SkippedRecords } from './readers/skipped-records.ts';
import { ThreadCount } from './readers/thread-count.ts';
import type { ByteSource, ImportOptions, ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'gemini-api';

/**
 * What the Gemini API is kept as: requests, answers whole or streamed, logs of both, prompts of AI Studio,
 * and interactions. A bare list of contents is a checkpoint of the Gemini CLI.
 */
export const geminiApi: ThreadImporter = {
  format: FORMAT,
  label: 'Gemini API and AI Studio',

  detect(head) {
    const { records, document, events } = sampleHead(head);
    const values = events.length > 0 ? events : records.length > 1 ? records : [document];
    const known = values.filter(isRecordOfIts);
    return known.length > 0 && known.length * 2 >= values.length;
  },

  async read(source, sink, options) {
    const delivered = new ThreadCount(sink);
    const threads = new ThreadLog(delivered.sink, FORMAT, 'gemini');
    const targets = { contents: new ContentLog(threads), interactions: [], sink: delivered.sink };
    await readValues(source, sink, options, targets);
    threads.end();
    if (targets.interactions.length > 0) deliverInteractions(delivered.sink, FORMAT, targets.interactions);
    if (delivered.isEmpty) {
      throw new InspectorError('invalid-import', `${source.name}: no content of the Gemini API was found`);
    }
  },
};

interface Targets {
  readonly contents: ContentLog;
  readonly interactions: RawRecord[];
  readonly sink: ImportSink;
}

function isRecordOfIts(value: unknown): boolean {
  if (isList(value))
    return value.length > 0 && (value.every(isRecordOfOne) || contentRecords(value).length > 0);
  return isRecordOfOne(value);
}

function isRecordOfOne(value: unknown): boolean {
  return (
    isRecord(value) && (isInteraction(value) || isStudioPrompt(value) || contentRecords(value).length > 0)
  );
}

function take(
  value: unknown,
  targets: Targets,
  recordsOf: (value: unknown) => readonly Found<ContentRecord>[] = foundRecords,
): boolean {
  if (isInteraction(value)) {
    targets.interactions.push(value);
    return true;
  }
  if (isStudioPrompt(value)) {
    deliverStudioPrompt(targets.sink, FORMAT, value);
    return true;
  }
  const records = recordsOf(value);
  for (const record of records) targets.contents.add(record);
  return records.length > 0;
}

async function readValues(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  targets: Targets,
): Promise<void> {
  const { records, events } = sampleHead(await readHead(source));
  if (events.length > 0) {
    const pieces: unknown[] = [];
    await readEventStream(source, sink, options, (event) => {
      pieces.push(event);
    });
    take(pieces, targets);
  } else if (isRecord(records[0])) {
    await readLines(source, sink, options, targets);
  } else {
    const document = await readJsonDocument(source, sink, options);
    const isMixed =
      isList(document) && document.some((value) => isInteraction(value) || isStudioPrompt(value));
    const isLog = isMixed || (isList(document) && !document.every(isAnswer));
    // One after another, so that a long log isn't in memory whole.
    if (isLog) for (const value of document) if (isMixed || isRecord(value)) take(value, targets);
    if (!isLog) take(document, targets);
  }
}

/** The pieces of a streamed answer come on lines of their own, one after another, with one id. */
async function readLines(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  targets: Targets,
): Promise<void> {
  const skipped = new SkippedRecords();
  let pieces: RawRecord[] = [];
  const takePieces = (): void => {
    const [first] = pieces;
    if (first !== undefined) take(pieces.length === 1 ? first : pieces, targets);
    pieces = [];
  };
  const lines = new LogLines(source, options, contentRecords);
  await readJsonLines(lines.source, sink, lines.options, (value, line, bytes, startByte) => {
    const placed = (): readonly Found<ContentRecord>[] => lines.add(value, bytes, startByte);
    const id = isAnswer(value) ? answerIdOf(value) : null;
    if (pieces[0] !== undefined && answerIdOf(pieces[0]) !== id) takePieces();
    if (id !== null) pieces.push(value);
    else if (!take(value, targets, placed)) skipped.add(textOrNull(value['type']) ?? '', line);
  });
  takePieces();
  skipped.report(sink);
}
