import { conversationId, threadId } from '../../domain/ids.ts';
import { deliverEntries, type TranscriptHeader } from '../readers/deliver-transcript.ts';
import type { IdTable } from '../readers/id-table.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import { stableId } from '../readers/stable-id.ts';
import type { ImportSink } from '../thread-import.ts';
import { contentKey } from './item-keys.ts';
import type { RecordLog } from './record-log.ts';
import { ThreadEntries } from './thread-entries.ts';
import type { ThreadTable } from './thread-table.ts';

/** A thread comes after the one it begins like. */
export function deliverThreads(sink: ImportSink, format: string, log: RecordLog, table: ThreadTable): void {
  const names = new ThreadNames(log.responses);
  const origins = originsOf(table);
  const headers = new Map<number, TranscriptHeader>();
  for (let thread = 0; thread < table.count; thread += 1) {
    const entries = entriesOf(table, thread, log);
    const startsAs = table.startsAs(thread);
    const origin = headers.get(startsAs);
    const own = log.at(table.openedBy(thread)).conversationId;
    // A log that repeats lines names two threads alike.
    const id = names.name(nameOf(table, thread, log, entries));
    const header: TranscriptHeader = {
      threadId: threadId(id),
      namespace: 'default',
      conversationId: origin?.conversationId ?? conversationId(own ?? id),
      format,
      fallbackTitle: id,
    };
    if (origins.has(thread)) headers.set(thread, header);
    deliverEntries(
      sink,
      header,
      entries,
      origin === undefined
        ? null
        : {
            header: origin,
            entries: entriesOf(table, startsAs, log),
            sharedEntries: table.sharedEntries(thread),
          },
    );
  }
}

/** Threads that others branch off. */
function originsOf(table: ThreadTable): ReadonlySet<number> {
  const origins = new Set<number>();
  for (let thread = 0; thread < table.count; thread += 1) {
    const origin = table.startsAs(thread);
    if (origin >= 0) origins.add(origin);
  }
  return origins;
}

function entriesOf(table: ThreadTable, thread: number, log: RecordLog): ThreadEntries {
  return new ThreadEntries(table, thread, (record) => log.at(record));
}

function nameOf(table: ThreadTable, thread: number, log: RecordLog, entries: ThreadEntries): string {
  const { answer, conversationId: conversation } = log.at(table.openedBy(thread));
  const response = answer?.id ?? null;
  const isBranch = table.startsAs(thread) >= 0;
  const named = isBranch ? response : (conversation ?? response);
  if (named !== null) return named;
  // Two items that it doesn't share tell it from others.
  const shared = isBranch ? table.sharedItems(thread) : 0;
  const own = table.itemCount(thread) > shared ? shared : -1;
  const beginning = entries.firstItems(own + 2).map(contentKey);
  return stableId('responses', beginning.join('\n'));
}

/** Names of threads, never two alike. */
class ThreadNames {
  readonly #ids: IdTable;
  /** How often each was wanted. */
  readonly #wanted = new PagedNumbers('int');

  /** @param ids Those of responses: most threads are called after one. */
  constructor(ids: IdTable) {
    this.#ids = ids;
  }

  name(wanted: string): string {
    const id = this.#ids.add(wanted);
    const count = this.#wanted.at(id) + 1;
    this.#wanted.set(id, count);
    return count === 1 ? wanted : `${wanted} (${count})`;
  }
}
