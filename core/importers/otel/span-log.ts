import type { RawRecord } from '../raw-record.ts';
import { plainText } from '../readers/json-text.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import { PlacedRecords } from '../readers/placed-records.ts';
import type { PlacedTexts } from '../readers/placed-source.ts';
import { stableId } from '../readers/stable-id.ts';
import type { Trace, TraceSource } from '../spans/trace.ts';
import { TraceTable } from '../spans/trace-table.ts';
import { attributesOf, spanOf, spanRecords, startOfSpan, traceIdOf, type RawSpan } from './raw-span.ts';
import { meaningOf, threadNameOf } from './span-meaning.ts';

/** Spans of a file by their trace. Those without a trace id are one trace, named after what they hold. */
export class SpanLog implements TraceSource {
  readonly table = new TraceTable();
  readonly #records: PlacedRecords<RawRecord>;
  /** By trace; NaN: none of its spans has a time. */
  readonly #startsMs = new PagedNumbers('double');

  constructor(texts: PlacedTexts) {
    this.#records = new PlacedRecords(texts, spanRecords);
  }

  /** Of spans. */
  get count(): number {
    return this.#records.count;
  }

  /** All spans of a line, with its bytes and its place as `PlacedRecords` takes them. */
  add(spans: readonly RawRecord[], bytes: Uint8Array | null, startByte: number): void {
    this.#records.add(spans, bytes, startByte);
    for (const span of spans) {
      const trace = this.table.add(traceIdOf(span) ?? '', threadNameOf(attributesOf(span)));
      if (trace === this.#startsMs.length) this.#startsMs.push(NaN);
      const startMs = startOfSpan(span);
      const known = this.#startsMs.at(trace);
      if (startMs !== null && !(known <= startMs)) this.#startsMs.set(trace, startMs);
    }
  }

  startMsOf(trace: number): number | null {
    const startMs = this.#startsMs.at(trace);
    return Number.isNaN(startMs) ? null : startMs;
  }

  read(trace: number): Trace {
    const spans = this.table.recordsOf(trace).map((record) => spanOf(this.#records.at(record)));
    const meant = spans.map(meaningOf);
    const id = this.table.idOf(trace);
    return {
      id: id === '' ? namelessId(spans) : id,
      name: meant.find(({ parentId }) => parentId === null)?.name ?? meant[0]?.name ?? null,
      threadName: null,
      startMs: null,
      endMs: null,
      spans: meant,
      input: () => [],
      output: () => [],
    };
  }
}

function namelessId(spans: readonly RawSpan[]): string {
  const first = spans.slice(0, 3).map(({ id, name, attributes }) => {
    const answer = attributes.text('gen_ai.response.id', 'ai.response.id', 'gen_ai.tool.call.id');
    return [
      id ?? '',
      name,
      answer ?? '',
      plainText(attributes.get('gen_ai.input.messages')).slice(0, 400),
    ].join(' ');
  });
  return stableId('trace', first.join('\n'));
}
