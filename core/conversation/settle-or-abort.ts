import type { CancelSignal } from '../domain/cancel-signal.ts';

/** As much of AbortSignal as it takes to hear of an abort, and not only to ask for it. */
export interface AbortSignalLike extends CancelSignal {
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export type Settled<Value> = { readonly aborted: false; readonly value: Value } | { readonly aborted: true };

/** Waits for the work, but no longer than until the signal is aborted; what it then does is ignored. */
export async function settleOrAbort<Value>(
  work: Promise<Value>,
  signal: AbortSignalLike | undefined,
): Promise<Settled<Value>> {
  if (signal === undefined) return { aborted: false, value: await work };
  let stopListening = (): void => undefined;
  const aborted = new Promise<Settled<Value>>((resolve) => {
    const onAbort = (): void => {
      resolve({ aborted: true });
    };
    signal.addEventListener('abort', onAbort);
    stopListening = () => {
      signal.removeEventListener('abort', onAbort);
    };
    if (signal.aborted) onAbort();
  });
  try {
    return await Promise.race([work.then((value) => ({ aborted: false, value }) as const), aborted]);
  } finally {
    stopListening();
  }
}
