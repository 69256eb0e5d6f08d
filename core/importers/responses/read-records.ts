import { isRecord, type RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import { PlacedEvents } from '../readers/placed-events.ts';
import { PlacedLines } from '../readers/placed-lines.ts';
import { firstHalf, placedSource, PlacedTexts } from '../readers/placed-source.ts';
import { readEventStream } from '../readers/read-event-stream.ts';
import { readJsonLines } from '../readers/read-json-lines.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { isItemList, isStreamEvent, isTypedItem } from './item-types.ts';
import { LineItems } from './line-items.ts';
import { RecordLog } from './record-log.ts';
import { itemListRecord, recordsOfObject, responseRecords, type ResponseRecord } from './response-records.ts';
import { StreamLog } from './stream-log.ts';

/** The exchanges of a log with a record, an event or an item on each line. */
export async function readLineRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<RecordLog> {
  const placed = placedSource(source);
  const texts = new PlacedTexts(placed, options);
  const records = new RecordLines(new PlacedLines(texts));
  const stream = new StreamLog();
  const events = new PlacedLines(texts);
  const items = new LineItems(new PlacedLines(texts));
  await readJsonLines(placed, sink, firstHalf(options), (value, line, bytes, startByte) => {
    if (isStreamEvent(value)) {
      items.isAlone = false;
      stream.add(value, () => events.add(value, bytes, startByte));
      return;
    }
    const found = responseRecords(value);
    if (found.length > 0) {
      items.isAlone = false;
      for (const [index, record] of found.entries()) {
        records.add(record, index, () => records.lines.add(value, bytes, startByte));
      }
    } else if (isTypedItem(value) || textOrNull(value['role']) !== null) {
      items.add(value, bytes, startByte);
    } else {
      sink.warning({
        code: 'unknown-record',
        line,
        message: `Line ${line} is no response, request, event or item, and was skipped.`,
      });
    }
  });
  const alone = items.end();
  if (alone !== null) return alone;
  takeResponses(records.log, stream, (event) => recordOf(events.at(event)));
  if (isItemList(items.sample)) {
    const list = itemListRecord(items);
    records.log.openShelf(() => list);
    records.log.take(list);
  }
  return records.log;
}

/** The exchanges of a recorded event stream. */
export async function readEventRecords(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<RecordLog> {
  const placed = placedSource(source);
  const stream = new StreamLog();
  const events = new PlacedEvents(new PlacedTexts(placed, options));
  await readEventStream(placed, sink, firstHalf(options), (event, _line, place) => {
    if (isStreamEvent(event)) stream.add(event, () => events.add(event, place));
  });
  const log = new RecordLog();
  takeResponses(log, stream, (event) => recordOf(events.at(event)));
  return log;
}

/** Exchanges that are in memory, or read themselves again. */
export function listedRecords(records: readonly ResponseRecord[]): RecordLog {
  const log = new RecordLog();
  log.openShelf((index) => wanted(records[index]));
  for (const record of records) log.take(record);
  return log;
}

/** Records that stand on lines of their own, or several on one. */
class RecordLines {
  readonly log = new RecordLog();
  readonly lines: PlacedLines;
  /** Of the records of its line. */
  readonly #indexes = new PagedNumbers('int');

  constructor(lines: PlacedLines) {
    this.lines = lines;
    this.log.openShelf((number) => {
      const found = responseRecords(this.lines.at(number));
      return wanted(found[this.#indexes.at(number)]);
    });
  }

  add(record: ResponseRecord, index: number, keep: () => number): void {
    this.#indexes.set(keep(), index);
    this.log.take(record);
  }
}

/** The responses of a stream, made again of its events when they are asked for. */
function takeResponses(log: RecordLog, stream: StreamLog, eventAt: (event: number) => RawRecord): void {
  const responses = new PagedNumbers('int');
  const indexes = new PagedNumbers('int');
  const recordsAt = (response: number): readonly ResponseRecord[] =>
    recordsOfObject(stream.responseAt(response, eventAt));
  log.openShelf((number) => wanted(recordsAt(responses.at(number))[indexes.at(number)]));
  for (let response = 0; response < stream.count; response += 1) {
    for (const [index, record] of recordsAt(response).entries()) {
      indexes.set(responses.push(response), index);
      log.take(record);
    }
  }
}

function recordOf(value: unknown): RawRecord {
  return isRecord(value) ? value : {};
}

/** What a line held when it was read first. */
function wanted(record: ResponseRecord | undefined): ResponseRecord {
  if (record === undefined) throw new RangeError('a record is not where it was');
  return record;
}
