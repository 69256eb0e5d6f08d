import type { InputItem } from '../../domain/input-item.ts';
import type { StepThread } from '../steps/step-thread.ts';
import type { ReplyStep, Step } from '../steps/step.ts';

/**
 * Holds a reply and what followed it until its turn ends: a tool may run that the reply didn't ask for,
 * and its call belongs to the reply all the same.
 */
export class TurnBuffer {
  readonly thread: StepThread;
  #reply: ReplyStep | null = null;
  #held: Step[] = [];

  constructor(thread: StepThread) {
    this.thread = thread;
  }

  add(step: Step): void {
    if (step.kind === 'reply') {
      this.release();
      this.#reply = step;
    } else if (this.#reply !== null && step.kind === 'input' && step.role === 'result') {
      this.#held.push(step);
    } else {
      this.release();
      this.thread.add(step);
    }
  }

  addCall(item: InputItem, atMs: number | null): void {
    if (this.#reply === null) {
      this.thread.add({ kind: 'reply', id: null, items: [item], call: 'same', atMs });
    } else {
      this.#reply = { ...this.#reply, items: [...this.#reply.items, item] };
    }
  }

  /** The turn has ended. */
  release(): void {
    if (this.#reply === null) return;
    this.thread.add(this.#reply);
    for (const step of this.#held) this.thread.add(step);
    this.#reply = null;
    this.#held = [];
  }

  end(): void {
    this.release();
    this.thread.end();
  }
}
