import type { Message } from '../../domain/message.ts';
import { estimateMessagesTokens } from '../../domain/token-estimate.ts';

/**
 * What was given to the model, for an estimate of what came behind a report. Most of it is forgotten with
 * the next report and never estimated, which would cost more than the rest of an import.
 */
export class AddedInputs {
  #messages: Message[] = [];
  /** Inputs before the first that is remembered. */
  #forgotten = 0;

  get count(): number {
    return this.#forgotten + this.#messages.length;
  }

  add(message: Message): void {
    this.#messages.push(message);
  }

  /** The first `count` aren't asked for any more. */
  forget(count: number): void {
    this.#messages = this.#messages.slice(count - this.#forgotten);
    this.#forgotten = count;
  }

  /** Estimate of all but the first `count`. */
  tokensSince(count: number): number {
    return estimateMessagesTokens(this.#messages.slice(Math.max(0, count - this.#forgotten)));
  }
}
