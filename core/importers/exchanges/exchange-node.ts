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

/** What few messages have. */
interface Rare {
  readonly runName: string | null;
  /** Of the first message of a thread. */
  readonly beginning: ThreadBeginning | null;
  readonly after: readonly Step[];
  /** Given to its first step where that has none. */
  readonly ownId: string | null;
}

const NOTHING_RARE: Rare = { runName: null, beginning: null, after: NO_STEPS, ownId: null };

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
  /** What the model was sent of the way to it; null: all of it. */
  readonly window: ContextWindow | null;
  /** The first message of the thread. */
  readonly root: number;
  /** The model has answered on the way to it. */
  readonly isAnswered: boolean;
  #rare: Rare | null = null;
  #content: StepSource | RequestSource;
  /** Of its content's messages, where that has several. */
  #place: number;
  #signs: string | ReadonlySet<string> | null = null;

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
    if (made.beginning !== undefined && made.beginning !== null) this.#setRare({ beginning: made.beginning });
    this.#content = content.source ?? content;
    this.#place = content.place ?? 0;
  }

  get runName(): string | null {
    return this.#rare?.runName ?? null;
  }

  nameRun(name: string): void {
    this.#setRare({ runName: name });
  }

  get beginning(): ThreadBeginning | null {
    return this.#rare?.beginning ?? null;
  }

  get isCompaction(): boolean {
    return this.kind === 'compaction';
  }

  steps(): readonly Step[] {
    const steps = this.#read();
    const ownId = this.#rare?.ownId ?? null;
    return ownId === null ? steps : withId(steps, ownId);
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
    return this.#rare?.after ?? NO_STEPS;
  }

  addAfter(steps: readonly Step[]): void {
    if (steps.length > 0) this.#setRare({ after: [...this.after, ...steps] });
  }

  /** An answer is this message, and says more of it than a request that repeats it. */
  takeContent(content: StepSource): void {
    this.#content = content.source ?? content;
    this.#place = content.place ?? 0;
  }

  /** For a message that a compaction has to name. */
  nameFirstStep(id: string): void {
    this.#setRare({ ownId: this.#rare?.ownId ?? id });
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

  #setRare(found: Partial<Rare>): void {
    this.#rare = { ...(this.#rare ?? NOTHING_RARE), ...found };
  }

  /** It has been delivered: only its id may be asked for again. */
  forgetContent(): void {
    const id = this.firstId;
    this.#content = id === null ? NOTHING : new Delivered(id);
    if (this.#rare !== null) this.#setRare({ after: NO_STEPS });
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
