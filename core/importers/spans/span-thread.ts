import { conversationId, runId, type RunId, type ThreadId } from '../../domain/ids.ts';
import { noticeStep, replyStep } from '../steps/make-step.ts';
import { RunCutter } from '../steps/run-cutter.ts';
import { RunNames } from '../steps/run-names.ts';
import { cutKindOf } from '../steps/step-thread.ts';
import type { CallStep, ReplyStep, Step } from '../steps/step.ts';
import { ThreadWriter } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { pairResults } from './pair-results.ts';
import { isTurn, type SaidMessage } from './said-message.ts';
import type { Span } from './span.ts';
import {
  asResultOf,
  BLANK_TURN,
  compactionStep,
  isInstructionStep,
  messageStep,
  ownFrom,
  saidBy,
  stepCallOf,
  withInstructions,
} from './span-steps.ts';
import { SpanTranscript, type NamedMessage, type Shortening } from './span-transcript.ts';
import { isSum, type SpanNode } from './span-tree.ts';
import { endOf, startOf, type Trace } from './trace.ts';

export interface SpanThreadHeader {
  readonly id: ThreadId;
  readonly format: string;
  readonly fallbackTitle: string;
  /** The thread whose run started this one. */
  readonly starter: SpanThread | null;
  /** The first trace of it. */
  readonly trace: Trace;
}

/** A thread while its traces come in, oldest first. */
export class SpanThread {
  readonly id: ThreadId;
  readonly #conversation: string;
  readonly #writer: ThreadWriter;
  readonly #transcript = new SpanTranscript();
  readonly #names = new RunNames();
  #runCount = 0;
  #trace: Trace | null = null;
  /** What the run of the trace is called, whether it has begun or not. */
  #runName: RunId = runId('');
  #isOpen = false;
  #agentRun: string | null = null;
  /** Another thread names the run of the trace, so it has to be there. */
  #isNamed = false;
  /** Billed, and of no message. */
  #asides: CallStep[] = [];
  #tools: Span[] = [];
  /** Threads that its runs started. */
  #started: SpanThread[] = [];

  constructor(sink: ImportSink, { id, format, fallbackTitle, starter, trace }: SpanThreadHeader) {
    this.id = id;
    this.#conversation = starter === null ? (trace.conversation ?? id) : starter.#conversation;
    if (starter !== null) starter.#started.push(this);
    const started = starter === null ? trace.startedBy : { threadId: starter.id, runId: starter.#nameRun() };
    const startedBy = started === undefined ? {} : { startedBy: started };
    const conversation = conversationId(this.#conversation);
    this.#writer = new ThreadWriter(
      sink,
      {
        threadId: id,
        namespace: 'default',
        conversationId: conversation,
        format,
        title: null,
        fallbackTitle,
        branchOf: null,
        ...startedBy,
      },
      { findsSteps: true },
    );
  }

  openTrace(trace: Trace): void {
    if (this.#trace === trace) return;
    this.#trace = trace;
    this.#agentRun = null;
    this.#runName = this.#names.name(trace.id, this.#runCount);
  }

  /** @param agentRun The agent whose work is a run of its own; null: the trace is the run. */
  addCall(node: SpanNode, agentRun: string | null): void {
    const { span } = node;
    const atMs = span.endMs ?? span.startMs;
    const perCall = !isSum(node);
    if (span.kind === 'other' || (!perCall && node.hasModelBelow)) {
      this.#asides.push({ kind: 'call', call: stepCallOf(span, perCall), atMs });
      return;
    }
    const input = withInstructions(
      saidBy(node, (known) => known.input()),
      node,
    );
    const { fresh, shortening } = this.#transcript.addRequest(input, !this.#isOpen);
    const isNewTask = input.length === 0 || fresh.some(({ message }) => isTurn(message));
    if (this.#isOpen && agentRun !== this.#agentRun && isNewTask) {
      this.#closeRun(null);
      this.#runName = this.#names.name(agentRun, this.#runCount);
    }
    if (!this.#isOpen) {
      this.#openRun(fresh, shortening, this.#agentRun === null ? this.#startMs(span.startMs) : span.startMs);
      this.#agentRun = agentRun;
    } else {
      if (shortening !== null) this.#writer.boundary(compactionStep(shortening, span.startMs), 'inside');
      for (const message of fresh) this.#put(messageStep(message, this.#transcript, span.startMs));
    }
    this.#putOutput(
      saidBy(node, (known) => known.output()),
      stepCallOf(span, perCall),
      atMs,
    );
    if (span.failure !== null) this.#put(noticeStep('error', span.failure, 'error', atMs));
  }

  addTool(span: Span): void {
    this.#tools.push(span);
  }

  /** A trace of which only what it was given and what came of it were kept. */
  addBare(trace: Trace): void {
    const { fresh, shortening } = this.#transcript.addRequest(trace.input(), true);
    const startMs = startOf(trace);
    this.#openRun(fresh, shortening, startMs);
    this.#putOutput(trace.output(), null, trace.endMs ?? startMs);
  }

  /** Nothing more of the trace comes. */
  endTrace(): void {
    const hasRest = this.#asides.length + this.#tools.length > 0;
    if (!this.#isOpen && (hasRest || this.#isNamed)) this.#openRun([], null, this.#startMs(null));
    this.#isNamed = false;
    if (this.#isOpen) this.#closeRun(this.#trace === null ? null : endOf(this.#trace));
    this.#trace = null;
    this.#writer.settle();
  }

  end(): void {
    this.#writer.end();
  }

  /** Threads that were started since this was asked before. */
  takeStarted(): readonly SpanThread[] {
    const started = this.#started;
    this.#started = [];
    return started;
  }

  #nameRun(): RunId {
    this.#isNamed = !this.#isOpen;
    return this.#runName;
  }

  #startMs(otherwise: number | null): number | null {
    return (this.#trace === null ? null : startOf(this.#trace)) ?? otherwise;
  }

  #openRun(fresh: readonly NamedMessage[], shortening: Shortening | null, atMs: number | null): void {
    const own = ownFrom(fresh);
    if (own > 0) this.#putEarlierRuns(fresh.slice(0, own));
    if (shortening !== null) this.#writer.boundary(compactionStep(shortening, atMs), 'between');
    const steps = fresh.slice(own).map((message) => messageStep(message, this.#transcript, atMs));
    const said = steps.filter((step) => !isInstructionStep(step));
    if (this.#runCount === 0)
      for (const step of steps.filter(isInstructionStep)) this.#writer.addInstructions(step);
    const turn = said.find((step) => step.kind === 'input' && step.role === 'turn');
    const isBlank = said.length === 0 && this.#tools.length === 0;
    this.#writer.openRun(turn ?? (isBlank ? BLANK_TURN : null), this.#runName);
    for (const step of this.#runCount === 0 ? said : steps) this.#put(step);
    this.#runCount += 1;
    this.#isOpen = true;
  }

  /** Turns that the first request repeats, and no trace of the source holds. */
  #putEarlierRuns(messages: readonly NamedMessage[]): void {
    const cutter = new RunCutter<Step>(
      {
        openRun: (opener) => {
          this.#writer.openRun(opener, this.#names.name(null, this.#runCount));
          this.#runCount += 1;
        },
        put: (step) => {
          this.#put(step);
        },
        boundary: () => undefined,
      },
      cutKindOf,
    );
    for (const message of messages) {
      const step = messageStep(message, this.#transcript, null);
      if (isInstructionStep(step) && this.#runCount === 0) this.#writer.addInstructions(step);
      else cutter.add(step);
    }
    cutter.end();
  }

  /** @param call Null: the output is known, and no request is told of. */
  #putOutput(
    output: readonly SaidMessage[],
    call: Exclude<ReplyStep['call'], string> | null,
    atMs: number | null,
  ): void {
    const first = output.findIndex(({ role }) => role === 'assistant');
    // A request that failed said nothing, and still was one.
    if (first < 0 && call !== null) this.#put(replyStep([], { atMs, call }));
    output.forEach((message, at) => {
      const named = this.#transcript.add(message);
      this.#put(messageStep(named, this.#transcript, atMs, at === first && call !== null ? call : 'same'));
    });
  }

  #put(step: Step): void {
    this.#writer.put(isInstructionStep(step) ? { ...step, role: 'context' } : step);
  }

  #closeRun(endMs: number | null): void {
    for (const { tool, callId } of pairResults(this.#tools, this.#transcript)) {
      for (const message of tool.output()) {
        const named = this.#transcript.add(asResultOf(message, callId, tool.name));
        this.#put(messageStep(named, this.#transcript, tool.endMs ?? tool.startMs));
      }
    }
    for (const aside of this.#asides) this.#put(aside);
    // The run ends when its trace does, whatever came last.
    if (endMs !== null) this.#put(noticeStep('info', '', null, endMs));
    this.#tools = [];
    this.#asides = [];
    this.#isOpen = false;
  }
}
