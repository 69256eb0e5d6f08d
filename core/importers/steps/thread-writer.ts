import { messageId, summaryId, type RunId } from '../../domain/ids.ts';
import type { SummaryBoundary, ThreadHeader } from '../../domain/thread.ts';
import { oneLine, threadTitle } from '../../domain/thread-title.ts';
import type { ImportSink } from '../thread-import.ts';
import type { CutReceiver } from './run-cutter.ts';
import { RunDraft } from './run-draft.ts';
import { RunNames } from './run-names.ts';
import { StepRuns } from './step-runs.ts';
import type { CompactionStep, InputStep, Step } from './step.ts';

/** Characters; a longer run is delivered in parts, so that one endless run stays out of memory. */
const LONGEST_DELIVERY = 32 * 1024 * 1024;

export type WriterHeader = Omit<ThreadHeader, 'title'> & {
  /** Null: the first words of a user turn. */
  readonly title: string | null;
  /** For a thread without a word. */
  readonly fallbackTitle: string;
};

export interface WriterOptions {
  /** The runs that a branch begins with: how many, and what each is called. */
  readonly runsBefore?: {
    readonly count: number;
    at(place: number): RunId | null;
    /** It tells the names of the thread's own runs too, with which they are opened. */
    readonly tellsAll?: boolean;
  };
  /** True when a compaction may name the step that it kept first; a function where it is known which. */
  readonly findsSteps?: boolean | ((id: string) => boolean);
  /** True: the last run that was copied from another thread is where this one branches off. */
  readonly branchesByCopies?: boolean;
  /** Where boundaries go, which then tells the sink when the thread has ended; by default to the sink. */
  readonly onBoundary?: (boundary: SummaryBoundary) => void;
}

/**
 * Delivers one thread: steps that have been cut into runs go in, runs and boundaries come out as soon as
 * they are whole.
 */
export class ThreadWriter implements CutReceiver<Step> {
  readonly #sink: ImportSink;
  readonly #onBoundary: (boundary: SummaryBoundary) => void;
  readonly #tellsEnd: boolean;
  #header: WriterHeader;
  #announced: Pick<ThreadHeader, 'title' | 'branchOf'> | null = null;
  readonly #branchesByCopies: boolean;
  #lastCopy: ThreadHeader['branchOf'] = null;
  /** The fallback is still the one that was given. */
  #isUntitled = true;
  readonly #instructions: InputStep[] = [];
  readonly #runsBefore: NonNullable<WriterOptions['runsBefore']> | null;
  readonly #tellsAll: boolean;
  /** Of its own runs; made when one is named, for there may be a hundred thousand threads. */
  #names: RunNames | null = null;
  /** With those that it begins with. */
  #runCount: number;
  #runId: RunId | null = null;
  readonly #isNamed: (id: string) => boolean;
  readonly #runOfStep: StepRuns | null;
  #draft: RunDraft | null = null;
  /** The run that is open has something that was not delivered. */
  #hasNews = false;
  #boundaryCount = 0;
  /** A boundary stands behind the run opened last, so that its report tells nothing of the next context. */
  #isShortened = false;

  constructor(sink: ImportSink, header: WriterHeader, options: WriterOptions = {}) {
    const { runsBefore = null, findsSteps = false, branchesByCopies = false, onBoundary } = options;
    this.#sink = sink;
    this.#header = header;
    this.#onBoundary =
      onBoundary ??
      ((boundary) => {
        sink.boundary(header.threadId, boundary);
      });
    this.#tellsEnd = onBoundary === undefined;
    this.#branchesByCopies = branchesByCopies;
    this.#runsBefore = runsBefore;
    this.#tellsAll = runsBefore?.tellsAll === true;
    this.#runCount = runsBefore?.count ?? 0;
    this.#isNamed = typeof findsSteps === 'function' ? findsSteps : () => true;
    this.#runOfStep = findsSteps === false ? null : new StepRuns();
  }

  /** The run that was opened last. */
  get runId(): RunId | null {
    return this.#runId ?? this.#runAt(this.#runCount - 1);
  }

  /** The source names the thread, perhaps after its beginning. */
  rename(title: string): void {
    this.#header = { ...this.#header, title };
    if (this.#announced !== null) this.announce();
  }

  /** Happens by itself before the first run; again when the title has become known. */
  announce(): void {
    const { title, fallbackTitle, ...header } = this.#header;
    const shown = oneLine(title ?? '') || fallbackTitle;
    if (shown === this.#announced?.title && header.branchOf === this.#announced.branchOf) return;
    this.#announced = { title: shown, branchOf: header.branchOf };
    this.#sink.thread({ ...header, title: shown });
  }

  addInstructions(step: InputStep): void {
    this.#instructions.push(step);
  }

  openRun(opener: Step | null, name?: RunId): void {
    const occupancyBefore = this.#draft?.occupancy ?? null;
    this.#deliver();
    const first = this.#runCount === 0;
    const given = opener?.kind === 'input' ? (opener.runId ?? null) : null;
    const previousRunId = this.runId;
    const id = name ?? this.#ownNames().name(given, this.#runCount);
    if (name !== undefined && !this.#tellsAll) this.#ownNames().take(name);
    this.#runCount += 1;
    this.#header = { ...this.#header, title: this.#header.title ?? titleOf(opener) };
    this.announce();
    this.#runId = id;
    this.#hasNews = true;
    this.#draft = new RunDraft({
      runId: id,
      previousRunId,
      thread: this.#header,
      headless: opener === null || opener.kind !== 'input',
      instructions: first ? this.#instructions : [],
      occupancyBefore: this.#isShortened ? null : occupancyBefore,
    });
    this.#isShortened = false;
  }

  put(step: Step): void {
    const draft = this.#draft;
    if (draft === null || step.kind === 'compaction') return;
    if (this.#runOfStep !== null && (step.kind === 'input' || step.kind === 'reply') && step.id !== null) {
      if (this.#isNamed(step.id)) this.#runOfStep.set(step.id, this.#runCount - 1);
    }
    if (this.#isUntitled) this.#takeFallbackTitle(step);
    draft.put(step);
    this.#hasNews = true;
    if (draft.undelivered >= LONGEST_DELIVERY && !draft.hasCopies) this.#deliver();
  }

  boundary(step: Step, place: 'between' | 'inside'): void {
    if (step.kind !== 'compaction') return;
    this.#boundaryCount += 1;
    if (place === 'between') this.#isShortened = true;
    const id = step.id ?? `summary-${this.#boundaryCount}`;
    if (place === 'inside') {
      this.#draft?.noteBoundaryInside(id);
      this.#hasNews = true;
    }
    this.announce();
    this.#onBoundary(this.#boundaryOf(step, id, place));
  }

  /** The run that is open may be gone on with, but not soon: it needn't wait in memory. */
  settle(): void {
    this.#deliver();
  }

  /** No more steps come. */
  end(): void {
    this.#deliver();
    this.#draft = null;
    if (this.#branchesByCopies && this.#lastCopy !== null) {
      this.#header = { ...this.#header, branchOf: this.#lastCopy };
      this.announce();
    }
    if (this.#tellsEnd) this.#sink.ended(this.#header.threadId);
  }

  #ownNames(): RunNames {
    this.#names ??= new RunNames();
    return this.#names;
  }

  #runAt(place: number): RunId | null {
    if (place >= this.#runCount) return null;
    const before = this.#runsBefore?.count ?? 0;
    return this.#tellsAll || place < before
      ? (this.#runsBefore?.at(place) ?? null)
      : this.#ownNames().at(place - before);
  }

  #deliver(): void {
    if (this.#draft === null || !this.#hasNews) return;
    this.#hasNews = false;
    const run = this.#draft.build();
    if (run.copiedFrom !== null) this.#lastCopy = { threadId: run.copiedFrom, runId: run.runId };
    this.#sink.run(this.#header.threadId, run);
  }

  /** What the program was told by a command will do, until somebody says something in words. */
  #takeFallbackTitle(step: Step): void {
    const text = firstText(step)
      .replace(/<[^<>]{1,40}>/g, ' ')
      .trim();
    if (text === '') return;
    this.#isUntitled = false;
    this.#header = { ...this.#header, fallbackTitle: oneLine(text) };
    this.announce();
  }

  #boundaryOf(step: CompactionStep, id: string, place: 'between' | 'inside'): SummaryBoundary {
    const kept = step.keptFromId === null ? null : (this.#runOfStep?.get(step.keptFromId) ?? null);
    const last = this.#runCount - (place === 'between' ? 1 : 2);
    const covered = this.#runAt(kept === null ? last : Math.min(kept - 1, last));
    return {
      summaryId: summaryId(id),
      threadId: this.#header.threadId,
      message:
        step.text === null
          ? null
          : {
              id: messageId(`${id}/summary`),
              senderId: '',
              items: [
                { type: 'message', role: 'system', content: [{ type: 'input_text', text: step.text }] },
              ],
            },
      lastSummarizedRunId: covered,
      createdAtMs: step.atMs,
      madeByRunId: place === 'inside' ? this.runId : null,
      trigger: step.trigger,
      tokensBefore: step.tokensBefore,
      tokensAfter: step.tokensAfter,
      opaque: step.opaque,
      ...(covered === null ? { coversAbsentRuns: true } : {}),
    };
  }
}

function titleOf(step: Step | null): string | null {
  if (step?.kind !== 'input') return null;
  const title = threadTitle([{ id: messageId(''), senderId: '', items: step.items }]);
  return title === '' ? null : title;
}

function firstText(step: Step): string {
  const [item] = step.kind === 'input' ? step.items : [];
  if (item?.type !== 'message') return '';
  const [part] = typeof item.content === 'string' ? [] : item.content;
  const text =
    typeof item.content === 'string' ? item.content : part !== undefined && 'text' in part ? part.text : '';
  return text.slice(0, 400);
}
