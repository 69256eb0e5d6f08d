import type { ThreadId } from '../../domain/ids.ts';
import type { SummaryBoundary } from '../../domain/thread.ts';
import type { InputStep, Step } from '../steps/step.ts';
import { ThreadWriter, type WriterHeader } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { runAt, type PlannedThread, type ThreadPlan } from './plan-threads.ts';

export interface FeedOptions {
  headerOf(thread: PlannedThread): WriterHeader;
  /** Another thread that a node of this one was copied from, beside what the plan knows; else null. */
  copiedFrom(node: number, thread: PlannedThread): ThreadId | null;
  /** What stands before the first run of a thread that begins on its own. */
  instructionsOf?(thread: PlannedThread): readonly InputStep[];
  readonly findsSteps: boolean;
}

type Action =
  /** Waits for the run's opener, else for its first content. */
  | {
      readonly kind: 'open';
      readonly run: number;
      readonly node: number;
      readonly isHeadless: boolean;
    }
  | { readonly kind: 'put' | 'boundary'; readonly run: number; readonly node: number };

interface PlacedBoundary {
  readonly boundary: SummaryBoundary;
  /** Index of the run it stands in or after, shared runs counted; -1: before the first. */
  readonly run: number;
  readonly isInside: boolean;
}

interface FedThread {
  readonly plan: PlannedThread;
  readonly writer: ThreadWriter;
  readonly actions: Iterator<Action, undefined>;
  /** The action that is next; undefined behind the last. */
  next: Action | undefined;
  hasBegun: boolean;
  /** Where the action that is being done stands, for the boundary that may come of it. */
  place: { readonly run: number; readonly isInside: boolean };
  readonly boundaries: PlacedBoundary[];
}

/**
 * Delivers the threads of a plan while the contents of its nodes come in, in the order of the log. A
 * content is kept only until every thread that shows it has taken it.
 */
export class ThreadFeed {
  readonly #sink: ImportSink;
  readonly #plan: ThreadPlan;
  readonly #options: FeedOptions;
  readonly #threads: readonly FedThread[];
  /** Nodes that more than one thread takes, and how many beside the first still have to. */
  readonly #wantedAgain = new Map<number, number>();
  readonly #ready = new Map<number, readonly Step[]>();
  readonly #waiting = new Map<number, FedThread[]>();
  #announced = 0;

  constructor(sink: ImportSink, plan: ThreadPlan, options: FeedOptions) {
    this.#sink = sink;
    this.#plan = plan;
    this.#options = options;
    this.#threads = plan.threads.map((thread) => this.#begin(thread));
    for (const thread of plan.threads) {
      const wantAgain = (node: number): void => {
        if (plan.ownerOf(node) !== thread) this.#wantAgain(node);
      };
      thread.boundariesBefore.forEach(wantAgain);
      for (const { entries, boundariesAfter } of thread.runs) {
        entries.forEach(wantAgain);
        boundariesAfter.forEach(wantAgain);
      }
    }
    for (const thread of this.#threads) this.#goOn(thread);
  }

  /** The content of a node is complete. */
  ready(node: number, steps: readonly Step[]): void {
    if (this.#plan.ownerOf(node) === null) return;
    this.#ready.set(node, steps);
    const waiting = this.#waiting.get(node) ?? [];
    this.#waiting.delete(node);
    for (const thread of waiting) this.#goOn(thread);
  }

  /** No more contents come. Boundaries come last, because a branch repeats those of its first runs. */
  end(): void {
    for (const thread of this.#threads) {
      this.#announce(thread);
      thread.writer.end();
    }
    const all = new Map<PlannedThread, readonly PlacedBoundary[]>();
    for (const { plan, boundaries } of this.#threads) {
      const shared = plan.startsAs === null ? [] : sharedBoundaries(all, plan.startsAs);
      const whole = [...shared, ...boundaries];
      all.set(plan, whole);
      for (const { boundary } of whole) {
        this.#sink.boundary(plan.threadId, { ...boundary, threadId: plan.threadId });
      }
      this.#sink.ended(plan.threadId);
    }
  }

  #begin(plan: PlannedThread): FedThread {
    const boundaries: PlacedBoundary[] = [];
    const { startsAs } = plan;
    const shared = startsAs?.runCount ?? 0;
    const actions = actionsOf(plan, shared);
    const thread: FedThread = {
      plan,
      actions,
      next: actions.next().value,
      hasBegun: false,
      place: { run: -1, isInside: false },
      boundaries,
      writer: new ThreadWriter(this.#sink, this.#options.headerOf(plan), {
        ...(startsAs === null
          ? {}
          : { runsBefore: { count: shared, at: (place: number) => runAt(startsAs.thread, place) } }),
        findsSteps: this.#options.findsSteps,
        onBoundary: (boundary) => boundaries.push({ boundary, ...thread.place }),
      }),
    };
    for (const step of this.#options.instructionsOf?.(plan) ?? []) thread.writer.addInstructions(step);
    return thread;
  }

  #goOn(thread: FedThread): void {
    while (thread.next !== undefined) {
      const action = thread.next;
      const steps = this.#ready.get(action.node);
      if (steps === undefined) {
        const waiting = this.#waiting.get(action.node);
        if (waiting === undefined) this.#waiting.set(action.node, [thread]);
        else waiting.push(thread);
        return;
      }
      this.#do(thread, action, steps);
      // A run's opener is looked at before it is taken.
      if (action.kind !== 'open') this.#take(action.node);
      thread.next = thread.actions.next().value;
    }
  }

  #do(thread: FedThread, action: Action, steps: readonly Step[]): void {
    const { writer, plan } = thread;
    switch (action.kind) {
      case 'open':
        this.#announce(thread);
        writer.openRun(
          action.isHeadless ? null : (steps.find(({ kind }) => kind === 'input') ?? null),
          plan.runs[action.run - (plan.startsAs?.runCount ?? 0)]?.id,
        );
        return;
      case 'put':
        for (const step of steps) this.#put(thread, action, step);
        return;
      case 'boundary':
        for (const step of steps) {
          this.#announce(thread);
          thread.place = { run: action.run, isInside: false };
          writer.boundary(step, 'between');
        }
        return;
    }
  }

  #put(
    thread: FedThread,
    { node, run }: Extract<Action, { readonly kind: 'put' | 'boundary' }>,
    step: Step,
  ): void {
    if (step.kind === 'compaction') {
      thread.place = { run, isInside: true };
      thread.writer.boundary(step, 'inside');
      return;
    }
    const owner = this.#plan.ownerOf(node);
    const copiedFrom =
      step.copiedFrom ??
      (owner === null || owner === thread.plan
        ? this.#options.copiedFrom(node, thread.plan)
        : owner.threadId);
    thread.writer.put(copiedFrom === null ? step : { ...step, copiedFrom });
  }

  /** In the order of the plan, so that a session stands before its branches wherever these begin. */
  #announce(thread: FedThread): void {
    while (!thread.hasBegun) {
      const next = this.#threads[this.#announced];
      if (next === undefined) return;
      this.#announced += 1;
      this.#announceOne(next);
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

  #wantAgain(node: number): void {
    this.#wantedAgain.set(node, (this.#wantedAgain.get(node) ?? 0) + 1);
  }

  #take(node: number): void {
    const others = this.#wantedAgain.get(node) ?? 0;
    if (others === 0) this.#ready.delete(node);
    else this.#wantedAgain.set(node, others - 1);
  }
}

/** Made one by one: a log may have a million. */
function* actionsOf(plan: PlannedThread, shared: number): Generator<Action, undefined> {
  for (const node of plan.boundariesBefore) yield { kind: 'boundary', run: shared - 1, node };
  for (const [index, { opener, entries, boundariesAfter }] of plan.runs.entries()) {
    const run = shared + index;
    const first = opener ?? entries[0];
    if (first !== undefined) yield { kind: 'open', run, node: first, isHeadless: opener === null };
    for (const node of entries) yield { kind: 'put', run, node };
    for (const node of boundariesAfter) yield { kind: 'boundary', run, node };
  }
  return undefined;
}

function sharedBoundaries(
  all: ReadonlyMap<PlannedThread, readonly PlacedBoundary[]>,
  { thread, runCount }: NonNullable<PlannedThread['startsAs']>,
): readonly PlacedBoundary[] {
  return (all.get(thread) ?? []).filter(({ run, isInside }) => run < (isInside ? runCount : runCount - 1));
}
