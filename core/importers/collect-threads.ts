import type { RunId, ThreadId } from '../domain/ids.ts';
import type { SummaryBoundary, ThreadDocument, ThreadHeader, ThreadRun } from '../domain/thread.ts';
import type { ImportProblem, ImportSink } from './thread-import.ts';

export interface ThreadCollector {
  readonly sink: ImportSink;
  readonly warnings: readonly ImportProblem[];
  readonly errors: readonly ImportProblem[];
  /** Everything delivered so far, threads in the order they were announced. */
  threads(): readonly ThreadDocument[];
}

interface CollectedThread {
  header: ThreadHeader;
  prefix: { readonly from: ThreadId; readonly upTo: RunId } | null;
  readonly runs: Map<RunId, ThreadRun>;
  readonly boundaries: SummaryBoundary[];
}

/** A sink that keeps whole threads in memory: for one file, for tests, and for whoever shows it at once. */
export function collectThreads(): ThreadCollector {
  const collected = new Map<ThreadId, CollectedThread>();
  const warnings: ImportProblem[] = [];
  const errors: ImportProblem[] = [];

  const threadOf = (id: ThreadId): CollectedThread => {
    const thread = collected.get(id);
    if (thread === undefined) throw new Error(`thread ${id} was not announced before its contents`);
    return thread;
  };

  const sink: ImportSink = {
    thread: (header) => {
      const known = collected.get(header.threadId);
      if (known !== undefined) known.header = header;
      else collected.set(header.threadId, { header, prefix: null, runs: new Map(), boundaries: [] });
    },
    run: (thread, run) => {
      const { runs } = threadOf(thread);
      const earlier = runs.get(run.runId);
      runs.set(run.runId, earlier === undefined ? run : withIncrement(earlier, run));
    },
    copiedRuns: (branch, from, upTo) => {
      threadOf(branch).prefix = { from, upTo };
    },
    boundary: (thread, boundary) => {
      threadOf(thread).boundaries.push(boundary);
    },
    ended: () => undefined,
    warning: (problem) => {
      warnings.push(problem);
    },
    error: (problem) => {
      errors.push(problem);
    },
  };

  return {
    sink,
    warnings,
    errors,
    threads: () =>
      [...collected.values()].map((thread) => ({
        ...thread.header,
        runs: [...prefixRuns(collected, thread), ...thread.runs.values()],
        boundaries: [...thread.boundaries],
      })),
  };
}

function withIncrement(earlier: ThreadRun, later: ThreadRun): ThreadRun {
  const messages = later.messages.length === 0 ? earlier.messages : [...earlier.messages, ...later.messages];
  return {
    ...earlier,
    messages,
    status: later.status,
    calls: later.calls,
    occupancyAfter: later.occupancyAfter,
    endedAtMs: later.endedAtMs,
    meta: Object.keys(later.meta).length === 0 ? earlier.meta : later.meta,
    ...(later.reopened === true ? { reopened: true } : {}),
  };
}

/** Walks up from branch to branch; a chain of branches may be long, so without recursion. */
function prefixRuns(
  collected: ReadonlyMap<ThreadId, CollectedThread>,
  branch: CollectedThread,
): readonly ThreadRun[] {
  const pieces: ThreadRun[][] = [];
  const seen = new Set<CollectedThread>([branch]);
  let prefix = branch.prefix;
  while (prefix !== null) {
    const { from, upTo } = prefix;
    const source = collected.get(from);
    if (source === undefined || seen.has(source)) break;
    seen.add(source);
    const own = [...source.runs.values()];
    const end = own.findIndex((run) => run.runId === upTo);
    // A run that isn't the source's own stands in the prefix of the source.
    if (end >= 0)
      pieces.push(own.slice(0, end + 1).map((run) => ({ ...run, copiedFrom: run.copiedFrom ?? from })));
    prefix = source.prefix === null || end >= 0 ? source.prefix : { from: source.prefix.from, upTo };
  }
  return pieces.reverse().flat();
}
