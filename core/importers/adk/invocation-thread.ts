import { parseInputItem } from '../parse-input-item.ts';
import { GeminiParts } from '../readers/gemini-parts.ts';
import type { CallUsage } from '../readers/usage.ts';
import { inputStep, noticeStep, replyStep, stepCall } from '../steps/make-step.ts';
import { RunNames } from '../steps/run-names.ts';
import type { CompactionStep, InputStep, Step } from '../steps/step.ts';
import { ThreadWriter, type WriterHeader } from '../steps/thread-writer.ts';
import { toolCallOf, toolResultOf } from '../../inspect/pair-tool-calls.ts';
import type { ImportSink } from '../thread-import.ts';
import type { AdkEvent } from './adk-event.ts';

/** What is told of an event's call outside of it. */
export interface EventReport {
  readonly usage: CallUsage | null;
  readonly model: string | null;
}

/** A thread whose runs are invocations, whatever is said in them. */
export class InvocationThread {
  readonly #writer: ThreadWriter;
  readonly #parts = new GeminiParts();
  readonly #names = new RunNames();
  #runCount = 0;
  #invocation: string | null = null;
  /** Steps of an invocation that has not said anything yet. */
  #partial: AdkEvent | null = null;
  #partialText = '';
  readonly #waiting = new Set<string>();
  /** Time and id of every step that a summary may keep. */
  readonly #times: { readonly id: string; readonly atMs: number }[] = [];

  constructor(sink: ImportSink, header: WriterHeader) {
    this.#writer = new ThreadWriter(sink, header, { findsSteps: true });
  }

  addInstructions(step: InputStep): void {
    this.#writer.addInstructions(step);
  }

  add(event: AdkEvent, report: EventReport): void {
    if (event.compaction !== null) {
      this.#writer.boundary(this.#compactionStep(event), 'between');
      if (event.parts.length === 0) return;
    }
    if (event.isPartial) {
      this.#keepPartial(event);
      return;
    }
    const isUsers = event.author === 'user';
    if (!isUsers) this.#partial = null;
    const steps = isUsers ? this.#userSteps(event) : this.#agentSteps(event, report);
    if (steps.length > 0) this.put(event.invocationId, steps);
  }

  /** Steps of an invocation, which opens a run if it isn't the one that goes on. */
  put(invocation: string | null, steps: readonly Step[]): void {
    if (invocation !== this.#invocation || this.#runCount === 0) {
      this.#closeRun();
      const opener = steps.find((step) => step.kind === 'input' && step.role === 'turn') ?? null;
      this.#writer.openRun(opener, this.#names.name(invocation, this.#runCount));
      this.#runCount += 1;
      this.#invocation = invocation;
    }
    for (const step of steps) {
      this.#note(step);
      this.#writer.put(step);
    }
  }

  end(): void {
    this.#closeRun();
    this.#writer.announce();
    this.#writer.end();
  }

  #userSteps({ parts, id, atMs }: AdkEvent): readonly Step[] {
    const { items, hasResults } = this.#parts.input(parts);
    if (items.length === 0) return [];
    return [inputStep(hasResults ? 'result' : 'turn', items, { id, atMs, senderId: 'user' })];
  }

  #agentSteps(event: AdkEvent, report: EventReport): readonly Step[] {
    const { parts, id, atMs, author, longRunning } = event;
    const failure = event.error === null ? [] : [noticeStep('error', event.error, 'error', atMs)];
    const isResult =
      parts.length > 0 && parts.every((part) => 'functionResponse' in part || 'function_response' in part);
    if (isResult) {
      return [
        inputStep('result', this.#parts.input(parts).items, { id, atMs, senderId: author }),
        ...failure,
      ];
    }
    const usage = event.usage ?? report.usage;
    const model = event.model ?? report.model;
    if (parts.length === 0 && usage === null) return failure;
    const items = this.#parts.modelItems(parts);
    for (const item of items) {
      const callId = toolCallOf(item)?.callId;
      if (callId !== undefined && longRunning.has(callId)) this.#waiting.add(callId);
    }
    return [replyStep(items, { id, atMs, senderId: author, call: stepCall(usage, model) }), ...failure];
  }

  /** Pieces add up until the whole comes, or the last of them reports it. */
  #keepPartial(event: AdkEvent): void {
    if (this.#partial?.invocationId !== event.invocationId) this.#partialText = '';
    this.#partialText += event.parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
    this.#partial = event;
  }

  /** A stream that was cut off is kept as far as it came; calls that take long leave the run paused. */
  #closeRun(): void {
    const partial = this.#partial;
    this.#partial = null;
    if (partial !== null && this.#partialText !== '') {
      const item = parseInputItem({
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: this.#partialText }],
      });
      const call = stepCall(partial.usage, partial.model);
      const { id, atMs, author, invocationId } = partial;
      this.put(invocationId, [
        replyStep([item], { id, atMs, senderId: author, call }),
        noticeStep('info', '', 'open', atMs),
      ]);
    }
    this.#partialText = '';
    if (this.#waiting.size > 0 && this.#runCount > 0) this.#writer.put(noticeStep('info', '', 'paused'));
    this.#waiting.clear();
  }

  #note(step: Step): void {
    if (step.kind !== 'input' && step.kind !== 'reply') return;
    if (step.id !== null && step.atMs !== null) this.#times.push({ id: step.id, atMs: step.atMs });
    if (step.kind !== 'input') return;
    for (const item of step.items) this.#waiting.delete(toolResultOf(item) ?? '');
  }

  #compactionStep({ compaction, id, atMs }: AdkEvent): CompactionStep {
    const endMs = compaction?.endMs ?? null;
    const kept = endMs === null ? undefined : this.#times.find((time) => time.atMs > endMs);
    return {
      kind: 'compaction',
      id,
      text: compaction?.text ?? null,
      opaque: false,
      trigger: 'auto',
      tokensBefore: null,
      tokensAfter: null,
      keptFromId: kept?.id ?? null,
      atMs,
    };
  }
}
