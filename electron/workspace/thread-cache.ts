import { FactIndexBuilder, type FactIndex } from '../../core/facts/fact-index.ts';
import { profiledRun, readThreadProfile } from '../../core/adapters/sqlite/read-thread-profile.ts';
import { headerOf } from '../../core/adapters/sqlite/refresh-thread.ts';
import { storedInstructionTokens } from '../../core/adapters/sqlite/stored-instructions.ts';
import type { ThreadReader } from '../../core/adapters/sqlite/stored-thread.ts';
import { boundaryOf } from '../../core/adapters/sqlite/summary-rows.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import type { ThreadProfile } from '../../core/replay/thread-profile.ts';
import { takeTurns } from './take-turns.ts';

/** What is worked out from a thread more than once while it is open. */
export interface ThreadCache {
  profile(thread: ThreadRowRecord): ThreadProfile;
  /** Reads the whole thread the first time, in turns with other requests. */
  facts(thread: ThreadRowRecord): Promise<FactIndex>;
}

/** A person looks at one thread, or at two by turns. */
const KEPT_THREADS = 3;

export function createThreadCache(reader: ThreadReader): ThreadCache {
  const profiles = keepNewest<ThreadProfile>();
  const facts = keepNewest<Promise<FactIndex>>();
  return {
    profile: (thread) => profiles(thread, () => profileOf(reader, thread)),
    facts: (thread) => facts(thread, () => factsOf(reader, thread)),
  };
}

/** Keyed by what changes whenever a thread does. */
function keepNewest<Value>(): (thread: ThreadRowRecord, make: () => Value) => Value {
  const kept = new Map<string, Value>();
  return (thread, make) => {
    const key = `${thread.thread_ref}/${thread.run_count}/${thread.message_count}/${thread.boundary_count}`;
    const known = kept.get(key);
    const value = known ?? make();
    // Put at the end, so that the first is the one that was not asked for longest.
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > KEPT_THREADS && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}

function profileOf(reader: ThreadReader, thread: ThreadRowRecord): ThreadProfile {
  const header = headerOf(thread);
  const runs = reader.profileRows(thread.thread_ref).map((row) => profiledRun(row, header));
  const summaries = reader.summaries(thread.thread_ref);
  return readThreadProfile(
    header,
    runs,
    summaries.map((row) => boundaryOf(row, header.threadId)),
    storedInstructionTokens(reader, thread.thread_ref),
  );
}

async function factsOf(reader: ThreadReader, thread: ThreadRowRecord): Promise<FactIndex> {
  const builder = new FactIndexBuilder();
  const turns = takeTurns();
  for (let position = 0; position < thread.run_count; position += 1) {
    const row = reader.runAt(thread.thread_ref, position);
    builder.addRun(row === null ? [] : reader.messages(row));
    await turns.pass();
  }
  return builder.index();
}
