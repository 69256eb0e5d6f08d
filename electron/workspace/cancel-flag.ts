import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import { InspectorError } from '../../core/domain/errors.ts';

// A flag in shared memory and not a message: a worker that is busy reads no messages.

export function newCancelFlag(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

export function setCancelFlag(flag: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(flag), 0, 1);
}

export function cancelSignalOf(flag: SharedArrayBuffer): CancelSignal {
  const cell = new Int32Array(flag);
  return {
    get aborted() {
      return Atomics.load(cell, 0) === 1;
    },
    throwIfAborted() {
      if (Atomics.load(cell, 0) === 1) throw new InspectorError('cancelled', 'This was cancelled.');
    },
  };
}
