import { InspectorError } from '../../domain/errors.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { textOrNull } from '../readers/json-text.ts';
import { throwIfCancelled } from '../readers/read-lines.ts';
import { readSqliteFile, warnOfLog } from '../readers/read-sqlite-file.ts';
import { isSqliteFile, SqliteFile, type SqliteRow, type SqliteValue } from '../readers/sqlite-file.ts';
import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { graphStates, type GraphState } from './graph-state.ts';
import { holdsMessages, withWrites } from './saved-messages.ts';
import { SavedValues, type UnreadableReason } from './saved-values.ts';
import { savedWrites, stateKey, writesOf, type SavedWrites } from './saved-writes.ts';

const CHECKPOINTS = 'checkpoints';
const WRITES = 'writes';

/** A state as the saver keeps it. */
interface SavedState {
  readonly threadId: string;
  readonly namespace: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly checkpoint: RawRecord;
  readonly metadata: unknown;
  /** Of its channels those that are of interest: messages, and a summary of them. */
  readonly values: Record<string, unknown>;
  /** Channels that it has and whose value the database keeps as writes only. */
  readonly written: readonly string[];
}

/** The savers for SQLite, of Python and of JavaScript, make a table of this name with these columns. */
export function isCheckpointStore(head: Uint8Array): boolean {
  if (!isSqliteFile(head)) return false;
  const columns = new SqliteFile(head).tables().find(({ name }) => name === CHECKPOINTS)?.columns ?? [];
  const isOurs = columns.includes('thread_id') && columns.includes('checkpoint');
  return isOurs && (columns.includes('checkpoint_id') || columns.includes('thread_ts'));
}

/**
 * The states that a database of checkpoints holds, each in the form of a thread's history.
 *
 * @throws InspectorError 'invalid-import' when none of them can be read, with the reason and what to do.
 */
export async function readSavedStates(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
): Promise<readonly GraphState[]> {
  const database = await readSqliteFile(source, options);
  warnOfLog(sink, database);
  const reader = new SavedValues();
  const states = new Map<string, SavedState>();
  const unreadable = new Map<UnreadableReason, number>();
  for (const row of database.eachRow(CHECKPOINTS)) {
    throwIfCancelled(options, source);
    const state = savedState(row, reader);
    if (typeof state === 'string') unreadable.set(state, (unreadable.get(state) ?? 0) + 1);
    else states.set(keyOfState(state), state);
  }
  if (states.size === 0) throw new InspectorError('invalid-import', noneReadable(source.name, unreadable));
  for (const [reason, count] of unreadable) {
    sink.error({ code: 'unreadable-state', line: null, message: unreadableMessage(reason, count) });
  }
  const written = new Set([...states.values()].flatMap((state) => state.written));
  const writes = savedWrites(database.eachRow(WRITES), reader, written);
  for (const state of states.values()) fillIn(state, states, writes);
  warnOfUnknown(sink, reader.unknown);
  return [...states.values()].flatMap((state) => graphStates(historyEntry(state, writes)));
}

function savedState(row: SqliteRow, reader: SavedValues): SavedState | UnreadableReason {
  const { value: checkpoint, problem } = reader.read(columnText(row['type']), row['checkpoint'] ?? null);
  if (problem !== null) return problem;
  const id = columnText(row['checkpoint_id'] ?? row['thread_ts']);
  const threadId = columnText(row['thread_id']);
  if (!isRecord(checkpoint) || id === null || threadId === null) return 'broken';
  const kept = isRecord(checkpoint['channel_values']) ? checkpoint['channel_values'] : {};
  const versions = isRecord(checkpoint['channel_versions']) ? checkpoint['channel_versions'] : {};
  return {
    threadId,
    id,
    namespace: columnText(row['checkpoint_ns']) ?? '',
    parentId: columnText(row['parent_checkpoint_id'] ?? row['parent_ts']),
    // Only what is asked for later: a state may hold documents of any size.
    checkpoint: { ts: checkpoint['ts'], pending: pendingNodes(kept) },
    metadata: reader.read(null, row['metadata'] ?? null).value,
    values: Object.fromEntries(
      Object.entries(kept).filter(
        ([name, value]) => name === 'messages' || name === 'summary' || holdsMessages(value),
      ),
    ),
    written: Object.keys(versions).filter((name) => !(name in kept) && !/^(?:__|branch:|start:)/.test(name)),
  };
}

/** Nodes that are to run next have a channel that says so. */
function pendingNodes(values: RawRecord): readonly string[] {
  return Object.keys(values).flatMap((name) => {
    if (name === '__start__') return [name];
    return /^(?:branch:to|start):(.+)$/.exec(name)?.[1] ?? [];
  });
}

/** Messages of channels that are kept as writes: those of the state before, and what was written there. */
function fillIn(state: SavedState, states: ReadonlyMap<string, SavedState>, writes: SavedWrites): void {
  // From the state back to one that has the value, and forth again; a damaged file may go round in circles.
  for (const channel of state.written) {
    const way: SavedState[] = [];
    const seen = new Set<SavedState>();
    let next: SavedState | undefined = state;
    while (next !== undefined && !seen.has(next) && !(channel in next.values)) {
      seen.add(next);
      way.push(next);
      next = parentOf(next, states);
    }
    for (const place of way.reverse()) {
      const parent = parentOf(place, states);
      const before = parent?.values[channel];
      const own = parent === undefined ? [] : writesOf(writes, keyOfState(parent)).values.get(channel);
      const messages = withWrites(holdsMessages(before) ? before : [], own ?? []);
      if (messages.length > 0 || holdsMessages(before)) place.values[channel] = messages;
    }
  }
}

function parentOf(state: SavedState, states: ReadonlyMap<string, SavedState>): SavedState | undefined {
  const { threadId, namespace, parentId } = state;
  return parentId === null ? undefined : states.get(stateKey(threadId, namespace, parentId));
}

/** As `get_state_history` gives it. */
function historyEntry(state: SavedState, writes: SavedWrites): RawRecord {
  const { threadId, namespace, id, parentId, checkpoint, metadata, values } = state;
  const place = { thread_id: threadId, checkpoint_ns: namespace };
  const { tasks } = writesOf(writes, keyOfState(state));
  return {
    values,
    checkpoint: { ...place, checkpoint_id: id },
    parent_checkpoint: parentId === null ? null : { ...place, checkpoint_id: parentId },
    metadata,
    created_at: checkpoint['ts'],
    next: checkpoint['pending'],
    tasks: [...tasks].map(([taskId, { interrupts, error }]) => ({ id: taskId, interrupts, error })),
  };
}

function keyOfState({ threadId, namespace, id }: SavedState): string {
  return stateKey(threadId, namespace, id);
}

function columnText(value: SqliteValue | undefined): string | null {
  return typeof value === 'number' ? String(value) : textOrNull(value);
}

const REASONS: Readonly<Record<UnreadableReason, string>> = {
  pickled:
    'are pickled, which only Python can read, by running what they hold; save the history of the thread (get_state_history) as JSON and import that',
  encrypted: 'are encrypted; save the history of the thread (get_state_history) as JSON and import that',
  broken: 'are damaged, or cut off; copy the database anew while no program has it open',
  unknown:
    'are in a form that is not known here; save the history of the thread (get_state_history) as JSON and import that',
};

function unreadableMessage(reason: UnreadableReason, count: number): string {
  return count === 1
    ? `One checkpoint can't be read. Such checkpoints ${REASONS[reason]}.`
    : `${count} checkpoints can't be read: they ${REASONS[reason]}.`;
}

function noneReadable(name: string, unreadable: ReadonlyMap<UnreadableReason, number>): string {
  const [reason] = [...unreadable.keys()];
  return reason === undefined
    ? `${name}: the database holds no checkpoint; close the program that has it open, so that its newest rows come into the file`
    : `${name}: its checkpoints ${REASONS[reason]}`;
}

function warnOfUnknown(sink: ImportSink, unknown: ReadonlyMap<string, number>): void {
  if (unknown.size === 0) return;
  const shown = [...unknown.keys()].slice(0, 5).join(', ');
  const count = [...unknown.values()].reduce((sum, times) => sum + times, 0);
  sink.warning({
    code: 'unknown-value',
    line: null,
    message: `${count} ${count === 1 ? 'value is' : 'values are'} of a kind that no message can hold (${shown}); a note stands in place of each.`,
  });
}
