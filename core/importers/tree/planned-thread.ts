import { runId, threadId, type RunId, type ThreadId } from '../../domain/ids.ts';
import { IdTable } from '../readers/id-table.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import type { OpenerNames } from './opener-names.ts';
import type { RunLayout } from './run-layout.ts';

/** The thread whose first runs another one begins with, and how many. */
export interface ThreadStart {
  readonly thread: PlannedThread;
  readonly runCount: number;
}

interface NewThread {
  readonly threadId: ThreadId;
  readonly isBranch: boolean;
  readonly startsAs: ThreadStart | null;
  /** In the layout, whose end is the thread's until the next one is added. */
  readonly start: number;
  readonly firstRun: number;
}

/** The threads of a plan, in columns: a log may have a hundred thousand. */
export class PlannedThreads {
  readonly layout: RunLayout;
  readonly names: OpenerNames;
  readonly #ids = new IdTable();
  #count = 0;
  /** By thread. */
  readonly #idOf = new PackedColumn(-1, 'rising');
  readonly #isBranch = new PackedColumn(0);
  readonly #leftThread = new PackedColumn(-1);
  readonly #sharedRuns = new PackedColumn(0);
  readonly #starts = new PackedColumn(-1);
  readonly #firstRuns = new PackedColumn(-1);

  constructor(layout: RunLayout, names: OpenerNames) {
    this.layout = layout;
    this.names = names;
  }

  get count(): number {
    return this.#count;
  }

  /** Made anew each time: threads are the same whose indexes are. */
  at(index: number): PlannedThread {
    return new PlannedThread(this, index);
  }

  add(made: NewThread): PlannedThread {
    const index = this.#count;
    this.#count += 1;
    this.#idOf.set(index, this.#ids.add(made.threadId));
    this.#isBranch.set(index, made.isBranch ? 1 : 0);
    this.#leftThread.set(index, made.startsAs?.thread.index ?? -1);
    this.#sharedRuns.set(index, made.startsAs?.runCount ?? 0);
    this.#starts.set(index, made.start);
    this.#firstRuns.set(index, made.firstRun);
    return this.at(index);
  }

  idAt(index: number): ThreadId {
    return threadId(this.#ids.textOf(this.#idOf.at(index)));
  }

  isBranchAt(index: number): boolean {
    return this.#isBranch.at(index) === 1;
  }

  /** How many runs it begins with that are another thread's. */
  sharedRunsAt(index: number): number {
    return this.#sharedRuns.at(index);
  }

  startsAsAt(index: number): ThreadStart | null {
    const left = this.#leftThread.at(index);
    return left < 0 ? null : { thread: this.at(left), runCount: this.sharedRunsAt(index) };
  }

  startAt(index: number): number {
    return index < this.#count ? this.#starts.at(index) : this.layout.placeCount;
  }

  firstRunAt(index: number): number {
    return index < this.#count ? this.#firstRuns.at(index) : this.layout.runCount;
  }
}

/** What it consists of is read from the layout each time: a log may have a million runs. */
export class PlannedThread {
  /** Its place in the plan. */
  readonly index: number;
  readonly #threads: PlannedThreads;
  readonly #firstRun: number;
  /** How many runs of its own it has. */
  readonly runCount: number;
  /** Where its nodes stand in the layout. */
  readonly start: number;
  readonly end: number;

  constructor(threads: PlannedThreads, index: number) {
    this.index = index;
    this.#threads = threads;
    this.#firstRun = threads.firstRunAt(index);
    this.runCount = threads.firstRunAt(index + 1) - this.#firstRun;
    this.start = threads.startAt(index);
    this.end = threads.startAt(index + 1);
  }

  get threadId(): ThreadId {
    return this.#threads.idAt(this.index);
  }

  get isBranch(): boolean {
    return this.#threads.isBranchAt(this.index);
  }

  /** The thread whose first runs it begins with; null when it begins on its own. */
  get startsAs(): ThreadStart | null {
    return this.#threads.startsAsAt(this.index);
  }

  /** How many runs stand before its own. */
  get runsBefore(): number {
    return this.#threads.sharedRunsAt(this.index);
  }

  /** Compactions before its first own run. */
  get boundariesBefore(): readonly number[] {
    return this.nodesFrom(this.start, this.startOf(0));
  }

  /** Its own, each made anew: ask for those of a large thread one by one. */
  get runs(): readonly PlannedRun[] {
    return Array.from({ length: this.runCount }, (_, run) => new PlannedRun(this, run));
  }

  nodeAt(place: number): number {
    return this.#threads.layout.nodeAt(place);
  }

  /** The place of a run's first entry; the thread's end behind its last run. Runs count from 0 without shared ones. */
  startOf(run: number): number {
    return run < this.runCount ? this.#threads.layout.startOf(this.#firstRun + run) : this.end;
  }

  /** The place behind a run's last entry. */
  entryEndOf(run: number): number {
    const end = this.#threads.layout.entryEndOf(this.#firstRun + run);
    return end < 0 ? this.startOf(run + 1) : end;
  }

  /** Null for a run without one. */
  openerOf(run: number): number | null {
    const opener = this.#threads.layout.openerOf(this.#firstRun + run);
    return opener < 0 ? null : opener;
  }

  /** What a run of its own is called. */
  runIdOf(run: number): RunId {
    const opener = this.openerOf(run);
    const name = opener === null ? null : this.#threads.names.nameOf(opener);
    return runId(name ?? `run-${this.runsBefore + run + 1}`);
  }

  nodesFrom(start: number, end: number): readonly number[] {
    return Array.from({ length: Math.max(0, end - start) }, (_, index) => this.nodeAt(start + index));
  }

  /** The first of its entries; null for a thread without any. */
  firstEntry(): number | null {
    for (let run = 0; run < this.runCount; run += 1) {
      if (this.entryEndOf(run) > this.startOf(run)) return this.nodeAt(this.startOf(run));
    }
    return null;
  }
}

/** One of a thread's own runs. */
export class PlannedRun {
  readonly #thread: PlannedThread;
  readonly #run: number;

  /** @param run Counts from 0 without those that the thread begins with. */
  constructor(thread: PlannedThread, run: number) {
    this.#thread = thread;
    this.#run = run;
  }

  get id(): RunId {
    return this.#thread.runIdOf(this.#run);
  }

  get opener(): number | null {
    return this.#thread.openerOf(this.#run);
  }

  /** Nodes in order; those of compactions are boundaries inside the run. */
  get entries(): readonly number[] {
    return this.#thread.nodesFrom(this.start, this.entryEnd);
  }

  /** Compactions after everything of the run. */
  get boundariesAfter(): readonly number[] {
    return this.#thread.nodesFrom(this.entryEnd, this.end);
  }

  get start(): number {
    return this.#thread.startOf(this.#run);
  }

  get entryEnd(): number {
    return this.#thread.entryEndOf(this.#run);
  }

  get end(): number {
    return this.#thread.startOf(this.#run + 1);
  }
}
