import type { InputItem } from '../../domain/input-item.ts';
import { textMark } from '../readers/stable-id.ts';
import { cutFacts } from '../readers/cut-facts.ts';
import type { CompactionEntry, CutFacts, TranscriptEntry } from '../readers/transcript-entry.ts';
import type { ItemMarks } from './entry-table.ts';
import { itemIdOf, markOf } from './item-keys.ts';

/** What is kept of an entry beside where it stands. */
export interface EntryFacts {
  readonly kind: TranscriptEntry['kind'];
  readonly cut: CutFacts;
  readonly isInstruction: boolean;
  /** It says something in a user's name. */
  readonly isByUser: boolean;
  /** It is what a call gave back, by the provider's own report. */
  readonly isAnswer: boolean;
  /** Records that repeat the thread repeat its items. */
  readonly isSaid: boolean;
}

export function sentFacts(item: InputItem, isSaid: boolean): EntryFacts {
  return {
    kind: 'input',
    cut: cutFacts('input', [item]),
    isInstruction: isInstruction(item),
    isByUser: isByUser(item),
    isAnswer: false,
    isSaid,
  };
}

export function replyFacts(items: readonly InputItem[], isAnswer: boolean): EntryFacts {
  return {
    kind: 'reply',
    cut: cutFacts('reply', items),
    isInstruction: false,
    isByUser: items.some(isByUser),
    isAnswer,
    isSaid: true,
  };
}

export const COMPACTION_FACTS: EntryFacts = {
  kind: 'compaction',
  cut: { isUserTurn: false, pairs: [] },
  isInstruction: false,
  isByUser: false,
  isAnswer: false,
  isSaid: false,
};

export function isInstruction(item: InputItem): boolean {
  return item.type === 'message' && (item.role === 'system' || item.role === 'developer');
}

export function isCompaction(item: InputItem): boolean {
  return item.type === 'unknown' && item.raw['type'] === 'compaction';
}

export function compactionEntry(item: InputItem, atMs: number | null): CompactionEntry {
  const raw = item.type === 'unknown' ? item.raw : {};
  return { kind: 'compaction', id: itemIdOf(item), text: null, trigger: 'unknown', raw, atMs };
}

export function marksOf(item: InputItem): ItemMarks {
  const id = itemIdOf(item);
  return { id: id === null ? 0 : idMark(id), content: markOf(item) };
}

/** Never 0, which stands for no id. */
function idMark(id: string): number {
  return textMark(id) + 1;
}

function isByUser(item: InputItem): boolean {
  return item.type === 'message' && item.role === 'user';
}
