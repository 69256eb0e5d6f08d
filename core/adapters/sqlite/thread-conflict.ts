import type { RunId, ThreadId } from '../../domain/ids.ts';

/** The file's thread says something else than the thread that is stored under its id. */
export class ThreadConflict extends Error {
  readonly thread: ThreadId;
  readonly run: RunId | null;

  constructor(thread: ThreadId, run: RunId | null) {
    super(`thread ${thread} contradicts the one that is stored`);
    this.thread = thread;
    this.run = run;
  }
}
