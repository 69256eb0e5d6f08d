import type { ThreadId } from '../../domain/ids.ts';
import type { SummaryBoundary } from '../../domain/thread.ts';
import type { InputStep, Step } from '../steps/step.ts';
import { ThreadWriter, type WriterHeader } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { runIdsOf, type PlannedThread, type ThreadPlan } from './plan-threads.ts';

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
      readonly node: number | null;
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
  readonly actions: readonly Action[];
  next: number;
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
  /** How many threads still have to take each node. */
  readonly #wanted = new Map<number, number>();
  readonly #ready = new Map<number, readonly Step[]>();
  readonly #waiting = new Map<number, FedThread[]>();
  #announced = 0;

  constructor(sink: ImportSink, plan: ThreadPlan, options: FeedOptions) {
    this.#sink = sink;
    this.#plan = plan;
    this.#options = options;
    this.#threads = plan.threads.map((thread) => this.#begin(thread));
    for (const { actions } of this.#threads) {
      for (const { node } of actions) {
        if (node !== null) this.#wanted.set(node, (this.#wanted.get(node) ?? 0) + 1);
      }
    }
    for (const thread of this.#threads) this.#goOn(thread);
  }

  /** The content of a node is complete. */
  ready(node: number, steps: readonly Step[]): void {
    if (!this.#wanted.has(node)) return;
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
    }
  }

  #begin(plan: PlannedThread): FedThread {
    const boundaries: PlacedBoundary[] = [];
    const shared = plan.startsAs?.runCount ?? 0;
    const thread: FedThread = {
      plan,
      actions: actionsOf(plan, shared),
      next: 0,
      hasBegun: false,
      place: { run: -1, isInside: false },
      boundaries,
      writer: new ThreadWriter(this.#sink, this.#options.headerOf(plan), {
        runsBefore: plan.startsAs === null ? [] : runIdsOf(plan.startsAs.thread).slice(0, shared),
        findsSteps: this.#options.findsSteps,
        onBoundary: (boundary) => boundaries.push({ boundary, ...thread.place }),
      }),
    };
    for (const step of this.#options.instructionsOf?.(plan) ?? []) thread.writer.addInstructions(step);
    return thread;
  }

  #goOn(thread: FedThread): void {
    for (
      let action = thread.actions[thread.next];
      action !== undefined;
      action = thread.actions[thread.next]
    ) {
      const { node } = action;
      const steps = node === null ? [] : this.#ready.get(node);
      if (node !== null && steps === undefined) {
        const waiting = this.#waiting.get(node);
        if (waiting === undefined) this.#waiting.set(node, [thread]);
        else waiting.push(thread);
        return;
      }
      this.#do(thread, action, steps ?? []);
      if (node !== null) this.#take(node);
      thread.next += 1;
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
    const owner = this.#plan.placeOf(node)?.thread ?? null;
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
    const upTo = startsAs === null ? undefined : runIdsOf(startsAs.thread)[startsAs.runCount - 1];
    if (startsAs !== null && upTo !== undefined) {
      this.#sink.copiedRuns(threadId, startsAs.thread.threadId, upTo);
    }
  }

  #take(node: number): void {
    const left = (this.#wanted.get(node) ?? 1) - 1;
    if (left > 0) {
      this.#wanted.set(node, left);
      return;
    }
    this.#wanted.delete(node);
    this.#ready.delete(node);
  }
}

function actionsOf(plan: PlannedThread, shared: number): readonly Action[] {
  const actions: Action[] = plan.boundariesBefore.map((node) => ({
    kind: 'boundary',
    run: shared - 1,
    node,
  }));
  plan.runs.forEach(({ opener, entries, boundariesAfter }, index) => {
    const run = shared + index;
    actions.push({ kind: 'open', run, node: opener ?? entries[0] ?? null, isHeadless: opener === null });
    for (const node of entries) actions.push({ kind: 'put', run, node });
    for (const node of boundariesAfter) actions.push({ kind: 'boundary', run, node });
  });
  return actions;
}

function sharedBoundaries(
  all: ReadonlyMap<PlannedThread, readonly PlacedBoundary[]>,
  { thread, runCount }: NonNullable<PlannedThread['startsAs']>,
): readonly PlacedBoundary[] {
  return (all.get(thread) ?? []).filter(({ run, isInside }) => run < (isInside ? runCount : runCount - 1));
}
