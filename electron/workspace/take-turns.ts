/** Long work in a thread that answers requests: others get their turn at least this often. */
const TURN_MS = 15;

export interface Turns {
  /** Waits when the turn is over, so that whoever waits is served first. */
  pass(): Promise<void>;
}

export function takeTurns(): Turns {
  let startedAt = performance.now();
  return {
    pass: async () => {
      if (performance.now() - startedAt < TURN_MS) return;
      await new Promise<void>((resolve) => setImmediate(resolve));
      startedAt = performance.now();
    },
  };
}
