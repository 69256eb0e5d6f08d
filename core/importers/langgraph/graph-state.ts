import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { madeOf } from '../readers/lazy-json/lazy-values.ts';
import { firstTimeMs } from '../readers/time.ts';
import { foldChunks } from '../langchain/lc-chunks.ts';
import { isLcMessages, lcMessage, type LcMessage } from '../langchain/lc-message.ts';

/** What a graph knew at one point: the messages so far, and how it came to that point. */
export interface GraphState {
  /** Null in a source that has no ids; its states follow one another. */
  readonly id: string | null;
  readonly parentId: string | null;
  readonly threadId: string | null;
  /** Empty for the graph itself, else the graph inside it. */
  readonly namespace: string;
  /** `input`: a run begins. `loop`: it goes on. `update`, `fork`: somebody stepped in. */
  readonly source: string | null;
  readonly step: number | null;
  readonly runId: string | null;
  readonly atMs: number | null;
  readonly messages: readonly LcMessage[];
  /** False where the values were not kept, or hold no list: then the messages are those of the state before. */
  readonly hasMessages: boolean;
  /** Kept beside the messages by graphs that summarize them. */
  readonly summary: string | null;
  /** What the graph waits for. */
  readonly interrupts: readonly string[];
  readonly error: string | null;
  /** Something is to be done yet. */
  readonly isOpen: boolean;
  /** Of the tasks to be done from here. */
  readonly taskIds: readonly string[];
}

/** Graphs inside graphs. */
const DEPTH = 4;

/** A state of a thread's history, or of its tip. */
export function isGraphState(value: unknown): value is RawRecord {
  if (!isRecord(value)) return false;
  const hasValues = 'values' in value || isRecord(channelValues(value));
  const isPlaced = isRecord(value['checkpoint']) || isRecord(value['config']) || 'checkpoint_id' in value;
  return hasValues && (isPlaced || (isList(value['next']) && isList(value['tasks'])));
}

/** The state, and those of the graphs inside it that it holds. */
export function graphStates(value: RawRecord, depth = DEPTH): readonly GraphState[] {
  const place = placeOf(value['checkpoint']) ?? placeOf(value['config']) ?? placeOf(value);
  const parent = placeOf(value['parent_checkpoint'] ?? value['parent_config'] ?? value['parentConfig']);
  const metadata = isRecord(value['metadata']) ? value['metadata'] : {};
  const tasks = isList(value['tasks']) ? value['tasks'].filter(isRecord) : [];
  const values = value['values'] ?? channelValues(value);
  // Each state repeats all messages before it.
  const messages = madeOf(value, () => messagesIn(value['values'] ?? channelValues(value)));
  const own: GraphState = {
    id: place?.id ?? null,
    parentId: parent?.id ?? null,
    threadId: place?.threadId ?? textOrNull(metadata['thread_id']),
    namespace: place?.namespace ?? '',
    source: textOrNull(metadata['source']),
    step: typeof metadata['step'] === 'number' ? metadata['step'] : null,
    runId: textOrNull(metadata['run_id']),
    atMs: firstTimeMs(value, ['created_at', 'createdAt']) ?? firstTimeMs(checkpointOf(value), ['ts']),
    get messages() {
      return messages();
    },
    hasMessages: holdsList(values),
    summary: isRecord(values) ? textOrNull(values['summary']) : null,
    interrupts: [
      ...tasks.flatMap(({ interrupts }) => interruptTexts(interrupts)),
      ...interruptTexts(value['interrupts']),
    ],
    error: tasks.map(({ error }) => textOrNull(error)).find((error) => error !== null) ?? null,
    isOpen: isList(value['next']) && value['next'].length > 0,
    taskIds: tasks.flatMap(({ id }) => textOrNull(id) ?? []),
  };
  const inside = depth === 0 ? [] : tasks.map(({ state }) => state).filter(isGraphState);
  return [own, ...inside.flatMap((state) => graphStates(state, depth - 1))];
}

/** A state of a stream, which has nothing but its values. */
export function streamedState(values: unknown, threadId: string | null, namespace: string): GraphState {
  return {
    id: null,
    parentId: null,
    threadId,
    namespace,
    source: null,
    step: null,
    runId: null,
    atMs: null,
    messages: messagesIn(values),
    hasMessages: holdsList(values),
    summary: isRecord(values) ? textOrNull(values['summary']) : null,
    interrupts: isRecord(values) ? interruptTexts(values['__interrupt__']) : [],
    error: null,
    isOpen: false,
    taskIds: [],
  };
}

/** The list of messages, whatever the graph calls it. */
export function messagesIn(values: unknown): readonly LcMessage[] {
  const lists = isRecord(values) ? [values['messages'], ...Object.values(values)] : [values];
  const list = lists.find((candidate) => isLcMessages(candidate)) ?? lists.find(isMessageList) ?? [];
  if (!isList(list)) return [];
  return foldChunks(list.map(lcMessage).filter((message): message is LcMessage => message !== null));
}

function holdsList(values: unknown): boolean {
  if (isRecord(values)) return isList(values['messages']) || Object.values(values).some(isList);
  return isList(values);
}

function isMessageList(value: unknown): boolean {
  return isList(value) && value.length > 0 && value.every((element) => lcMessage(element) !== null);
}

export function interruptTexts(interrupts: unknown): readonly string[] {
  if (!isList(interrupts)) return [];
  return interrupts.map(
    (interrupt) => textOrJson(isRecord(interrupt) ? (interrupt['value'] ?? '') : interrupt) ?? '',
  );
}

interface Place {
  readonly id: string | null;
  readonly threadId: string | null;
  readonly namespace: string;
}

/** A checkpoint's own fields, or a config that has them one level down. */
function placeOf(value: unknown): Place | null {
  if (!isRecord(value)) return null;
  const fields = isRecord(value['configurable']) ? value['configurable'] : value;
  const id = textOrNull(fields['checkpoint_id']);
  const threadId = textOrNull(fields['thread_id']);
  if (id === null && threadId === null) return null;
  return { id, threadId, namespace: textOrNull(fields['checkpoint_ns']) ?? '' };
}

function checkpointOf(value: RawRecord): RawRecord {
  return isRecord(value['checkpoint']) ? value['checkpoint'] : {};
}

/** A saver's own tuple keeps the values inside the checkpoint. */
function channelValues(value: RawRecord): unknown {
  return checkpointOf(value)['channel_values'];
}
