import { measureRun } from './run-figures.ts';
import type { PlacedRun } from './staged-thread.ts';
import { runOfRow } from './stored-runs.ts';
import type { ThreadReader } from './stored-thread.ts';
import type { RunRowRecord, ThreadRowRecord } from './thread-rows.ts';

/** A stored run in the form of one that is being imported, for a file that tells less of it. */
export function storedAsPlaced(reader: ThreadReader, thread: ThreadRowRecord, row: RunRowRecord): PlacedRun {
  const run = runOfRow(row, thread);
  const bodyKeys = reader.bodyKeys(row.run_key);
  return {
    run,
    figures: measureRun({ ...run, messages: reader.messages(row) }),
    bodyKeys,
    deliveries: bodyKeys.length,
    stored: { row, bodyKeys },
  };
}
