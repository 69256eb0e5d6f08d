import type { RunId, ThreadId } from '../../domain/ids.ts';
import { threadId } from '../../domain/ids.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import { RunCutter, type CutKind } from '../steps/run-cutter.ts';
import { RunNames } from '../steps/run-names.ts';
import type { LogTree } from './log-tree.ts';
import { OpenerNames } from './opener-names.ts';
import { PlannedRun, PlannedThreads, type PlannedThread } from './planned-thread.ts';
import { LayoutWriter, RunLayout, type HeldRun } from './run-layout.ts';

export type { PlannedRun, PlannedThread } from './planned-thread.ts';

/** A thread that the log names: a session, or a sub-agent of one. */
export interface NamedThread {
  readonly threadId: ThreadId;
  /** The newest node of its active path. */
  readonly leaf: number;
  /** Ends of its other paths. */
  readonly branchEnds: Iterable<number>;
}

export interface PlannedPlace {
  readonly thread: PlannedThread;
  readonly run: PlannedRun | null;
}

export interface ThreadPlan {
  readonly threadCount: number;
  /** A thread comes after the one whose runs it begins with. Made anew each time. */
  threadAt(index: number): PlannedThread;
  /** All of them: ask for those of a large log one by one. */
  readonly threads: readonly PlannedThread[];
  /** The index of the thread that a node counts in; -1 for one that stands in none. */
  ownerIndexOf(node: number): number;
  /** The same as a thread; null for one that stands in none. */
  ownerOf(node: number): PlannedThread | null;
  /** The same with the node's run there. */
  placeOf(node: number): PlannedPlace | null;
  /** The last run that a thread shares with the one it begins like; null for one that begins on its own. */
  branchOf(thread: PlannedThread): ThreadHeader['branchOf'];
}

/** Beyond this many nodes that branches repeat in all, a branch no longer repeats the run it leaves. */
const REPEATED_NODES = 200_000;

/**
 * Lays out the ways through a tree as threads of runs. The first thread that takes a node owns it; a
 * later one that leaves it there begins with the runs up to that place, and where it leaves inside a run,
 * with its own copy of the run's beginning. Linear in nodes, but for what is copied.
 *
 * @param named Gone through twice.
 * @param numberOf What a branch is called that begins with a node without a name.
 */
export function planThreads(
  tree: LogTree,
  named: Iterable<NamedThread>,
  numberOf = (node: number): number => node,
): ThreadPlan {
  const threads = new PlannedThreads(new RunLayout(), new OpenerNames(tree.nodes));
  const places = new Places(threads);
  const planner = new Planner(tree, threads, places);
  const ids = new RunNames();
  for (const thread of named) {
    ids.name(thread.threadId, 0);
    planner.add(thread.threadId, thread.leaf, false);
  }
  for (const thread of named) {
    for (const end of thread.branchEnds) {
      if (planner.isTaken(end)) continue;
      const first = planner.firstFree(end);
      const name = tree.nodes.at(first)?.name ?? String(numberOf(first));
      planner.add(threadId(ids.name(`${thread.threadId}/branch-${name}`, 0)), end, true);
    }
  }
  return new TreePlan(threads, places);
}

/** No object with a getter of its own: each of those has a shape of its own, which outlives it for long. */
class TreePlan implements ThreadPlan {
  readonly threadCount: number;
  readonly #threads: PlannedThreads;
  readonly #places: Places;

  constructor(threads: PlannedThreads, places: Places) {
    this.threadCount = threads.count;
    this.#threads = threads;
    this.#places = places;
  }

  get threads(): readonly PlannedThread[] {
    return Array.from({ length: this.threadCount }, (_, index) => this.#threads.at(index));
  }

  threadAt(index: number): PlannedThread {
    return this.#threads.at(index);
  }

  ownerIndexOf(node: number): number {
    return this.#places.ownerIndexOf(node);
  }

  ownerOf(node: number): PlannedThread | null {
    return this.#places.ownerOf(node);
  }

  placeOf(node: number): PlannedPlace | null {
    return this.#places.placeOf(node);
  }

  branchOf(thread: PlannedThread): ThreadHeader['branchOf'] {
    return branchOf(thread);
  }
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
  const run = place - next.runsBefore;
  return run >= 0 && run < next.runCount ? next.runIdOf(run) : null;
}

/** Where each node counts. */
class Places {
  readonly #threads: PlannedThreads;
  /** By node: its thread, and the run there; -1 before the first. */
  readonly #threadOf = new PackedColumn(-1);
  readonly #runOf = new PackedColumn(0);

  constructor(threads: PlannedThreads) {
    this.#threads = threads;
  }

  isPlaced(node: number): boolean {
    return this.#threadOf.at(node) >= 0;
  }

  runOf(node: number): number {
    return this.#runOf.at(node);
  }

  ownerIndexOf(node: number): number {
    return this.#threadOf.at(node);
  }

  ownerOf(node: number): PlannedThread | null {
    const thread = this.#threadOf.at(node);
    return thread < 0 ? null : this.#threads.at(thread);
  }

  placeOf(node: number): PlannedPlace | null {
    const thread = this.ownerOf(node);
    if (thread === null) return null;
    const run = this.#runOf.at(node);
    return { thread, run: run < 0 ? null : new PlannedRun(thread, run) };
  }

  /** The first place counts: the beginning of a run that is repeated belongs to another thread. */
  add(thread: PlannedThread, onNode: (node: number) => void): void {
    let run = -1;
    for (let place = thread.start; place < thread.end; place += 1) {
      while (run + 1 < thread.runCount && place >= thread.startOf(run + 1)) run += 1;
      const node = thread.nodeAt(place);
      onNode(node);
      if (this.isPlaced(node)) continue;
      this.#threadOf.set(node, thread.index);
      this.#runOf.set(node, run);
    }
  }
}

class Planner {
  readonly #tree: LogTree;
  readonly #threads: PlannedThreads;
  readonly #places: Places;
  /** By node: 1 when a thread has taken it. */
  readonly #taken: Uint8Array;
  #repeated = 0;

  constructor(tree: LogTree, threads: PlannedThreads, places: Places) {
    this.#tree = tree;
    this.#threads = threads;
    this.#places = places;
    this.#taken = new Uint8Array(tree.nodes.length);
  }

  isTaken(node: number): boolean {
    return this.#taken[node] === 1;
  }

  /** The oldest node on the way to this one that no thread has taken. */
  firstFree(node: number): number {
    let first = node;
    for (let next = node; next >= 0 && !this.isTaken(next); next = this.#tree.parentOf(next)) first = next;
    return first;
  }

  add(id: ThreadId, leaf: number, isBranch: boolean): void {
    const { layout, names } = this.#threads;
    const { path, fork } = this.#wayTo(leaf);
    // Taken nodes are no side records: those on the path are marked before they are looked for.
    for (const node of path) this.#taken[node] = 1;
    const left = fork < 0 ? null : this.#places.placeOf(fork);
    const [start, firstRun] = [layout.placeCount, layout.runCount];
    const writer = this.#writerAfter(left?.run ?? null);
    this.#cut(left === null ? [] : this.#repeatedUpTo(left, fork, path[0] ?? leaf), path, writer);
    const runsBefore = left === null ? 0 : left.thread.runsBefore + Math.max(0, this.#places.runOf(fork));
    const runCount = runsBefore + (writer.isShared ? 1 : 0);
    const thread = this.#threads.add({
      threadId: id,
      isBranch,
      startsAs: left === null || runCount === 0 ? null : { thread: left.thread, runCount },
      start,
      firstRun,
    });
    for (let run = 0; run < thread.runCount; run += 1) {
      const opener = thread.openerOf(run);
      if (opener !== null) names.settle(opener);
    }
    this.#places.add(thread, (node) => {
      this.#taken[node] = 1;
    });
  }

  /** The nodes below the last one that is taken, and the last node above them that has a place. */
  #wayTo(leaf: number): { readonly path: Int32Array; readonly fork: number } {
    let length = 0;
    let next = leaf;
    for (; next >= 0 && !this.isTaken(next); next = this.#tree.parentOf(next)) length += 1;
    let fork = next;
    while (fork >= 0 && !this.#places.isPlaced(fork)) fork = this.#tree.parentOf(fork);
    // Exactly as long as it is: a list that grows takes twice its size and more.
    const path = new Int32Array(length);
    next = leaf;
    for (let index = length - 1; index >= 0; index -= 1) {
      path[index] = next;
      next = this.#tree.parentOf(next);
    }
    return { path, fork };
  }

  /**
   * The beginning of the run that is left, up to the place where it is left, with what hangs there and
   * between there and the branch.
   */
  #repeatedUpTo({ thread, run }: PlannedPlace, fork: number, branch: number): readonly number[] {
    const start = run === null ? thread.start : run.start;
    const length = (run === null ? thread.startOf(0) : run.end) - start;
    if (this.#repeated + length > REPEATED_NODES) return [];
    const all = thread.nodesFrom(start, start + length);
    const hanging = new Set<number>();
    for (let next = this.#tree.parentOf(branch); next >= 0; next = this.#tree.parentOf(next)) {
      for (const record of this.#tree.sideRecords(next, (node) => node === branch)) hanging.add(record);
      if (next === fork) break;
    }
    let end = all.indexOf(fork) + 1;
    for (let next = all[end]; next !== undefined && hanging.has(next); next = all[end]) end += 1;
    this.#repeated += end;
    return all.slice(0, end);
  }

  #cut(repeated: readonly number[], path: Int32Array, writer: LayoutWriter): void {
    const cutter = new RunCutter<number>(writer, (node) => this.#kindOf(node));
    const isTaken = (node: number): boolean => this.isTaken(node);
    const add = (node: number): void => {
      if (this.#tree.kindOf(node) !== 'none') cutter.add(node);
    };
    for (const node of repeated) cutter.add(node);
    for (const node of path) {
      add(node);
      this.#tree.sideRecords(node, isTaken).forEach(add);
    }
    cutter.end();
    writer.end();
  }

  /** Left at its end, a run is shared whole. */
  #writerAfter(left: PlannedRun | null): LayoutWriter {
    if (left === null) return new LayoutWriter(this.#threads.layout, null);
    return new LayoutWriter(this.#threads.layout, {
      isShared: (run, isLast) => this.#isSameRun(left, run, isLast),
      tailOf: ({ entries }) =>
        entries.slice(this.#spokenCount(entries)).filter((node) => !this.#places.isPlaced(node)),
    });
  }

  /**
   * What the program put in behind the last reply may differ where two ways part. Then it goes with the
   * run that follows, if one does.
   */
  #isSameRun(left: PlannedRun, { entries }: HeldRun, isLast: boolean): boolean {
    const { layout } = this.#threads;
    const count = this.#spokenCount(entries);
    if (isLast && count < entries.length) return false;
    let end = left.entryEnd;
    while (end > left.start && this.#isProgramsOwn(layout.nodeAt(end - 1))) end -= 1;
    if (count !== end - left.start) return false;
    let same = 0;
    while (same < count && entries[same] === layout.nodeAt(left.start + same)) same += 1;
    return same === count;
  }

  /** Entries up to the last that isn't only the program's. */
  #spokenCount(entries: readonly number[]): number {
    return 1 + entries.findLastIndex((node) => !this.#isProgramsOwn(node));
  }

  #isProgramsOwn(node: number): boolean {
    const kind = this.#kindOf(node);
    return kind === 'context' || kind === 'note';
  }

  #kindOf(node: number): CutKind {
    const kind = this.#tree.kindOf(node);
    return kind === 'none' ? 'context' : kind;
  }
}
