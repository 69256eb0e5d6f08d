import type { ThreadId } from '../../domain/ids.ts';
import type { SummaryBoundary } from '../../domain/thread.ts';
import type { InputStep, Step } from '../steps/step.ts';
import { ThreadWriter, type WriterHeader, type WriterOptions } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { runAt, type PlannedThread, type ThreadPlan } from './plan-threads.ts';
import { ThreadCursor } from './thread-cursor.ts';

export interface FeedOptions {
  headerOf(thread: PlannedThread): WriterHeader;
  /** Another thread that a node of this one was copied from, beside what the plan knows; else null. */
  copiedFrom(node: number, thread: PlannedThread): ThreadId | null;
  /** What stands before the first run of a thread that begins on its own; asked for before any content comes. */
  instructionsOf?(thread: PlannedThread): readonly InputStep[];
  readonly findsSteps: NonNullable<WriterOptions['findsSteps']>;
}

interface PlacedBoundary {
  readonly boundary: SummaryBoundary;
  /** Index of the run it stands in or after, shared runs counted; -1: before the first. */
  readonly run: number;
  readonly isInside: boolean;
}

interface FedThread {
  readonly plan: PlannedThread;
  readonly writer: ThreadWriter;
  readonly cursor: ThreadCursor;
  hasBegun: boolean;
  /** Where what is being done stands, for the boundary that may come of it. */
  place: { readonly run: number; readonly isInside: boolean };
  readonly boundaries: PlacedBoundary[];
}

/**
 * Delivers the threads of a plan while the contents of its nodes come in, in the order of the log. A
 * content is kept only until every thread that shows it has taken it, and what a thread takes only from
 * its first content to its last: a log may have a hundred thousand threads.
 */
export class ThreadFeed {
  readonly #sink: ImportSink;
  readonly #plan: ThreadPlan;
  readonly #options: FeedOptions;
  /**
   * Those that have begun and have more to come, by their place in the plan. No map: what a map has had taken out of
   * it a hundred thousand times stays in memory for long.
   */
  readonly #fed: (FedThread | null)[];
  /** By place in the plan. */
  readonly #states: Uint8Array;
  /** Of threads whose runs are delivered: their own until they close, then all, which branches may repeat. */
  readonly #boundaries = new Map<number, readonly PlacedBoundary[]>();
  /** Nodes that more than one thread takes, and how many beside the first still have to. */
  readonly #wantedAgain = new Map<number, number>();
  readonly #ready = new Map<number, readonly Step[]>();
  /** The node that became ready last, and its content until it is taken, which most often is at once. */
  #newest = -1;
  #newestSteps: readonly Step[] | null = null;
  /** Threads that wait for a node which counts in another. */
  readonly #waiting = new Map<number, number[]>();
  #announced = 0;

  constructor(sink: ImportSink, plan: ThreadPlan, options: FeedOptions) {
    this.#sink = sink;
    this.#plan = plan;
    this.#options = options;
    this.#states = new Uint8Array(plan.threadCount);
    this.#fed = new Array<FedThread | null>(plan.threadCount).fill(null);
    for (let index = 0; index < plan.threadCount; index += 1) {
      const thread = plan.threadAt(index);
      if (options.instructionsOf !== undefined) this.#begin(index);
      for (let place = thread.start; place < thread.end; place += 1) {
        const node = thread.nodeAt(place);
        if (plan.ownerIndexOf(node) !== index) this.#wantAgain(node);
      }
      this.#waitFor(new ThreadCursor(thread).node, index);
    }
  }

  /** The content of a node is complete. */
  ready(node: number, steps: readonly Step[]): void {
    const owner = this.#plan.ownerIndexOf(node);
    if (owner < 0) return;
    this.#newest = node;
    this.#newestSteps = steps;
    const waiting = this.#waiting.get(node) ?? NOBODY;
    if (waiting.length > 0) this.#waiting.delete(node);
    this.#goOn(owner, node);
    for (const thread of waiting) this.#goOn(thread, node);
    if (this.#contentOf(node) !== null) this.#ready.set(node, steps);
    this.#newestSteps = null;
  }

  /** No more contents come. */
  end(): void {
    for (let index = 0; index < this.#plan.threadCount; index += 1) {
      if (this.#states[index] !== HAS_MORE) continue;
      const fed = this.#begin(index);
      this.#announce(fed);
      this.#finish(fed);
    }
    // A branch comes after the thread that it begins with.
    for (let index = 0; index < this.#plan.threadCount; index += 1) {
      if (this.#states[index] === HAS_ITS_RUNS) this.#close(this.#plan.threadAt(index));
    }
  }

  /** What the thread is fed with; made when it begins. */
  #begin(index: number): FedThread {
    const known = this.#fed[index] ?? null;
    if (known !== null) return known;
    const plan = this.#plan.threadAt(index);
    const boundaries: PlacedBoundary[] = [];
    const thread: FedThread = {
      plan,
      cursor: new ThreadCursor(plan),
      hasBegun: false,
      place: { run: -1, isInside: false },
      boundaries,
      writer: new ThreadWriter(this.#sink, this.#options.headerOf(plan), {
        runsBefore: { count: plan.runsBefore, at: (place) => runAt(plan, place), tellsAll: true },
        findsSteps: this.#options.findsSteps,
        onBoundary: (boundary) => boundaries.push({ boundary, ...thread.place }),
      }),
    };
    for (const step of this.#options.instructionsOf?.(plan) ?? []) thread.writer.addInstructions(step);
    this.#fed[index] = thread;
    return thread;
  }

  /** @param node Has its content: where the thread waits for another, it can't go on. */
  #goOn(index: number, node: number): void {
    if (this.#states[index] !== HAS_MORE) return;
    const thread = this.#begin(index);
    const { cursor } = thread;
    if (cursor.node !== node) return;
    while (cursor.kind !== 'end') {
      const steps = this.#contentOf(cursor.node);
      if (steps === null) {
        this.#waitFor(cursor.node, index);
        return;
      }
      const { kind, node: done } = cursor;
      this.#do(thread, steps);
      // A run's opener is looked at before it is taken.
      if (kind !== 'open') this.#take(done);
      cursor.advance();
    }
    // One that has said nothing is announced when its turn has come.
    if (thread.hasBegun) this.#finish(thread);
  }

  /** A thread is asked whenever a node of its own is ready. */
  #waitFor(node: number, thread: number): void {
    if (node < 0 || this.#plan.ownerIndexOf(node) === thread) return;
    const waiting = this.#waiting.get(node);
    if (waiting === undefined) this.#waiting.set(node, [thread]);
    else waiting.push(thread);
  }

  #do(thread: FedThread, steps: readonly Step[]): void {
    const { writer, plan, cursor } = thread;
    switch (cursor.kind) {
      case 'open':
        this.#announce(thread);
        writer.openRun(
          plan.openerOf(cursor.run) === null ? null : (steps.find(({ kind }) => kind === 'input') ?? null),
          plan.runIdOf(cursor.run),
        );
        return;
      case 'put':
        for (const step of steps) this.#put(thread, step);
        return;
      case 'boundary':
        for (const step of steps) {
          this.#announce(thread);
          thread.place = { run: plan.runsBefore + cursor.run, isInside: false };
          writer.boundary(step, 'between');
        }
        return;
      case 'end':
        return;
    }
  }

  #put(thread: FedThread, step: Step): void {
    const { plan, cursor } = thread;
    if (step.kind === 'compaction') {
      thread.place = { run: plan.runsBefore + cursor.run, isInside: true };
      thread.writer.boundary(step, 'inside');
      return;
    }
    const owner = this.#plan.ownerIndexOf(cursor.node);
    const copiedFrom =
      step.copiedFrom ??
      (owner < 0 || owner === plan.index
        ? this.#options.copiedFrom(cursor.node, plan)
        : this.#plan.threadAt(owner).threadId);
    thread.writer.put(copiedFrom === null ? step : { ...step, copiedFrom });
  }

  /** In the order of the plan, so that a session stands before its branches wherever these begin. */
  #announce(thread: FedThread): void {
    while (!thread.hasBegun) {
      if (this.#announced >= this.#plan.threadCount) return;
      this.#announceOne(this.#begin(this.#announced));
      this.#announced += 1;
    }
  }

  #announceOne(thread: FedThread): void {
    thread.hasBegun = true;
    thread.writer.announce();
    const { startsAs, threadId } = thread.plan;
    const upTo = startsAs === null ? null : runAt(startsAs.thread, startsAs.runCount - 1);
    if (startsAs !== null && upTo !== null) {
      this.#sink.copiedRuns(threadId, startsAs.thread.threadId, upTo);
    }
  }

  /** Its last run is delivered. A branch waits for the thread that it begins with. */
  #finish({ plan, writer, boundaries }: FedThread): void {
    writer.end();
    if (boundaries.length > 0) this.#boundaries.set(plan.index, boundaries);
    this.#states[plan.index] = HAS_ITS_RUNS;
    this.#fed[plan.index] = null;
    const { startsAs } = plan;
    if (startsAs === null || this.#states[startsAs.thread.index] === IS_CLOSED) this.#close(plan);
  }

  /** Boundaries come last, because a branch repeats those of its first runs. */
  #close(plan: PlannedThread): void {
    const whole = [...this.#sharedBoundaries(plan), ...(this.#boundaries.get(plan.index) ?? [])];
    for (const { boundary } of whole) {
      this.#sink.boundary(plan.threadId, { ...boundary, threadId: plan.threadId });
    }
    if (whole.length > 0) this.#boundaries.set(plan.index, whole);
    this.#sink.ended(plan.threadId);
    this.#states[plan.index] = IS_CLOSED;
  }

  #sharedBoundaries({ startsAs }: PlannedThread): readonly PlacedBoundary[] {
    if (startsAs === null) return [];
    const { thread, runCount } = startsAs;
    return (this.#boundaries.get(thread.index) ?? []).filter(
      ({ run, isInside }) => run < (isInside ? runCount : runCount - 1),
    );
  }

  #wantAgain(node: number): void {
    this.#wantedAgain.set(node, (this.#wantedAgain.get(node) ?? 0) + 1);
  }

  /** Null as long as it isn't complete. */
  #contentOf(node: number): readonly Step[] | null {
    return (node === this.#newest ? this.#newestSteps : null) ?? this.#ready.get(node) ?? null;
  }

  #take(node: number): void {
    const others = this.#wantedAgain.get(node) ?? 0;
    if (others > 0) this.#wantedAgain.set(node, others - 1);
    else if (node === this.#newest) this.#newestSteps = null;
    else this.#ready.delete(node);
  }
}

const HAS_MORE = 0;
/** Its boundaries are yet to come. */
const HAS_ITS_RUNS = 1;
const IS_CLOSED = 2;

const NOBODY: readonly number[] = [];
