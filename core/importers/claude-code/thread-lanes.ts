import { threadId, type ThreadId } from '../../domain/ids.ts';
import { IdTable } from '../readers/id-table.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import { LogTree } from '../tree/log-tree.ts';
import { planThreads, type NamedThread, type ThreadPlan } from '../tree/plan-threads.ts';
import type { LogIndex } from './log-index.ts';

/** The lanes that become threads, by the ids of these. */
export class ThreadLanes {
  /** In the order the lanes began. */
  readonly #threads = new IdTable();
  readonly #lanes = new PackedColumn(-1, 'rising');
  /** By lane: its thread. */
  readonly #threadOf = new PackedColumn(-1, 'rising');

  /** A file of a sub-agent's own says in its name which one, where its lines don't. */
  constructor({ lanes }: LogIndex, fileName: string) {
    const named = /(?:^|[\\/])agent-([^\\/]+)\.jsonl$/.exec(fileName)?.[1];
    for (let lane = 0; lane < lanes.count; lane += 1) {
      if (lanes.leafAt(lane) < 0) continue;
      const isUnnamed =
        lanes.isAgent(lane) && lanes.agentIdAt(lane) === null && lanes.startedAt(lane) === null;
      const fromFile = `${lanes.sessionName(lanes.sessionAt(lane))}/agent-${named ?? ''}`;
      const isFromFile = isUnnamed && named !== undefined && this.laneOf(fromFile) < 0;
      const thread = this.#threads.add(isFromFile ? fromFile : lanes.threadIdAt(lane));
      const replaced = this.#lanes.at(thread);
      if (replaced >= 0) this.#threadOf.set(replaced, -1);
      this.#lanes.set(thread, lane);
      this.#threadOf.set(lane, thread);
    }
  }

  get isEmpty(): boolean {
    return this.#threads.size === 0;
  }

  get count(): number {
    return this.#threads.size;
  }

  /** -1 for a thread that no lane is, such as a branch. */
  laneOf(id: string): number {
    const thread = this.#threads.find(id);
    return thread === null ? -1 : this.#lanes.at(thread);
  }

  laneAt(thread: number): number {
    return this.#lanes.at(thread);
  }

  threadIdAt(thread: number): ThreadId {
    return threadId(this.#threads.textOf(thread));
  }

  /** -1 for a lane that becomes none. */
  threadOf(lane: number): number {
    return this.#threadOf.at(lane);
  }
}

/** The tree is only needed here, and not while the threads are delivered. */
export function planLanes(index: LogIndex, lanes: ThreadLanes): ThreadPlan {
  const tree = new LogTree(index.nodes);
  const ends = new ThreadEnds(tree, index, lanes);
  return planThreads(tree, {
    *[Symbol.iterator](): Generator<NamedThread> {
      for (let thread = 0; thread < lanes.count; thread += 1) {
        yield {
          threadId: lanes.threadIdAt(thread),
          leaf: index.lanes.leafAt(lanes.laneAt(thread)),
          branchEnds: ends.of(thread),
        };
      }
    },
  });
}

/** Where ways through the tree end, thread by thread. */
class ThreadEnds {
  /** By thread: where its ends begin; those of the next come behind them. */
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;

  constructor(tree: LogTree, index: LogIndex, lanes: ThreadLanes) {
    const ends = tree.ends();
    const threadOf = (end: number): number => lanes.threadOf(index.nodes.laneAt(end));
    const counts = new Int32Array(lanes.count + 1);
    for (const end of ends) {
      const thread = threadOf(end);
      if (thread >= 0) counts[thread + 1] = (counts[thread + 1] ?? 0) + 1;
    }
    for (let thread = 0; thread < lanes.count; thread += 1) {
      counts[thread + 1] = (counts[thread + 1] ?? 0) + (counts[thread] ?? 0);
    }
    this.#starts = counts.slice();
    this.#ends = new Int32Array(ends.length);
    for (const end of ends) {
      const thread = threadOf(end);
      if (thread < 0) continue;
      const place = counts[thread] ?? 0;
      this.#ends[place] = end;
      counts[thread] = place + 1;
    }
  }

  of(thread: number): Int32Array {
    return this.#ends.subarray(this.#starts[thread], this.#starts[thread + 1]);
  }
}
