import { InspectorError } from '../../domain/errors.ts';
import type { CancelSignal } from '../../domain/cancel-signal.ts';

/** Core asks for no more than can be polled; whoever calls it from Node or a window passes the real thing. */
export function toAbortSignal(signal: CancelSignal | undefined): AbortSignal | undefined {
  if (signal === undefined || signal instanceof AbortSignal) return signal;
  return signal.aborted ? AbortSignal.abort() : undefined;
}

export function cancelledError(): InspectorError {
  return new InspectorError('cancelled', 'the model call was cancelled');
}

/** True too for a signal that was aborted since it was last asked; a plain read would be taken as settled. */
export function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

/** Aborts when nothing has come for `timeoutMs`: an answer's first byte is no promise of its last. */
export class StallWatch {
  /** Aborted by a stall, and by the caller's own signal. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(timeoutMs: number, signal: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    const own = this.#controller.signal;
    this.signal = signal === undefined ? own : AbortSignal.any([own, signal]);
  }

  get hasStalled(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Something has arrived; the watch begins with the first call. */
  touch(): void {
    this.#timer ??= setTimeout(() => {
      this.#controller.abort();
    }, this.#timeoutMs);
    this.#timer.refresh();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
