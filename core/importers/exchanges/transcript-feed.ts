import { conversationId, threadId } from '../../domain/ids.ts';
import { stableId } from '../readers/stable-id.ts';
import type { RunNames } from '../steps/run-names.ts';
import { SteeringMarker } from '../steps/steering-marker.ts';
import { StepThread } from '../steps/step-thread.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';
import type { Step } from '../steps/step.ts';
import { titleOf } from '../steps/title-of.ts';
import type { ImportSink } from '../thread-import.ts';

/** Messages behind the instructions that tell a thread from others, and stay the same while it grows. */
const TELLING_MESSAGES = 2;

export interface TranscriptNames {
  /** As the source calls the thread; null: named after its beginning. */
  readonly name: string | null;
  readonly title: string | null;
}

export interface TranscriptTarget {
  readonly sink: ImportSink;
  readonly format: string;
  /** Of the ids of threads that the source doesn't name. */
  readonly prefix: string;
  /** Those of the file. */
  readonly names: RunNames;
}

/** A thread whose messages come once, in order. Only its beginning is held back, to name it. */
export class TranscriptFeed {
  readonly #target: TranscriptTarget;
  readonly #given: TranscriptNames;
  #held: { readonly words: string; readonly steps: readonly Step[] }[] = [];
  #telling = 0;
  #thread: { readonly marker: SteeringMarker; readonly thread: StepThread } | null = null;

  constructor(target: TranscriptTarget, given: TranscriptNames) {
    this.#target = target;
    this.#given = given;
  }

  /**
   * @param words What the message says.
   * @param steps What it becomes; none for one that is left out.
   */
  add(words: string, steps: readonly Step[]): void {
    if (this.#thread !== null) {
      for (const step of steps) this.#thread.marker.add(step);
      return;
    }
    this.#held.push({ words, steps });
    if (steps.some((step) => step.kind !== 'input' || step.role !== 'instructions')) this.#telling += 1;
    if (this.#telling === TELLING_MESSAGES) this.#begin();
  }

  /** No more messages come. */
  end(): void {
    const { marker, thread } = this.#thread ?? this.#begin();
    marker.end();
    thread.end();
  }

  #begin(): { readonly marker: SteeringMarker; readonly thread: StepThread } {
    const { sink, format, prefix, names } = this.#target;
    const { name, title } = this.#given;
    const steps = this.#held.flatMap((message) => message.steps);
    const beginning = this.#held.map(({ words }) => words).join('\n');
    const id = names.name(name ?? stableId(prefix, beginning), 0);
    const said = steps.filter((step) => step.kind !== 'input' || step.role !== 'instructions');
    const header: WriterHeader = {
      threadId: threadId(id),
      namespace: 'default',
      conversationId: conversationId(name ?? id),
      format,
      title,
      fallbackTitle: titleOf(said) ?? id,
      branchOf: null,
    };
    const thread = new StepThread(sink, header, { findsSteps: true });
    const marker = new SteeringMarker((step) => {
      thread.add(step);
    });
    this.#held = [];
    this.#thread = { marker, thread };
    for (const step of steps) marker.add(step);
    return this.#thread;
  }
}
