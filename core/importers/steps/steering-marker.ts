import { toolCallOf, toolResultOf } from '../../inspect/pair-tool-calls.ts';
import type { InputItem } from '../../domain/input-item.ts';
import type { InputStep, Step } from './step.ts';

/**
 * Tells steering from a new turn while steps pass through: what a user says between a tool call and its
 * result goes on with the run. Such words are held back until the next reply or result shows which they are.
 */
export class SteeringMarker {
  readonly #next: (step: Step) => void;
  readonly #openCalls = new Set<string>();
  #held: Step[] = [];

  constructor(next: (step: Step) => void) {
    this.#next = next;
  }

  add(step: Step): void {
    if (step.kind === 'reply') {
      this.#release(false);
      this.#note(step.items);
      this.#next(step);
      return;
    }
    if (step.kind === 'input' && step.role === 'result') {
      this.#release(step.items.some((item) => this.#openCalls.has(toolResultOf(item) ?? '')));
      this.#note(step.items);
      this.#next(step);
      return;
    }
    if (this.#held.length > 0 || (isTurn(step) && this.#openCalls.size > 0)) this.#held.push(step);
    else this.#next(step);
  }

  /** No more steps come. */
  end(): void {
    this.#release(false);
  }

  #release(isSteering: boolean): void {
    if (this.#held.length === 0) return;
    for (const step of this.#held)
      this.#next(isSteering && isTurn(step) ? { ...step, role: 'context' } : step);
    this.#held = [];
    // A new turn gives up what was still open.
    if (!isSteering) this.#openCalls.clear();
  }

  #note(items: readonly InputItem[]): void {
    for (const item of items) {
      const call = toolCallOf(item);
      if (call !== null) this.#openCalls.add(call.callId);
      const result = toolResultOf(item);
      if (result !== null) this.#openCalls.delete(result);
    }
  }
}

function isTurn(step: Step): step is InputStep {
  return step.kind === 'input' && step.role === 'turn';
}
