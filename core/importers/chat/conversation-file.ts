import { InspectorError } from '../../domain/errors.ts';
import { oneLine } from '../../domain/thread-title.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { readHead } from '../read-head.ts';
import { sampleHead } from '../readers/head-sample.ts';
import { isList } from '../readers/json-text.ts';
import { readJsonDocument } from '../readers/read-json-document.ts';
import { InvalidRecord, readJsonLines } from '../readers/read-json-lines.ts';
import { readJsonList, type EntryPlace, type OnEntry } from '../readers/read-json-list.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';

export interface ConversationFile {
  /** Fields that hold the conversations where the file is one object around them. */
  readonly listFields: readonly string[];
  /** Fields of a conversation that hold its messages: of a large one they are given as LazyEntries. */
  readonly entryFields?: readonly string[];
  /** What people call one of them, to be told which could not be read. */
  titleOf(entry: RawRecord): string | null;
  /**
   * Delivers one conversation.
   *
   * @returns False when it holds no message.
   * @throws InvalidRecord with half a sentence (“it has no messages”): the conversation is then an error
   *   with its place, and the others are read.
   */
  deliver(entry: RawRecord, place: EntryPlace): boolean;
}

/**
 * Reads the conversations of an export: a list of them, an object around such a list, one conversation by
 * itself, or one on each line.
 *
 * @throws InspectorError 'invalid-import' when not one could be read; 'cancelled'.
 */
export async function readConversationFile(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  file: ConversationFile,
): Promise<void> {
  const tally = { read: 0, empty: 0, firstEmpty: 0, failed: 0, lastReason: '' };
  await readEntries(source, sink, options, file, (entry, place) => {
    const title = isRecord(entry) ? file.titleOf(entry) : null;
    try {
      if (!isRecord(entry)) throw new InvalidRecord('it is no object');
      if (file.deliver(entry, place)) tally.read += 1;
      else {
        if (tally.empty === 0) tally.firstEmpty = place.position;
        tally.empty += 1;
      }
    } catch (error) {
      if (!(error instanceof InvalidRecord)) throw error;
      tally.failed += 1;
      tally.lastReason = error.message;
      sink.error({
        code: 'unreadable-conversation',
        line: place.line,
        message: `${nameOf(place, title)} was left out: ${error.message}.`,
      });
    }
  });
  if (tally.empty > 0) {
    const message =
      tally.empty === 1
        ? `Conversation ${tally.firstEmpty} holds no message and was left out.`
        : `${tally.empty} conversations hold no message and were left out; the first is number ${tally.firstEmpty}.`;
    sink.warning({ code: 'empty-conversation', line: null, message });
  }
  if (tally.read === 0) throw nothingRead(source, tally);
}

/** Entries in the order of the file, whichever way it lays them out. */
export async function readEntries(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  { listFields, entryFields = [] }: Pick<ConversationFile, 'listFields' | 'entryFields'>,
  onEntry: OnEntry,
): Promise<void> {
  const { records, document } = sampleHead(await readHead(source));
  if (records.length > 1) {
    let position = 0;
    const onRecord = (record: RawRecord, line: number): void => {
      position += 1;
      onEntry(record, { position, line });
    };
    await readJsonLines(source, sink, options, onRecord, undefined, entryFields);
    return;
  }
  if (isList(document)) {
    await readJsonList(source, sink, options, null, onEntry, entryFields);
    return;
  }
  const field = isRecord(document) ? listFields.find((name) => isList(document[name])) : undefined;
  if (field !== undefined) {
    await readJsonList(source, sink, options, field, onEntry, entryFields);
    return;
  }
  onEntry(await readJsonDocument(source, sink, options, entryFields), { position: 1, line: null });
}

function nameOf({ position, line }: EntryPlace, title: string | null): string {
  const details = [
    ...(title === null || title.trim() === '' ? [] : [`“${oneLine(title)}”`]),
    ...(line === null ? [] : [`line ${line}`]),
  ];
  return `Conversation ${position}${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}

function nothingRead(
  source: ByteSource,
  {
    failed,
    empty,
    lastReason,
  }: { readonly failed: number; readonly empty: number; readonly lastReason: string },
): InspectorError {
  const why =
    failed === 0
      ? empty === 0
        ? 'it holds no conversation'
        : 'its conversations hold no message'
      : `none of its ${failed} conversations can be read; the last because ${lastReason}`;
  return new InspectorError('invalid-import', `${source.name}: ${why}`);
}
