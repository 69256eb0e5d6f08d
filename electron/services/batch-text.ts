export interface TextBatch {
  readonly add: (piece: string) => void;
  /** Sends what is left now. */
  readonly flush: () => void;
}

/** Joins pieces that arrive close together, so that each message is worth its cost. */
export function batchText(everyMs: number, send: (together: string) => void): TextBatch {
  let waiting = '';
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (waiting === '') return;
    const together = waiting;
    waiting = '';
    send(together);
  };
  return {
    add: (piece) => {
      waiting += piece;
      timer ??= setTimeout(flush, everyMs);
    },
    flush,
  };
}
