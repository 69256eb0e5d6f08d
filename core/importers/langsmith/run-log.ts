import { IdTable } from '../readers/id-table.ts';
import { textOrNull } from '../readers/json-text.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import { PlacedRecords } from '../readers/placed-records.ts';
import type { PlacedTexts } from '../readers/placed-source.ts';
import { TraceTable } from '../spans/trace-table.ts';
import type { LsRun } from './ls-run.ts';

const THREAD_FIELDS = ['thread_id', 'session_id', 'conversation_id'];

/** A trace: the runs of one turn. */
export interface RunTrace {
  readonly id: string;
  /** By their order. */
  readonly runs: readonly LsRun[];
  readonly root: LsRun;
  /** Conversations that no later trace belongs to. */
  readonly lastOf: readonly string[];
  /** The record that `RunLog` has a run of the trace in. */
  recordOf(run: LsRun): number;
}

/** By how many runs without a parent a trace has. */
const ONE_ROOT = 1;
const SEVERAL_ROOTS = 2;

/** Runs of a file by their trace. Of several versions of a run the last counts, in the place of the first. */
export class RunLog {
  readonly #table = new TraceTable();
  readonly #records: PlacedRecords<LsRun>;
  readonly #ids = new IdTable();
  /** By record: the number of the run's id. */
  readonly #runs = new PackedColumn(-1, 'rising');
  /** By the number of a run's id: the record that counts, and its trace. */
  readonly #newest = new PackedColumn(-1, 'rising');
  readonly #traces = new PackedColumn(-1, 'rising');
  #count = 0;
  /** By trace: how many roots it has, and when the one begins that it has. */
  readonly #roots = new PagedNumbers('flags');
  readonly #startsMs = new PagedNumbers('double');

  /** @param runsOf The runs in a line, the same whenever it is asked. */
  constructor(texts: PlacedTexts, runsOf: (line: unknown) => readonly LsRun[]) {
    this.#records = new PlacedRecords(texts, runsOf);
  }

  /** All runs of a line, with its bytes and its place as `PlacedRecords` takes them. */
  add(runs: readonly LsRun[], bytes: Uint8Array | null, startByte: number): void {
    this.#records.add(runs, bytes, startByte);
    for (const run of runs) this.#note(run);
  }

  /** A run that has been added, read again. */
  at(record: number): LsRun {
    return this.#records.at(record);
  }

  /** By the time at which they began. */
  *traces(): Generator<RunTrace, void, undefined> {
    const order = this.#table.inTimeOrder(
      (trace) => this.#startMsOf(trace),
      (trace) => rootOf(this.#runsOf(trace))?.order ?? '',
    );
    let place = 0;
    for (const { trace, names } of order) {
      const records = this.#recordsOf(trace);
      const recordOf = new Map(records.map((record) => [this.#records.at(record), record]));
      const runs = [...recordOf.keys()].sort(byOrder);
      const root = rootOf(runs);
      const isLast = (name: string): boolean => this.#table.lastPlaceOf(name) <= place;
      if (root !== null) {
        yield {
          id: this.#table.idOf(trace),
          runs,
          root,
          lastOf: names.filter(isLast),
          recordOf: (run) => recordOf.get(run) ?? -1,
        };
      }
      place += 1;
    }
  }

  #note(run: LsRun): void {
    const number = this.#ids.add(run.id);
    const record = this.#count;
    this.#count += 1;
    this.#runs.set(record, number);
    const trace = this.#table.add(run.traceId, ownThreadName(run) ?? sessionOf(run));
    if (this.#newest.at(number) >= 0) {
      this.#roots.set(this.#traces.at(number), SEVERAL_ROOTS);
      this.#roots.set(trace, SEVERAL_ROOTS);
    } else if (run.parentId === null) {
      this.#roots.set(trace, this.#roots.at(trace) === 0 ? ONE_ROOT : SEVERAL_ROOTS);
      this.#startsMs.set(trace, run.startMs ?? 0);
    }
    this.#newest.set(number, record);
    this.#traces.set(number, trace);
  }

  #startMsOf(trace: number): number {
    if (this.#roots.at(trace) === ONE_ROOT) return this.#startsMs.at(trace);
    return rootOf(this.#runsOf(trace))?.startMs ?? 0;
  }

  #runsOf(trace: number): readonly LsRun[] {
    return this.#recordsOf(trace)
      .map((record) => this.#records.at(record))
      .sort(byOrder);
  }

  #recordsOf(trace: number): readonly number[] {
    const runOf = (record: number): number => this.#runs.at(record);
    return this.#table
      .recordsOf(trace)
      .filter((record) => this.#newest.at(runOf(record)) === record)
      .sort((left, right) => runOf(left) - runOf(right));
  }
}

/** As the app calls it; else everything of the project is one thread. */
export function threadNameOf({ root, runs }: Pick<RunTrace, 'root' | 'runs'>): string {
  for (const run of [root, ...runs]) {
    const name = ownThreadName(run);
    if (name !== null) return name;
  }
  return sessionOf(root);
}

function ownThreadName({ metadata }: LsRun): string | null {
  for (const field of THREAD_FIELDS) {
    const name = textOrNull(metadata[field]);
    if (name !== null) return name;
  }
  return null;
}

function sessionOf({ raw }: LsRun): string {
  return textOrNull(raw['session_id']) ?? textOrNull(raw['session_name']) ?? 'project';
}

/** @param runs By their order. */
function rootOf(runs: readonly LsRun[]): LsRun | null {
  return runs.find((run) => run.parentId === null) ?? runs[0] ?? null;
}

function byOrder(left: LsRun, right: LsRun): number {
  return left.order < right.order ? -1 : left.order > right.order ? 1 : 0;
}
