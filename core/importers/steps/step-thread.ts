import type { RunId } from '../../domain/ids.ts';
import type { ImportSink } from '../thread-import.ts';
import { RunCutter, type CutKind } from './run-cutter.ts';
import type { InputStep, Step } from './step.ts';
import { ThreadWriter, type WriterHeader } from './thread-writer.ts';

/** A thread whose steps come one after the other: cuts them into runs and delivers these. */
export class StepThread {
  readonly #writer: ThreadWriter;
  readonly #cutter: RunCutter<Step>;
  #hasBegun = false;

  /** @param options As ThreadWriter has them. */
  constructor(
    sink: ImportSink,
    header: WriterHeader,
    options: ConstructorParameters<typeof ThreadWriter>[2] = {},
  ) {
    this.#writer = new ThreadWriter(sink, header, options);
    this.#cutter = new RunCutter<Step>(this.#writer, cutKindOf);
  }

  /** The run that was opened last. */
  get runId(): RunId | null {
    return this.#writer.runId;
  }

  add(step: Step): void {
    if (step.kind === 'input' && step.role === 'instructions' && !this.#hasBegun) {
      this.#writer.addInstructions(step);
      return;
    }
    if (step.kind === 'input' || step.kind === 'reply') this.#hasBegun = true;
    this.#cutter.add(step);
  }

  /** Of the whole thread: they stand beside its first run, and are lost once that has begun. */
  addInstructions(step: InputStep): void {
    if (!this.#hasBegun) this.#writer.addInstructions(step);
  }

  rename(title: string): void {
    this.#writer.rename(title);
  }

  /** No more steps come. A thread without any is announced all the same. */
  end(): void {
    this.#cutter.end();
    this.#writer.announce();
    this.#writer.end();
  }
}

export function cutKindOf(step: Step): CutKind {
  switch (step.kind) {
    case 'input':
      return step.role === 'instructions' ? 'context' : step.role;
    case 'reply':
      return 'reply';
    case 'call':
      return 'aside';
    case 'compaction':
      return 'compaction';
    case 'notice':
      return 'note';
  }
}
