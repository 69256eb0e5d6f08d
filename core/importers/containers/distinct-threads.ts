import { threadId, type ThreadId } from '../../domain/ids.ts';
import { oneLine } from '../../domain/thread-title.ts';
import type { ThreadHeader } from '../../domain/thread.ts';
import type { ImportProblem, ImportSink } from '../thread-import.ts';

/**
 * Lets several files deliver into one sink: a thread whose id another file has used is kept beside it under a
 * number of its own, and problems say which file they are of.
 */
export class DistinctThreads {
  readonly #sink: ImportSink;
  readonly #taken = new Set<ThreadId>();

  constructor(sink: ImportSink) {
    this.#sink = sink;
  }

  get threadCount(): number {
    return this.#taken.size;
  }

  /** @param label Put before what is said about the file; null: nothing is. */
  sinkOf(label: string | null): ImportSink {
    const sink = this.#sink;
    const ids = new Map<ThreadId, ThreadId>();
    const labelled = (problem: ImportProblem): ImportProblem =>
      label === null ? problem : { ...problem, message: `${label}: ${problem.message}` };
    /** A thread that isn't of this file keeps its id. */
    const idOf = (id: ThreadId): ThreadId => ids.get(id) ?? id;

    return {
      thread: (header) => {
        if (!ids.has(header.threadId))
          this.#take(header, ids, (problem) => {
            sink.warning(labelled(problem));
          });
        sink.thread(renamed(header, idOf));
      },
      run: (thread, run, record) => {
        const id = idOf(thread);
        if (id === thread) sink.run(id, run, record);
        // The record names the thread as the file does.
        else
          sink.run(id, {
            ...run,
            threadId: id,
            copiedFrom: run.copiedFrom === null ? null : idOf(run.copiedFrom),
          });
      },
      copiedRuns: (branch, from, upTo) => {
        sink.copiedRuns(idOf(branch), idOf(from), upTo);
      },
      boundary: (thread, boundary) => {
        const id = idOf(thread);
        sink.boundary(id, id === thread ? boundary : { ...boundary, threadId: id });
      },
      ended: (thread) => {
        sink.ended(idOf(thread));
      },
      warning: (problem) => {
        sink.warning(labelled(problem));
      },
      error: (problem) => {
        sink.error(labelled(problem));
      },
    };
  }

  #take(header: ThreadHeader, ids: Map<ThreadId, ThreadId>, warn: (problem: ImportProblem) => void): void {
    const { threadId: given } = header;
    let id = given;
    for (let number = 2; this.#taken.has(id); number += 1) id = threadId(`${given} (${number})`);
    this.#taken.add(id);
    ids.set(given, id);
    if (id === given) return;
    warn({
      code: 'repeated-thread',
      line: null,
      message: `Thread ${oneLine(given)} stands in another file of the archive as well; this one was kept beside it as “${oneLine(id)}”.`,
    });
  }
}

function renamed(header: ThreadHeader, idOf: (id: ThreadId) => ThreadId): ThreadHeader {
  const { branchOf, startedBy } = header;
  return {
    ...header,
    threadId: idOf(header.threadId),
    branchOf: branchOf === null ? null : { ...branchOf, threadId: idOf(branchOf.threadId) },
    ...(startedBy === undefined || startedBy === null
      ? {}
      : { startedBy: { ...startedBy, threadId: idOf(startedBy.threadId) } }),
  };
}
