import type { RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import { PlacedRecords } from '../readers/placed-records.ts';
import type { PlacedTexts } from '../readers/placed-source.ts';
import { readTimeMs } from '../readers/time.ts';
import type { Trace, TraceSource } from '../spans/trace.ts';
import { TraceTable } from '../spans/trace-table.ts';
import { field, isObservation, langfuseRecords, mergedRecord } from './langfuse-records.ts';
import { traceOf, traceStartMs } from './observation-span.ts';

/** Stands for the trace itself among the marks of its records. */
const TRACE_MARK = 0;

/** Records of a file, put together by the trace they belong to. */
export class ObservationLog implements TraceSource {
  readonly table = new TraceTable();
  readonly #records: PlacedRecords<RawRecord>;
  /** By record: the same for two versions of one record, and hardly ever for two records of a trace. */
  readonly #marks = new PagedNumbers('int');
  /** By trace: when it says that it begins, and when the first of its observations does; NaN: not told. */
  readonly #ownStartsMs = new PagedNumbers('double');
  readonly #firstStartsMs = new PagedNumbers('double');

  constructor(texts: PlacedTexts) {
    this.#records = new PlacedRecords(texts, langfuseRecords);
  }

  /** All records of a line, with its bytes and its place as `PlacedRecords` takes them. */
  add(records: readonly RawRecord[], bytes: Uint8Array | null, startByte: number): void {
    this.#records.add(records, bytes, startByte);
    for (const record of records) this.#note(record);
  }

  startMsOf(trace: number): number | null {
    if (this.#hasVersions(trace)) {
      const { raw, observations } = this.#merged(trace);
      return traceStartMs(raw, observations);
    }
    const own = this.#ownStartsMs.at(trace);
    const startMs = Number.isNaN(own) ? this.#firstStartsMs.at(trace) : own;
    return Number.isNaN(startMs) ? null : startMs;
  }

  read(trace: number): Trace {
    const { raw, observations } = this.#merged(trace);
    return traceOf(this.table.idOf(trace), raw, observations);
  }

  #note(record: RawRecord): void {
    const isPart = isObservation(record);
    const trace = this.table.add(
      textOrNull(isPart ? field(record, 'traceId') : record['id']) ?? 'trace',
      textOrNull(field(record, 'sessionId')),
    );
    if (trace === this.#ownStartsMs.length) {
      this.#ownStartsMs.push(NaN);
      this.#firstStartsMs.push(NaN);
    }
    this.#marks.push(isPart ? markOf(textOrNull(record['id']) ?? '') : TRACE_MARK);
    const startMs = readTimeMs(isPart ? field(record, 'startTime') : record['timestamp']);
    if (startMs === null) return;
    if (!isPart) this.#ownStartsMs.set(trace, startMs);
    else if (!(this.#firstStartsMs.at(trace) <= startMs)) this.#firstStartsMs.set(trace, startMs);
  }

  #hasVersions(trace: number): boolean {
    const records = this.table.recordsOf(trace);
    return new Set(records.map((record) => this.#marks.at(record))).size < records.length;
  }

  #merged(trace: number): { readonly raw: RawRecord | null; readonly observations: readonly RawRecord[] } {
    let raw: RawRecord | null = null;
    const observations = new Map<string, RawRecord>();
    for (const place of this.table.recordsOf(trace)) {
      const record = this.#records.at(place);
      if (!isObservation(record)) {
        raw = raw === null ? record : mergedRecord(raw, record);
        continue;
      }
      const name = textOrNull(record['id']) ?? `observation-${observations.size + 1}`;
      const earlier = observations.get(name);
      observations.set(name, earlier === undefined ? record : mergedRecord(earlier, record));
    }
    return { raw, observations: [...observations.values()] };
  }
}

/** Not that of the trace. */
function markOf(id: string): number {
  let sum = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) sum = Math.imul(sum ^ id.charCodeAt(index), 0x01000193);
  return sum === TRACE_MARK ? 1 : sum;
}
