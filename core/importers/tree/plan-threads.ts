import type { RunId, ThreadId } from '../../domain/ids.ts';
import { threadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import { RunCutter, type CutKind } from '../steps/run-cutter.ts';
import { RunNames } from '../steps/run-names.ts';
import type { LogTree } from './log-tree.ts';

/** A thread that the log names: a session, or a sub-agent of one. */
export interface NamedThread {
  readonly threadId: ThreadId;
  /** The newest node of its active path. */
  readonly leaf: number;
  /** Ends of its other paths. */
  readonly branchEnds: readonly number[];
}

export interface PlannedRun {
  readonly id: RunId;
  readonly opener: number | null;
  /** Nodes in order; those of compactions are boundaries inside the run. */
  readonly entries: readonly number[];
  /** Compactions after everything of the run. */
  readonly boundariesAfter: readonly number[];
}

export interface PlannedThread {
  readonly threadId: ThreadId;
  readonly isBranch: boolean;
  /** The thread whose first runs it begins with; null when it begins on its own. */
  readonly startsAs: { readonly thread: PlannedThread; readonly runCount: number } | null;
  /** Compactions before its first own run. */
  readonly boundariesBefore: readonly number[];
  /** Its own. */
  readonly runs: readonly PlannedRun[];
}

export interface ThreadPlan {
  /** A thread comes after the one whose runs it begins with. */
  readonly threads: readonly PlannedThread[];
  /** The thread that a node counts in, and its run there; null for one that stands in none. */
  placeOf(node: number): { readonly thread: PlannedThread; readonly run: PlannedRun | null } | null;
  /** The last run that a thread shares with the one it begins like; null for one that begins on its own. */
  branchOf(thread: PlannedThread): ThreadHeader['branchOf'];
}

/** Beyond this many nodes that branches repeat in all, a branch no longer repeats the run it leaves. */
const REPEATED_NODES = 200_000;

type CutRun = Omit<PlannedRun, 'id'>;

interface Place {
  readonly thread: PlannedThread;
  /** Index among the thread's own runs; -1: before them. */
  readonly run: number;
}

/**
 * Lays out the ways through a tree as threads of runs. The first thread that takes a node owns it; a
 * later one that leaves it there begins with the runs up to that place, and where it leaves inside a run,
 * with its own copy of the run's beginning. Linear in nodes, but for what is copied.
 */
export function planThreads(tree: LogTree, named: readonly NamedThread[]): ThreadPlan {
  const planner = new Planner(tree);
  for (const thread of named) planner.add(thread.threadId, thread.leaf, false);
  for (const thread of named) {
    for (const end of thread.branchEnds) {
      if (planner.isTaken(end)) continue;
      const first = planner.firstFree(end);
      const name = tree.nodes[first]?.name ?? String(first);
      planner.add(threadId(`${thread.threadId}/branch-${name}`), end, true);
    }
  }
  return { threads: planner.threads, placeOf: (node) => planner.placeOf(node), branchOf };
}

/** All runs of a thread, those that it begins with first. */
export function runIdsOf(thread: PlannedThread): readonly RunId[] {
  const pieces: (readonly RunId[])[] = [];
  let count = Infinity;
  for (let next: PlannedThread | null = thread; next !== null; next = next.startsAs?.thread ?? null) {
    const before = next.startsAs?.runCount ?? 0;
    if (count > before) pieces.push(next.runs.slice(0, count - before).map(({ id }) => id));
    count = Math.min(count, before);
  }
  return pieces.reverse().flat();
}

function branchOf({ startsAs }: PlannedThread): ThreadHeader['branchOf'] {
  if (startsAs === null) return null;
  const run = runAt(startsAs.thread, startsAs.runCount - 1);
  return run === null ? null : { threadId: startsAs.thread.threadId, runId: run };
}

function runAt(thread: PlannedThread, place: number): RunId | null {
  let next = thread;
  while (next.startsAs !== null && place < next.startsAs.runCount) next = next.startsAs.thread;
  return next.runs[place - (next.startsAs?.runCount ?? 0)]?.id ?? null;
}

class Planner {
  readonly threads: PlannedThread[] = [];
  readonly #tree: LogTree;
  readonly #placeOf = new Map<number, Place>();
  readonly #taken = new Set<number>();
  #repeated = 0;

  constructor(tree: LogTree) {
    this.#tree = tree;
  }

  placeOf(node: number): ReturnType<ThreadPlan['placeOf']> {
    const place = this.#placeOf.get(node);
    return place === undefined ? null : { thread: place.thread, run: place.thread.runs[place.run] ?? null };
  }

  isTaken(node: number): boolean {
    return this.#taken.has(node);
  }

  /** The oldest node on the way to this one that no thread has taken. */
  firstFree(node: number): number {
    let first = node;
    for (let next = node; next >= 0 && !this.#taken.has(next); next = this.#parentOf(next)) first = next;
    return first;
  }

  add(id: ThreadId, leaf: number, isBranch: boolean): void {
    const { path, fork, sideRecords } = this.#wayTo(leaf);
    const onPath = new Set(path);
    const own = path
      .flatMap((node) => [node, ...this.#tree.sideRecords(node, onPath)])
      .filter((node) => this.#tree.nodes[node]?.kind !== 'none');
    for (const node of path) this.#taken.add(node);

    const place = fork < 0 ? undefined : this.#placeOf.get(fork);
    const repeats = place === undefined ? [] : this.#repeatedUpTo(place, fork, sideRecords);
    const cut = this.#cut([...repeats, ...own]);
    const [first] = cut.runs;
    // Left at its end, the run is shared whole.
    const isWhole = first !== undefined && this.#isSameRun(place?.thread.runs[place.run], first, cut.runs[1]);
    const runsBefore = (place?.thread.startsAs?.runCount ?? 0) + Math.max(0, place?.run ?? 0);
    const runCount = runsBefore + (isWhole ? 1 : 0);
    const startsAs = place === undefined || runCount === 0 ? null : { thread: place.thread, runCount };
    const runs = isWhole ? this.#withTail(first, cut.runs.slice(1)) : cut.runs;

    const names = new RunNames(startsAs === null ? [] : runIdsOf(startsAs.thread).slice(0, runCount));
    const thread: PlannedThread = {
      threadId: id,
      isBranch,
      startsAs,
      boundariesBefore: isWhole ? first.boundariesAfter : cut.boundariesBefore,
      runs: runs.map((run, index) => ({
        ...run,
        id: names.name(this.#nameOf(run.opener), runCount + index),
      })),
    };
    this.threads.push(thread);
    this.#place(thread);
  }

  /** The nodes below the last one that is taken, and the last node above them that has a place. */
  #wayTo(leaf: number): {
    readonly path: readonly number[];
    readonly fork: number;
    /** They hang on the fork, or between it and the path. */
    readonly sideRecords: ReadonlySet<number>;
  } {
    const path: number[] = [];
    let next = leaf;
    for (; next >= 0 && !this.#taken.has(next); next = this.#parentOf(next)) path.push(next);
    const sideRecords = new Set<number>();
    const onPath = new Set(path);
    for (; next >= 0; next = this.#parentOf(next)) {
      for (const record of this.#tree.sideRecords(next, onPath)) sideRecords.add(record);
      if (this.#placeOf.has(next)) break;
    }
    return { path: path.reverse(), fork: next, sideRecords };
  }

  /** The beginning of the run that is left, up to the place where it is left. */
  #repeatedUpTo(place: Place, fork: number, sideRecords: ReadonlySet<number>): readonly number[] {
    const run = place.thread.runs[place.run];
    const all = run === undefined ? place.thread.boundariesBefore : [...run.entries, ...run.boundariesAfter];
    let end = all.indexOf(fork) + 1;
    for (let next = all[end]; next !== undefined && sideRecords.has(next); next = all[end]) end += 1;
    const isCostly = this.#repeated + end > REPEATED_NODES;
    if (isCostly) return [];
    this.#repeated += end;
    return all.slice(0, end);
  }

  #cut(nodes: readonly number[]): {
    readonly boundariesBefore: readonly number[];
    readonly runs: readonly CutRun[];
  } {
    const boundariesBefore: number[] = [];
    const runs: { opener: number | null; entries: number[]; boundariesAfter: number[] }[] = [];
    const cutter = new RunCutter<number>(
      {
        openRun: (opener) => {
          runs.push({ opener, entries: [], boundariesAfter: [] });
        },
        put: (node) => {
          runs.at(-1)?.entries.push(node);
        },
        boundary: (node, place) => {
          const run = runs.at(-1);
          if (run === undefined) boundariesBefore.push(node);
          else (place === 'inside' ? run.entries : run.boundariesAfter).push(node);
        },
      },
      (node) => this.#kindOf(node),
    );
    for (const node of nodes) cutter.add(node);
    cutter.end();
    return { boundariesBefore, runs };
  }

  /** The first place counts: the beginning of a run that is repeated belongs to another thread. */
  #place(thread: PlannedThread): void {
    const put = (nodes: readonly number[], run: number): void => {
      for (const node of nodes) {
        this.#taken.add(node);
        if (!this.#placeOf.has(node)) this.#placeOf.set(node, { thread, run });
      }
    };
    put(thread.boundariesBefore, -1);
    thread.runs.forEach((run, index) => {
      put(run.entries, index);
      put(run.boundariesAfter, index);
    });
  }

  /**
   * What the program put in behind the last reply may differ where two ways part. Then it goes with the
   * run that follows, if one does.
   */
  #isSameRun(left: PlannedRun | undefined, right: CutRun, next: CutRun | undefined): boolean {
    if (left === undefined) return false;
    const count = this.#spokenCount(right.entries);
    const isWhole = next !== undefined || count === right.entries.length;
    return (
      isWhole &&
      count === this.#spokenCount(left.entries) &&
      right.entries.slice(0, count).every((node, index) => node === left.entries[index])
    );
  }

  #withTail(shared: CutRun, [next, ...others]: readonly CutRun[]): readonly CutRun[] {
    if (next === undefined) return [];
    const tail = shared.entries
      .slice(this.#spokenCount(shared.entries))
      .filter((node) => !this.#placeOf.has(node));
    return [{ ...next, entries: [...tail, ...next.entries] }, ...others];
  }

  /** Entries up to the last that isn't only the program's. */
  #spokenCount(entries: readonly number[]): number {
    return 1 + entries.findLastIndex((node) => !['context', 'note'].includes(this.#kindOf(node)));
  }

  #nameOf(opener: number | null): string | null {
    return opener === null ? null : (this.#tree.nodes[opener]?.name ?? null);
  }

  #parentOf(node: number): number {
    return this.#tree.nodes[node]?.parent ?? -1;
  }

  #kindOf(node: number): CutKind {
    const kind = this.#tree.nodes[node]?.kind ?? 'none';
    return kind === 'none' ? 'context' : kind;
  }
}
