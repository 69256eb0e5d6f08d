import type { RunId, ThreadId } from '../../domain/ids.ts';
import { runId, threadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import { RunCutter, type CutKind } from '../steps/run-cutter.ts';
import { RunNames } from '../steps/run-names.ts';
import type { LogTree } from './log-tree.ts';
import { OpenerNames } from './opener-names.ts';

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
  /** The thread that a node counts in; null for one that stands in none. */
  ownerOf(node: number): PlannedThread | null;
  /** The same with the node's run there. */
  placeOf(node: number): { readonly thread: PlannedThread; readonly run: PlannedRun | null } | null;
  /** The last run that a thread shares with the one it begins like; null for one that begins on its own. */
  branchOf(thread: PlannedThread): ThreadHeader['branchOf'];
}

/** Beyond this many nodes that branches repeat in all, a branch no longer repeats the run it leaves. */
const REPEATED_NODES = 200_000;

type CutRun = Omit<PlannedRun, 'id'>;

/** A run that may have more to come. */
interface OpenRun {
  readonly opener: number | null;
  readonly entries: number[];
  readonly boundariesAfter: number[];
}

/**
 * Lays out the ways through a tree as threads of runs. The first thread that takes a node owns it; a
 * later one that leaves it there begins with the runs up to that place, and where it leaves inside a run,
 * with its own copy of the run's beginning. Linear in nodes, but for what is copied.
 */
export function planThreads(tree: LogTree, named: readonly NamedThread[]): ThreadPlan {
  const planner = new Planner(tree);
  const ids = new RunNames();
  for (const thread of named) {
    ids.name(thread.threadId, 0);
    planner.add(thread.threadId, thread.leaf, false);
  }
  for (const thread of named) {
    for (const end of thread.branchEnds) {
      if (planner.isTaken(end)) continue;
      const first = planner.firstFree(end);
      const name = tree.nodes.at(first)?.name ?? String(first);
      planner.add(threadId(ids.name(`${thread.threadId}/branch-${name}`, 0)), end, true);
    }
  }
  return {
    threads: planner.threads,
    ownerOf: (node) => planner.ownerOf(node),
    placeOf: (node) => planner.placeOf(node),
    branchOf,
  };
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

/** The run at a place of a thread, shared runs counted; null beyond its last. */
export function runAt(thread: PlannedThread, place: number): RunId | null {
  let next = thread;
  while (next.startsAs !== null && place < next.startsAs.runCount) next = next.startsAs.thread;
  return next.runs[place - (next.startsAs?.runCount ?? 0)]?.id ?? null;
}

class Planner {
  readonly threads: PlannedThread[] = [];
  readonly #tree: LogTree;
  /** Per node, in flat arrays: 1 when a thread has taken it, that thread + 1, and the run there. */
  readonly #taken: Uint8Array;
  readonly #threadOf: Int32Array;
  readonly #runOf: Int32Array;
  readonly #names = new OpenerNames();
  #repeated = 0;

  constructor(tree: LogTree) {
    this.#tree = tree;
    this.#taken = new Uint8Array(tree.nodes.length);
    this.#threadOf = new Int32Array(tree.nodes.length);
    this.#runOf = new Int32Array(tree.nodes.length);
  }

  ownerOf(node: number): PlannedThread | null {
    return this.threads[(this.#threadOf[node] ?? 0) - 1] ?? null;
  }

  placeOf(node: number): ReturnType<ThreadPlan['placeOf']> {
    const thread = this.ownerOf(node);
    return thread === null ? null : { thread, run: thread.runs[this.#runOf[node] ?? -1] ?? null };
  }

  isTaken(node: number): boolean {
    return this.#taken[node] === 1;
  }

  /** The oldest node on the way to this one that no thread has taken. */
  firstFree(node: number): number {
    let first = node;
    for (let next = node; next >= 0 && !this.isTaken(next); next = this.#parentOf(next)) first = next;
    return first;
  }

  add(id: ThreadId, leaf: number, isBranch: boolean): void {
    const { path, fork } = this.#wayTo(leaf);
    // Taken nodes are no side records: those on the path are marked before they are looked for.
    for (const node of path) this.#taken[node] = 1;
    const isTaken = (node: number): boolean => this.isTaken(node);
    const left = fork < 0 ? null : this.placeOf(fork);
    const nodes = left === null ? [] : [...this.#repeatedUpTo(left, fork, path[0] ?? leaf)];
    for (const node of path) {
      this.#addContent(nodes, node);
      for (const record of this.#tree.sideRecords(node, isTaken)) this.#addContent(nodes, record);
    }
    const cut = this.#cut(nodes);
    const [first] = cut.runs;
    // Left at its end, the run is shared whole.
    const isWhole = first !== undefined && this.#isSameRun(left?.run ?? null, first, cut.runs[1]);
    const runsBefore =
      (left?.thread.startsAs?.runCount ?? 0) + Math.max(0, fork < 0 ? 0 : (this.#runOf[fork] ?? 0));
    const runCount = runsBefore + (isWhole ? 1 : 0);
    const startsAs = left === null || runCount === 0 ? null : { thread: left.thread, runCount };
    const runs = isWhole ? this.#withTail(first, cut.runs.slice(1)) : cut.runs;
    const thread: PlannedThread = {
      threadId: id,
      isBranch,
      startsAs,
      boundariesBefore: isWhole ? first.boundariesAfter : cut.boundariesBefore,
      // Field by field: objects that are spread have a shape of their own each, four times their size.
      runs: runs.map(({ opener, entries, boundariesAfter }, index) => ({
        id: this.#idOf(opener, runCount + index),
        opener,
        entries,
        boundariesAfter,
      })),
    };
    this.#place(thread, this.threads.push(thread));
  }

  /** The nodes below the last one that is taken, and the last node above them that has a place. */
  #wayTo(leaf: number): { readonly path: readonly number[]; readonly fork: number } {
    const path: number[] = [];
    let next = leaf;
    for (; next >= 0 && !this.isTaken(next); next = this.#parentOf(next)) path.push(next);
    while (next >= 0 && this.#threadOf[next] === 0) next = this.#parentOf(next);
    return { path: path.reverse(), fork: next };
  }

  #addContent(nodes: number[], node: number): void {
    if (this.#tree.nodes.at(node)?.kind !== 'none') nodes.push(node);
  }

  /**
   * The beginning of the run that is left, up to the place where it is left, with what hangs there and
   * between there and the branch.
   */
  #repeatedUpTo(
    { thread, run }: NonNullable<ReturnType<ThreadPlan['placeOf']>>,
    fork: number,
    branch: number,
  ): readonly number[] {
    const length =
      run === null ? thread.boundariesBefore.length : run.entries.length + run.boundariesAfter.length;
    if (this.#repeated + length > REPEATED_NODES) return [];
    const all = run === null ? thread.boundariesBefore : [...run.entries, ...run.boundariesAfter];
    const hanging = new Set<number>();
    for (let next = this.#parentOf(branch); next >= 0; next = this.#parentOf(next)) {
      for (const record of this.#tree.sideRecords(next, (node) => node === branch)) hanging.add(record);
      if (next === fork) break;
    }
    let end = all.indexOf(fork) + 1;
    for (let next = all[end]; next !== undefined && hanging.has(next); next = all[end]) end += 1;
    this.#repeated += end;
    return all.slice(0, end);
  }

  #cut(nodes: readonly number[]): {
    readonly boundariesBefore: readonly number[];
    readonly runs: readonly CutRun[];
  } {
    const boundariesBefore: number[] = [];
    const runs: CutRun[] = [];
    let open: OpenRun | null = null;
    const close = (): void => {
      if (open !== null) runs.push(compact(open));
    };
    const cutter = new RunCutter<number>(
      {
        openRun: (opener) => {
          close();
          open = { opener, entries: [], boundariesAfter: [] };
        },
        put: (node) => {
          open?.entries.push(node);
        },
        boundary: (node, place) => {
          if (open === null) boundariesBefore.push(node);
          else (place === 'inside' ? open.entries : open.boundariesAfter).push(node);
        },
      },
      (node) => this.#kindOf(node),
    );
    for (const node of nodes) cutter.add(node);
    cutter.end();
    close();
    return { boundariesBefore, runs };
  }

  /** The first place counts: the beginning of a run that is repeated belongs to another thread. */
  #place(thread: PlannedThread, mark: number): void {
    const put = (nodes: readonly number[], run: number): void => {
      for (const node of nodes) {
        this.#taken[node] = 1;
        if (this.#threadOf[node] !== 0) continue;
        this.#threadOf[node] = mark;
        this.#runOf[node] = run;
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
  #isSameRun(left: PlannedRun | null, right: CutRun, next: CutRun | undefined): boolean {
    if (left === null) return false;
    const count = this.#spokenCount(right.entries);
    if (next === undefined && count < right.entries.length) return false;
    if (count !== this.#spokenCount(left.entries)) return false;
    let same = 0;
    while (same < count && right.entries[same] === left.entries[same]) same += 1;
    return same === count;
  }

  #withTail(shared: CutRun, [next, ...others]: readonly CutRun[]): readonly CutRun[] {
    if (next === undefined) return [];
    const tail = shared.entries
      .slice(this.#spokenCount(shared.entries))
      .filter((node) => this.#threadOf[node] === 0);
    return [{ ...next, entries: [...tail, ...next.entries] }, ...others];
  }

  /** Entries up to the last that isn't only the program's. */
  #spokenCount(entries: readonly number[]): number {
    return 1 + entries.findLastIndex((node) => !isProgramsOwn(this.#kindOf(node)));
  }

  #idOf(opener: number | null, place: number): RunId {
    const name = opener === null ? null : (this.#tree.nodes.at(opener)?.name ?? null);
    return runId(opener === null || name === null ? `run-${place + 1}` : this.#names.nameOf(opener, name));
  }

  #parentOf(node: number): number {
    return this.#tree.nodes.at(node)?.parent ?? -1;
  }

  #kindOf(node: number): CutKind {
    const kind = this.#tree.nodes.at(node)?.kind ?? 'none';
    return kind === 'none' ? 'context' : kind;
  }
}

/** A list that is added to has room for sixteen more, and a log may have a million runs. */
function compact({ opener, entries, boundariesAfter }: OpenRun): CutRun {
  return {
    opener,
    entries: entries.slice(),
    boundariesAfter: boundariesAfter.length === 0 ? NO_NODES : boundariesAfter.slice(),
  };
}

const NO_NODES: readonly number[] = [];

function isProgramsOwn(kind: CutKind): boolean {
  return kind === 'context' || kind === 'note';
}
