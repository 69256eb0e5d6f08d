import { runId, type RunId, type ThreadId } from '../../domain/ids.ts';
import type { OpenerNames } from './opener-names.ts';
import type { RunLayout } from './run-layout.ts';

/** Where the runs of all threads of a plan stand, and how those are called that have an opener. */
export interface PlanParts {
  readonly layout: RunLayout;
  readonly names: OpenerNames;
}

/** The thread whose first runs another one begins with. */
export interface ThreadStart {
  readonly thread: PlannedThread;
  readonly runCount: number;
}

/** Places are those of the layout; runs count from 0 without those that it begins with. */
export interface ThreadSpan {
  readonly start: number;
  readonly end: number;
  readonly firstRun: number;
  readonly runCount: number;
}

/** What it consists of is read from the layout each time: a log may have a million runs. */
export class PlannedThread {
  readonly threadId: ThreadId;
  /** Its place in the plan. */
  readonly index: number;
  readonly isBranch: boolean;
  /** The thread whose first runs it begins with; null when it begins on its own. */
  readonly startsAs: ThreadStart | null;
  /** Where its nodes stand, and how many runs of its own it has. */
  readonly start: number;
  readonly end: number;
  readonly runCount: number;
  readonly #firstRun: number;
  readonly #parts: PlanParts;

  constructor(
    parts: PlanParts,
    made: Pick<PlannedThread, 'threadId' | 'index' | 'isBranch' | 'startsAs'>,
    span: ThreadSpan,
  ) {
    this.threadId = made.threadId;
    this.index = made.index;
    this.isBranch = made.isBranch;
    this.startsAs = made.startsAs;
    this.start = span.start;
    this.end = span.end;
    this.runCount = span.runCount;
    this.#firstRun = span.firstRun;
    this.#parts = parts;
  }

  /** How many runs stand before its own. */
  get runsBefore(): number {
    return this.startsAs?.runCount ?? 0;
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
    return this.#parts.layout.nodeAt(place);
  }

  /** The place of a run's first entry; the thread's end behind its last run. */
  startOf(run: number): number {
    return run < this.runCount ? this.#parts.layout.startOf(this.#firstRun + run) : this.end;
  }

  /** The place behind a run's last entry. */
  entryEndOf(run: number): number {
    return this.#parts.layout.entryEndOf(this.#firstRun + run);
  }

  /** Null for a run without one. */
  openerOf(run: number): number | null {
    const opener = this.#parts.layout.openerOf(this.#firstRun + run);
    return opener < 0 ? null : opener;
  }

  /** What a run of its own is called. */
  runIdOf(run: number): RunId {
    const opener = this.openerOf(run);
    const name = opener === null ? null : this.#parts.names.nameOf(opener);
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
