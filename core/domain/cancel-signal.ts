/** The part of AbortSignal core uses, so that core compiles with neither DOM nor Node types. */
export interface CancelSignal {
  readonly aborted: boolean;
  throwIfAborted(): void;
}
