import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/** What one record of a dataset holds. */
export interface DatasetRecord {
  /** What all its endings begin with. */
  readonly turns: readonly unknown[];
  /** One way to go on after the other, the preferred one first; empty where the turns are all. */
  readonly endings: readonly (readonly unknown[])[];
}

const TURN_FIELDS = ['conversations', 'conversation', 'items', 'messages'];
const MEDIA_FIELDS = ['images', 'videos', 'audios'];
const ENDING_FIELDS = ['chosen', 'rejected'];

/** Null for a record that is no conversation. */
export function datasetRecord(record: RawRecord): DatasetRecord | null {
  const field = TURN_FIELDS.find((name) => isList(record[name]));
  const named = field === undefined ? null : record[field];
  const endings = ENDING_FIELDS.flatMap((name) => endingOf(record[name]));
  const prompt = textOrNull(record['prompt']);
  const turns = isList(named) ? named : prompt === null ? [] : [{ from: 'human', value: prompt }];
  if (!isList(named) && (endings.length === 0 || !endings.every(isSpoken))) return null;
  return { turns, endings };
}

/**
 * Whether a value is a record of a dataset. Messages in the shape of the Chat Completions API belong to that
 * format unless something beside them is of a dataset.
 */
export function isDatasetRecord(value: unknown): value is RawRecord {
  if (!isRecord(value)) return false;
  const record = datasetRecord(value);
  if (record === null) return false;
  const [first] = record.turns;
  if (first !== undefined && !isTurn(first)) return false;
  if (isList(value['messages']) && !('conversations' in value) && !('conversation' in value)) {
    return (
      record.turns.some(isValued) ||
      record.endings.length > 0 ||
      MEDIA_FIELDS.some((name) => isList(value[name]) && value[name].every((one) => typeof one === 'string'))
    );
  }
  return first !== undefined || record.endings.length > 0;
}

/** Who speaks in a turn, in the words of whoever made the dataset. */
export function speakerOf(turn: RawRecord): string | null {
  return textOrNull(turn['from']) ?? textOrNull(turn['role']) ?? textOrNull(turn['speaker']);
}

export function valueOf(turn: RawRecord): unknown {
  return turn['value'] ?? turn['content'] ?? turn['text'];
}

function isTurn(turn: unknown): boolean {
  return isRecord(turn) && speakerOf(turn) !== null;
}

/** Its words are called values, in the turn or in its parts. */
function isValued(turn: unknown): boolean {
  if (!isRecord(turn)) return false;
  const { content } = turn;
  return 'value' in turn || (isList(content) && content.some((part) => isRecord(part) && 'value' in part));
}

function endingOf(value: unknown): readonly (readonly unknown[])[] {
  if (isList(value)) return [value];
  if (isRecord(value)) return [[value]];
  return typeof value === 'string' ? [[{ from: 'gpt', value }]] : [];
}

function isSpoken(ending: readonly unknown[]): boolean {
  return ending.length > 0 && ending.every(isTurn);
}
