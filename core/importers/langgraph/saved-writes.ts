import type { SqliteRow } from '../readers/sqlite-file.ts';
import { isList, plainText, textOrNull } from '../readers/json-text.ts';
import type { SavedValues } from './saved-values.ts';

/** What a task did, or why it didn't. */
interface SavedTask {
  readonly interrupts: unknown[];
  error: unknown;
}

/** What the tasks wrote that began at one state. */
interface WritesOfState {
  readonly tasks: Map<string, SavedTask>;
  /** By channel, in the order in which they count. */
  readonly values: Map<string, unknown[]>;
}

export type SavedWrites = ReadonlyMap<string, WritesOfState>;

const NONE: WritesOfState = { tasks: new Map(), values: new Map() };

interface OrderedRow {
  readonly row: SqliteRow;
  readonly order: readonly [string, string, number];
}

/**
 * What tasks wrote, by the state that they began at.
 *
 * @param channels Whose values are wanted; of the others it is enough that a task wrote them.
 */
export function savedWrites(
  rows: Iterable<SqliteRow>,
  reader: SavedValues,
  channels: ReadonlySet<string>,
): SavedWrites {
  const found = new Map<string, WritesOfState>();
  const wanted: OrderedRow[] = [];
  for (const row of rows) {
    const channel = textOrNull(row['channel']) ?? '';
    const taskId = plainText(row['task_id']);
    const state = stateOf(found, row);
    const task = state.tasks.get(taskId) ?? { interrupts: [], error: null };
    state.tasks.set(taskId, task);
    const isNotice = channel === '__interrupt__' || channel === '__error__';
    if (channels.has(channel)) {
      wanted.push({ row, order: [plainText(row['task_path']), taskId, Number(row['idx'])] });
    } else if (isNotice) {
      const { value } = reader.read(textOrNull(row['type']), row['value'] ?? null);
      if (channel === '__error__') task.error = value;
      else task.interrupts.push(...(isList(value) ? value : [value]));
    }
  }
  for (const { row } of wanted.sort(byOrder)) {
    const { values } = stateOf(found, row);
    const channel = textOrNull(row['channel']) ?? '';
    const { value } = reader.read(textOrNull(row['type']), row['value'] ?? null);
    const known = values.get(channel);
    if (known === undefined) values.set(channel, [value]);
    else known.push(value);
  }
  return found;
}

export function writesOf(writes: SavedWrites, state: string): WritesOfState {
  return writes.get(state) ?? NONE;
}

function stateOf(found: Map<string, WritesOfState>, row: SqliteRow): WritesOfState {
  const key = stateKey(
    plainText(row['thread_id']),
    plainText(row['checkpoint_ns']),
    plainText(row['checkpoint_id'] ?? row['thread_ts']),
  );
  const known = found.get(key);
  if (known !== undefined) return known;
  const made: WritesOfState = { tasks: new Map(), values: new Map() };
  found.set(key, made);
  return made;
}

/** Of a state in a database: the ids of two threads may be the same. */
export function stateKey(threadId: string, namespace: string, id: string): string {
  return JSON.stringify([threadId, namespace, id]);
}

/** As LangGraph applies them. */
function byOrder({ order: left }: OrderedRow, { order: right }: OrderedRow): number {
  return compare(left[0], right[0]) || compare(left[1], right[1]) || left[2] - right[2];
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
