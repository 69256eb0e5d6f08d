import type { ThreadRef } from '../../../core/contract.ts';

/** The element id of a thread's row; the list names its active row by it. */
export function rowId(thread: ThreadRef): string {
  return `thread-${thread}`;
}
