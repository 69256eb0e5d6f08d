import { conversationId, threadId, type ThreadId } from '../../domain/ids.ts';
import { IdTable } from '../readers/id-table.ts';
import { PackedColumn } from '../readers/packed-column.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';
import { branchOf } from '../tree/branch-of.ts';
import { copiedBranch } from '../tree/copied-branch.ts';
import type { PlannedThread, ThreadPlan } from '../tree/plan-threads.ts';
import type { LogIndex } from './log-index.ts';
import type { ThreadLanes } from './thread-lanes.ts';

/** What each thread is, and which of its nodes count in another. */
export class ThreadHeaders {
  readonly #format: string;
  readonly #index: LogIndex;
  readonly #lanes: ThreadLanes;
  readonly #plan: ThreadPlan;
  readonly #copies: CopiedNodes;

  constructor(format: string, index: LogIndex, lanes: ThreadLanes, plan: ThreadPlan) {
    this.#format = format;
    this.#index = index;
    this.#lanes = lanes;
    this.#plan = plan;
    this.#copies = new CopiedNodes(index, lanes, plan);
  }

  /** The thread that a node was copied from; null for one that counts where it stands. */
  copiedFrom(node: number): ThreadId | null {
    return this.#copies.sourceOf(node);
  }

  of(thread: PlannedThread): WriterHeader {
    const { lanes } = this.#index;
    const lane = this.#laneOf(thread);
    const session = lane < 0 ? thread.threadId : lanes.sessionName(lanes.sessionAt(lane));
    return {
      threadId: thread.threadId,
      namespace: 'default',
      conversationId: conversationId((lane < 0 ? null : lanes.slugAt(lane)) ?? session),
      format: this.#format,
      title: thread.isBranch || lane < 0 ? null : this.#index.titleOf(lane),
      fallbackTitle: thread.threadId,
      branchOf: this.#partedFrom(thread),
      startedBy: lanes.isAgent(lane) ? this.#startedBy(lane) : null,
    };
  }

  /** A branch is of the lane that its first node is of; -1 for one without nodes. */
  #laneOf(thread: PlannedThread): number {
    const own = this.#lanes.laneOf(thread.threadId);
    return own >= 0 ? own : this.#index.nodes.laneAt(thread.firstEntry() ?? -1);
  }

  #partedFrom(thread: PlannedThread): WriterHeader['branchOf'] {
    if (thread.startsAs !== null) return this.#plan.branchOf(thread);
    // A fork in a file of its own: its lines say where they were copied from.
    const fork = copiedBranch(thread, (node) =>
      this.#index.nodes.forkedFromAt(node) < 0 ? null : this.copiedFrom(node),
    );
    return fork ?? branchOf(this.#plan, thread);
  }

  #startedBy(lane: number): NonNullable<WriterHeader['startedBy']> {
    const { lanes } = this.#index;
    const start = this.#index.startOf(lane);
    const place = start === null ? null : this.#plan.placeOf(start);
    return {
      threadId: place?.thread.threadId ?? threadId(lanes.sessionName(lanes.sessionAt(lane))),
      runId: place?.run?.id ?? null,
    };
  }
}

/** Nodes whose calls count in another thread: it is where the line was written, or it has the same answer. */
class CopiedNodes {
  readonly #sources = new IdTable();
  /** By node: the number of the thread that it was copied from. */
  readonly #sourceOf = new PackedColumn(-1);

  constructor(log: LogIndex, lanes: ThreadLanes, plan: ThreadPlan) {
    const { nodes } = log;
    const sessionName = (session: number): string => log.lanes.sessionName(session);
    /** By answer: the thread that it counts in, which has it first. */
    const countedIn = new PackedColumn(-1);
    for (let index = 0; index < plan.threadCount; index += 1) {
      const thread = plan.threadAt(index);
      const last = thread.runCount - 1;
      const isCompacting = isCompactingAgent(thread, log, lanes);
      for (let run = 0; run < thread.runCount; run += 1) {
        const end = thread.entryEndOf(run);
        for (let place = thread.startOf(run); place < end; place += 1) {
          const node = thread.nodeAt(place);
          if (plan.ownerIndexOf(node) !== index) continue;
          const fork = nodes.forkedFromAt(node);
          const answer = nodes.answerAt(node);
          if (isCompacting && run < last)
            this.#add(node, sessionName(log.lanes.sessionAt(nodes.laneAt(node))));
          else if (fork >= 0) this.#add(node, sessionName(fork));
          else if (answer >= 0) {
            const first = countedIn.at(answer);
            if (first < 0) countedIn.set(answer, index);
            else if (first !== index) this.#add(node, plan.threadAt(first).threadId);
          }
        }
      }
    }
  }

  sourceOf(node: number): ThreadId | null {
    const source = this.#sourceOf.at(node);
    return source < 0 ? null : threadId(this.#sources.textOf(source));
  }

  #add(node: number, source: string): void {
    this.#sourceOf.set(node, this.#sources.add(source));
  }
}

/**
 * It is given a copy of the session and asked once for a summary of it. A branch of one has its name.
 */
function isCompactingAgent({ threadId: id }: PlannedThread, index: LogIndex, lanes: ThreadLanes): boolean {
  const lane = lanes.laneOf(id);
  return (lane < 0 || index.lanes.isAgent(lane)) && id.includes('/agent-acompact');
}
