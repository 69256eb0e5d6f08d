import { IdTable } from '../readers/id-table.ts';
import { PackedColumn } from '../readers/packed-column.ts';

/** A trace in the order of time. */
export interface PlacedTrace {
  /** Its number in the table. */
  readonly trace: number;
  /** What its conversation may be called: its own id, and the names that its records give. */
  readonly names: readonly string[];
}

/**
 * Which records belong to a trace, and which conversations the traces name: in flat columns, because a file has
 * a million of them. Records and traces are numbered from 0 in the order they come.
 */
export class TraceTable {
  /** Ids of traces and names of conversations: a trace without a name is a conversation itself. */
  readonly #ids = new IdTable();
  /** By the number of the id: that of the trace. */
  readonly #traceOfId = new PackedColumn(-1, 'rising');
  /** By trace: the number of its id, its first record and its last. */
  readonly #idOfTrace = new PackedColumn(-1, 'rising');
  readonly #firsts = new PackedColumn(-1, 'rising');
  readonly #lasts = new PackedColumn(-1, 'rising');
  /** By record: the next one of its trace, and the number of the name that it gives. */
  readonly #next = new PackedColumn(-1, 'rising');
  readonly #names = new PackedColumn(-1, 'rising');
  #records = 0;
  #traces = 0;
  /** By the number of the id: where in the order of time the last trace stands that gives it. */
  #lastPlaces = new Int32Array();

  /** @returns The number of the record's trace. */
  add(traceId: string, threadName: string | null): number {
    const record = this.#records;
    this.#records += 1;
    const id = this.#ids.add(traceId);
    let trace = this.#traceOfId.at(id);
    if (trace < 0) {
      trace = this.#traces;
      this.#traces += 1;
      this.#traceOfId.set(id, trace);
      this.#idOfTrace.set(trace, id);
      this.#firsts.set(trace, record);
    } else this.#next.set(this.#lasts.at(trace), record);
    this.#lasts.set(trace, record);
    if (threadName !== null) this.#names.set(record, this.#ids.add(threadName));
    return trace;
  }

  idOf(trace: number): string {
    return this.#ids.textOf(this.#idOfTrace.at(trace));
  }

  /** The records of a trace, in their order. */
  recordsOf(trace: number): readonly number[] {
    const records: number[] = [];
    for (let next = this.#firsts.at(trace); next >= 0; next = this.#next.at(next)) records.push(next);
    return records;
  }

  /**
   * All traces by their beginning; one without a time stands behind the one that came before it.
   *
   * @param startMsOf Asked once for each.
   * @param orderOf Sorts those that begin together; left out: they stay as they came.
   */
  *inTimeOrder(
    startMsOf: (trace: number) => number | null,
    orderOf?: (trace: number) => string,
  ): Generator<PlacedTrace, void, undefined> {
    const order = this.#order(startMsOf, orderOf);
    this.#lastPlaces = new Int32Array(this.#ids.size).fill(-1);
    order.forEach((trace, place) => {
      for (const name of this.#namesOf(trace)) this.#lastPlaces[name] = place;
    });
    for (const trace of order) {
      yield { trace, names: this.#namesOf(trace).map((name) => this.#ids.textOf(name)) };
    }
  }

  /** Where in the order of time the last trace stands that a conversation of this name may have; -1: nowhere. */
  lastPlaceOf(name: string): number {
    return this.#lastPlaces[this.#ids.find(name) ?? -1] ?? -1;
  }

  #order(
    startMsOf: (trace: number) => number | null,
    orderOf: ((trace: number) => string) | undefined,
  ): Int32Array {
    const starts = new Float64Array(this.#traces);
    const order = new Int32Array(starts.length);
    let last = 0;
    let isInOrder = true;
    for (let trace = 0; trace < starts.length; trace += 1) {
      const startMs = startMsOf(trace) ?? last;
      if (startMs < last) isInOrder = false;
      starts[trace] = last = startMs;
      order[trace] = trace;
    }
    // As most are; sorting takes several times the memory of what is sorted.
    if (!isInOrder) order.sort((left, right) => (starts[left] ?? 0) - (starts[right] ?? 0) || left - right);
    if (orderOf !== undefined) sortTies(order, starts, orderOf);
    return order;
  }

  #namesOf(trace: number): readonly number[] {
    const names = [this.#idOfTrace.at(trace)];
    for (const record of this.recordsOf(trace)) {
      const name = this.#names.at(record);
      if (name >= 0 && name !== names.at(-1)) names.push(name);
    }
    return names;
  }
}

function sortTies(order: Int32Array, starts: Float64Array, orderOf: (trace: number) => string): void {
  for (let from = 0; from < order.length;) {
    const startMs = starts[order[from] ?? 0];
    let end = from + 1;
    while (end < order.length && starts[order[end] ?? 0] === startMs) end += 1;
    if (end - from > 1) {
      const tied = Array.from(order.subarray(from, end), (trace) => ({ trace, text: orderOf(trace) }));
      tied.sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0));
      order.set(
        tied.map(({ trace }) => trace),
        from,
      );
    }
    from = end;
  }
}
