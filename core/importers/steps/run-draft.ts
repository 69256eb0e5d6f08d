import { withPending, withReport, type ContextOccupancy } from '../../domain/context-occupancy.ts';
import { messageId, type RunId, type ThreadId } from '../../domain/ids.ts';
import type { InputItem } from '../../domain/input-item.ts';
import type { Message } from '../../domain/message.ts';
import type { ModelCall } from '../../domain/model-call.ts';
import type { RunStatus, ThreadHeader, ThreadRun } from '../../domain/thread.ts';
import { toWireItem } from '../../domain/wire-item.ts';
import { toolCallOf, toolResultOf } from '../../inspect/pair-tool-calls.ts';
import { reportedCall, unreportedCall } from '../readers/usage.ts';
import { AddedInputs } from './added-inputs.ts';
import { itemSize } from './item-size.ts';
import type { CallStep, InputStep, NoticeStep, ReplyStep, RunEnd, Step, StepCall } from './step.ts';

export interface DraftHeader {
  readonly runId: RunId;
  readonly previousRunId: RunId | null;
  readonly thread: Pick<ThreadHeader, 'threadId' | 'conversationId'>;
  readonly headless: boolean;
  /** Steps that stood before the thread's first run. */
  readonly instructions: readonly InputStep[];
  /** What the context held when it began; null when that isn't known. */
  readonly occupancyBefore: ContextOccupancy | null;
}

interface UnpaidReply {
  readonly replyAt: number;
  readonly copied: boolean;
  readonly atMs: number | null;
  /** What had been given to the model before it. */
  readonly inputs: number;
}

interface DraftCall {
  readonly call: ModelCall;
  readonly copied: boolean;
}

/** A run while its steps come in. */
export class RunDraft {
  readonly #header: DraftHeader;
  #undelivered: Message[] = [];
  #undeliveredSize = 0;
  #messageCount = 0;
  readonly #calls: DraftCall[] = [];
  /** Messages whose call is yet to be told. */
  #unpaid: UnpaidReply[] = [];
  readonly #openCallIds = new Set<string>();
  readonly #notices: Record<string, unknown>[] = [];
  readonly #boundariesInside: Record<string, unknown>[] = [];
  #end: RunEnd | null = null;
  /** What the last report came to. */
  #reportedTokens: number | null = null;
  /** What was given to the model since, and since the last reply. */
  readonly #inputs = new AddedInputs();
  #inputsAtReply = 0;
  #firstMs: number | null = null;
  #lastMs: number | null = null;
  #ownSteps = 0;
  #copiedReplies = 0;
  #ownReplies = 0;
  #copiedFrom: ThreadId | null = null;

  constructor(header: DraftHeader) {
    this.#header = header;
  }

  get runId(): RunId {
    return this.#header.runId;
  }

  /** Characters taken in and not handed out by `build` yet. */
  get undelivered(): number {
    return this.#undeliveredSize;
  }

  get hasCopies(): boolean {
    return this.#copiedFrom !== null;
  }

  /** A run that hasn't been answered yet adds its words to what was reported before it. */
  get occupancy(): ContextOccupancy | null {
    if (this.#reportedTokens !== null) {
      return withPending(withReport(this.#reportedTokens), this.#inputs.tokensSince(this.#inputsAtReply));
    }
    const { occupancyBefore } = this.#header;
    if (occupancyBefore === null || this.#copiedReplies + this.#ownReplies > 0) return null;
    return withPending(occupancyBefore, this.#inputs.tokensSince(0));
  }

  put(step: Exclude<Step, { readonly kind: 'compaction' }>): void {
    if (step.atMs !== null) {
      this.#firstMs ??= step.atMs;
      // Lines need not be in the order of their times.
      this.#lastMs = Math.max(this.#lastMs ?? step.atMs, step.atMs);
    }
    const source = step.copiedFrom ?? null;
    if (source !== null) this.#copiedFrom = source;
    else if (step.kind !== 'notice') this.#ownSteps += 1;
    switch (step.kind) {
      case 'input':
        this.#putInput(step);
        return;
      case 'reply':
        this.#putReply(step);
        return;
      case 'call':
        this.#pay(step);
        return;
      case 'notice':
        this.#putNotice(step);
        return;
    }
  }

  /** A summary was made when the run had gone this far; boundaries fall between runs. */
  noteBoundaryInside(summaryId: string): void {
    this.#boundariesInside.push({ summaryId, afterMessages: this.#messageCount });
  }

  /** The run as it stands, with the messages that came in since it was built last. */
  build(): ThreadRun {
    const { runId, previousRunId, thread } = this.#header;
    const messages = this.#undelivered;
    this.#undelivered = [];
    this.#undeliveredSize = 0;
    const copiedFrom = this.#isCopy() ? this.#copiedFrom : null;
    return {
      runId,
      previousRunId,
      threadId: thread.threadId,
      conversationId: thread.conversationId,
      messages,
      createdAtMs: this.#firstMs,
      meta: this.#meta(copiedFrom),
      status: this.#status(),
      calls: this.#allCalls(copiedFrom),
      occupancyAfter: this.occupancy,
      endedAtMs: this.#lastMs === this.#firstMs ? null : this.#lastMs,
      copiedFrom,
    };
  }

  #putInput(step: InputStep): void {
    const message = this.#push(step.id, step.senderId, step.items);
    if (message !== null) this.#inputs.add(message);
  }

  #putReply(step: ReplyStep): void {
    const copied = (step.copiedFrom ?? null) !== null;
    if (copied) this.#copiedReplies += 1;
    else this.#ownReplies += 1;
    this.#end = null;
    // Whoever goes on to speak waits for no result any more.
    if (step.call !== 'same' && step.items.some(isWords)) this.#openCallIds.clear();
    // A call that failed said nothing, and still was a call.
    const message = this.#push(step.id, step.senderId ?? 'assistant', step.items);
    const replyAt = message === null ? null : this.#messageCount - 1;
    if (step.call === 'same') return;
    if (step.call === 'later') {
      if (replyAt !== null)
        this.#unpaid.push({ replyAt, copied, atMs: step.atMs, inputs: this.#inputs.count });
      return;
    }
    this.#addCall(step, step.call, replyAt, this.#inputs.count);
  }

  #pay(step: CallStep): void {
    // A sum over several calls is of none of the replies alone.
    const isSum = step.call.perCall === false;
    const first = isSum ? undefined : this.#unpaid[0];
    if (!isSum) this.#unpaid = [];
    this.#addCall(step, step.call, first?.replyAt ?? null, first?.inputs ?? 0);
  }

  /** @param inputs What had been given to the model before the reply. */
  #addCall(step: ReplyStep | CallStep, call: StepCall, replyAt: number | null, inputs: number): void {
    const copied = (step.copiedFrom ?? null) !== null;
    this.#calls.push({ call: modelCallOf(call, replyAt, step.atMs), copied });
    const total = call.usage?.total ?? null;
    const isContext = call.perCall !== false && replyAt !== null && (call.usage?.prompt ?? null) !== null;
    if (total === null || !isContext) return;
    this.#reportedTokens = total;
    this.#inputsAtReply = inputs;
    this.#inputs.forget(inputs);
  }

  #putNotice(step: NoticeStep): void {
    const { level, text, atMs } = step;
    if (text !== '') this.#notices.push({ level, text, atMs });
    if (step.ends !== null) this.#end = step.ends;
  }

  #push(id: string | null, senderId: string, items: readonly InputItem[]): Message | null {
    if (items.length === 0) return null;
    const fallback = `${this.#header.runId}/${this.#messageCount + 1}`;
    const message: Message = { id: messageId(id ?? fallback), senderId, items };
    this.#undelivered.push(message);
    this.#messageCount += 1;
    for (const item of items) {
      this.#undeliveredSize += itemSize(item);
      const call = toolCallOf(item);
      if (call !== null) this.#openCallIds.add(call.callId);
      const result = toolResultOf(item);
      if (result !== null) this.#openCallIds.delete(result);
    }
    return message;
  }

  /** Everything that was billed in it was billed elsewhere. */
  #isCopy(): boolean {
    if (this.#copiedFrom === null) return false;
    if (this.#copiedReplies + this.#ownReplies === 0) return this.#ownSteps === 0;
    return this.#ownReplies === 0;
  }

  /** Of a run that goes on from a copied beginning, only what it called itself: the rest counts there. */
  #allCalls(copiedFrom: ThreadId | null): readonly ModelCall[] {
    const counts = ({ copied }: { readonly copied: boolean }): boolean => copiedFrom !== null || !copied;
    const told = this.#calls.filter(counts).map(({ call }) => call);
    const untold = this.#unpaid.filter(counts).map(({ replyAt, atMs }) => unreportedCall({ replyAt, atMs }));
    return untold.length === 0 ? told : [...told, ...untold];
  }

  #status(): RunStatus {
    if (this.#end !== null) return this.#end;
    if (this.#header.headless) return 'headless';
    return this.#openCallIds.size > 0 ? 'open' : 'complete';
  }

  /** What is no part of the run's messages is kept beside it. */
  #meta(copiedFrom: ThreadId | null): ThreadRun['meta'] {
    const instructions = this.#header.instructions.flatMap(({ items }) => items.map(toWireItem));
    const elsewhere = copiedFrom === null ? this.#calls.filter(({ copied }) => copied).length : 0;
    return {
      ...(instructions.length === 0 ? {} : { instructions }),
      ...(this.#notices.length === 0 ? {} : { notices: this.#notices }),
      ...(this.#boundariesInside.length === 0 ? {} : { boundaryInsideRun: this.#boundariesInside }),
      ...(elsewhere === 0 ? {} : { callsCountedIn: { threadId: this.#copiedFrom, calls: elsewhere } }),
    };
  }
}

function isWords(item: InputItem): boolean {
  return item.type === 'message' && item.content.length > 0;
}

function modelCallOf(call: StepCall, replyAt: number | null, atMs: number | null): ModelCall {
  const { model, usage, perCall = true } = call;
  const context = { model, replyAt: perCall ? replyAt : null, perCall, atMs };
  const made = usage === null ? unreportedCall(context) : reportedCall(usage, context);
  const answerId = call.answerId ?? null;
  return answerId === null ? made : { ...made, answerId };
}
