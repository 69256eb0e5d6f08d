import type { ThreadId } from '../domain/ids.ts';
import type { ModelCall } from '../domain/model-call.ts';
import type { ThreadDocument, ThreadRun } from '../domain/thread.ts';

/**
 * Sessions that are resumed or forked into a file of their own begin with a copy of what came before, calls and
 * all. An importer sees one file; here, where several are looked at together, a run all of whose calls were
 * answered in a file before is marked as a copy of that thread's, so that it counts once.
 *
 * @param files The threads of each file, in order: the first file that holds an answer keeps it.
 */
export function markCopiedRuns(
  files: readonly (readonly ThreadDocument[])[],
): readonly (readonly ThreadDocument[])[] {
  const answeredIn = new Map<string, ThreadId>();
  return files.map((threads) => {
    const marked = threads.map((thread) => withCopies(thread, answeredIn));
    for (const { threadId, runs } of marked) {
      for (const { calls, copiedFrom } of runs) {
        if (copiedFrom === null) for (const key of calls.flatMap(keyOf)) answeredIn.set(key, threadId);
      }
    }
    return marked;
  });
}

function withCopies(thread: ThreadDocument, answeredIn: ReadonlyMap<string, ThreadId>): ThreadDocument {
  const runs = thread.runs.map((run): ThreadRun => {
    const origin = run.copiedFrom === null ? originOf(run, answeredIn) : null;
    return origin === null ? run : { ...run, copiedFrom: origin };
  });
  return runs.some((run, index) => run !== thread.runs[index]) ? { ...thread, runs } : thread;
}

/** The thread that holds every call of the run already. */
function originOf({ calls }: ThreadRun, answeredIn: ReadonlyMap<string, ThreadId>): ThreadId | null {
  const origins = new Set(calls.map((call) => keyOf(call).map((key) => answeredIn.get(key))[0]));
  const [origin] = origins;
  return origins.size === 1 && origin !== undefined ? origin : null;
}

/**
 * What tells a run's answers from those of every other run; empty unless the source names each of them, since
 * a run is a copy only as a whole.
 */
export function answerKeys(calls: readonly ModelCall[]): readonly string[] {
  const keys = calls.flatMap(keyOf);
  return keys.length === calls.length ? keys : [];
}

/** Names of answers alone may be made up, and then the same everywhere; not so together with what was billed. */
function keyOf({ answerId, model, prompt, output }: ModelCall): readonly string[] {
  return answerId === undefined ? [] : [JSON.stringify([answerId, model, prompt, output])];
}
