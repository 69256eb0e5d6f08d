import type { CutKind } from '../steps/run-cutter.ts';
import type { InputStep, ReplyStep, Step } from '../steps/step.ts';
import type { LoggedMessage, RequestSource } from './exchange.ts';
import type { ContextWindow } from './find-window.ts';

export interface ThreadBeginning {
  /** The conversation as the log names it. */
  readonly threadName: string | null;
  readonly instructions: readonly LoggedMessage[];
}

/** What a message becomes, whenever that is asked for. */
export type StepSource = Pick<LoggedMessage, 'steps' | 'source' | 'place'>;

const NO_STEPS: readonly Step[] = [];

/**
 * A message of the log, once, however often requests repeat it. A class, with lists only where something is in
 * them: a log may have a million of them.
 */
export class ExchangeNode {
  /** The message before it, always a smaller index; -1 for the first of a thread. */
  readonly parent: number;
  kind: CutKind;
  /** The number of what the message says; -1 for a compaction. */
  readonly key: number;
  runName: string | null = null;
  /** What the model was sent of the way to it; null: all of it. */
  readonly window: ContextWindow | null;
  /** The first message of the thread. */
  readonly root: number;
  /** The model has answered on the way to it. */
  readonly isAnswered: boolean;
  /** Of the first message of a thread. */
  readonly beginning: ThreadBeginning | null;
  #content: StepSource | RequestSource;
  /** Of its content's messages, where that has several. */
  #place: number;
  #after: readonly Step[] = NO_STEPS;
  #signs: string | ReadonlySet<string> | null = null;
  /** Given to its first step where that has none. */
  #ownId: string | null = null;

  constructor(
    index: number,
    before: ExchangeNode | null,
    made: Pick<ExchangeNode, 'parent' | 'kind' | 'key'> & Partial<Pick<ExchangeNode, 'window' | 'beginning'>>,
    content: StepSource,
  ) {
    this.parent = made.parent;
    this.kind = made.kind;
    this.key = made.key;
    this.window = made.window ?? before?.window ?? null;
    this.root = before?.root ?? index;
    this.isAnswered = before?.isAnswered === true || made.kind === 'reply';
    this.beginning = made.beginning ?? null;
    this.#content = content.source ?? content;
    this.#place = content.place ?? 0;
  }

  get isCompaction(): boolean {
    return this.kind === 'compaction';
  }

  steps(): readonly Step[] {
    const steps = this.#read();
    return this.#ownId === null ? steps : withId(steps, this.#ownId);
  }

  /** Once, as a reader may count what it has read. */
  #read(): readonly Step[] {
    if ('steps' in this.#content) return this.#content.steps();
    const steps = this.#content.stepsAt(this.#place);
    this.#content = { steps: () => steps };
    return steps;
  }

  /** What belongs behind it without being a message. */
  get after(): readonly Step[] {
    return this.#after;
  }

  addAfter(steps: readonly Step[]): void {
    if (steps.length > 0) this.#after = [...this.#after, ...steps];
  }

  /** An answer is this message, and says more of it than a request that repeats it. */
  takeContent(content: StepSource): void {
    this.#content = content.source ?? content;
    this.#place = content.place ?? 0;
  }

  /** For a message that a compaction has to name. */
  nameFirstStep(id: string): void {
    this.#ownId ??= id;
  }

  get firstId(): string | null {
    return this.steps().find(isMessage)?.id ?? null;
  }

  /** Answers that are this message, by their sign. */
  get hasSign(): boolean {
    return this.#signs !== null;
  }

  isSigned(sign: string): boolean {
    return typeof this.#signs === 'string' ? this.#signs === sign : this.#signs?.has(sign) === true;
  }

  sign(sign: string): void {
    const known = typeof this.#signs === 'string' ? [this.#signs] : (this.#signs ?? []);
    this.#signs = this.#signs === null ? sign : new Set([...known, sign]);
  }

  /** It has been delivered: only its id may be asked for again. */
  forgetContent(): void {
    const id = this.firstId;
    this.#content = id === null ? NOTHING : new Delivered(id);
    this.#after = NO_STEPS;
  }
}

const NOTHING: StepSource = { steps: () => NO_STEPS };

/** What is left of a message. */
class Delivered implements StepSource {
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  steps(): readonly Step[] {
    return [{ kind: 'reply', id: this.#id, items: [], call: 'same', atMs: null }];
  }
}

function isMessage(step: Step): step is InputStep | ReplyStep {
  return step.kind === 'input' || step.kind === 'reply';
}

function withId(steps: readonly Step[], id: string): readonly Step[] {
  const at = steps.findIndex(isMessage);
  return steps.map((step, index) =>
    index === at && isMessage(step) ? { ...step, id: step.id ?? id } : step,
  );
}
