import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import type { EntryList } from '../readers/entry-list.ts';
import type { CutFacts, TranscriptEntry } from '../readers/transcript-entry.ts';
import { compactionEntry } from './entry-facts.ts';
import { inputIndex, outputIndex, SPOKEN_INSTRUCTIONS, type EntryTable } from './entry-table.ts';
import { instructionItem } from './input-entries.ts';
import { itemIdOf } from './item-keys.ts';
import type { ResponseRecord } from './response-records.ts';
import type { ThreadTable } from './thread-table.ts';

/** The entries of a thread, each read again from its record when it is asked for. */
export class ThreadEntries implements EntryList {
  readonly #table: EntryTable;
  readonly #entries: Int32Array;
  readonly #recordAt: (number: number) => ResponseRecord;

  constructor(table: ThreadTable, thread: number, recordAt: (number: number) => ResponseRecord) {
    this.#table = table.entries;
    this.#entries = table.entriesOf(thread);
    this.#recordAt = recordAt;
  }

  get count(): number {
    return this.#entries.length;
  }

  kindAt(index: number): TranscriptEntry['kind'] {
    return this.#table.kindOf(this.#entryAt(index));
  }

  isInstructionAt(index: number): boolean {
    return this.#table.isInstruction(this.#entryAt(index));
  }

  isUserTurnAt(index: number): boolean {
    return this.#table.isUserTurn(this.#entryAt(index));
  }

  isByUserAt(index: number): boolean {
    return this.#table.isByUser(this.#entryAt(index));
  }

  pairsAt(index: number): CutFacts['pairs'] {
    return this.#table.pairsOf(this.#entryAt(index));
  }

  at(index: number): TranscriptEntry {
    const entry = this.#entryAt(index);
    const record = this.#recordAt(this.#table.recordOf(entry));
    const first = this.#table.firstItemOf(entry);
    const end = this.#table.firstItemOf(entry + 1);
    const places = Array.from({ length: end - first }, (_, item) => this.#table.itemPlace(first + item));
    const items = places.map((place) => itemAt(record, place));
    const [place = 0] = places;
    const [item = NO_ITEM] = items;
    switch (this.#table.kindOf(entry)) {
      case 'compaction':
        return compactionEntry(item, inputIndex(place) === null ? (record.answer?.atMs ?? null) : null);
      case 'reply':
        return { kind: 'reply', items, ...this.#reportOf(entry, record, item) };
      case 'input':
        return {
          kind: 'input',
          id: itemIdOf(item),
          senderId: item.type === 'message' ? item.role : 'tool',
          item,
          atMs: this.#table.isSaid(entry) ? record.sentAtMs : null,
        };
    }
  }

  /** The items that a thread begins with but instructions, as many as that. */
  firstItems(count: number): readonly InputItem[] {
    const items: InputItem[] = [];
    for (let index = 0; index < this.count && items.length < count; index += 1) {
      const entry = this.#entryAt(index);
      if (!this.#table.isSaid(entry)) continue;
      const found = this.at(index);
      if (found.kind === 'input') items.push(found.item);
      if (found.kind === 'reply') items.push(...found.items);
    }
    return items.slice(0, count);
  }

  #reportOf(
    entry: number,
    { answer }: ResponseRecord,
    first: InputItem,
  ): Pick<TranscriptEntry & { readonly kind: 'reply' }, 'id' | 'model' | 'usage' | 'atMs' | 'ended'> {
    if (answer === null || !this.#table.isAnswer(entry)) {
      return { id: itemIdOf(first), model: null, usage: null, atMs: null, ended: null };
    }
    const { id, model, usage, atMs, ended } = answer;
    return { id, model, usage, atMs, ended };
  }

  #entryAt(index: number): number {
    return this.#entries[index] ?? -1;
  }
}

const NO_ITEM: InputItem = { type: 'unknown', raw: {} };

function itemAt(record: ResponseRecord, place: number): InputItem {
  if (place === SPOKEN_INSTRUCTIONS) return instructionItem(record.instructions ?? '');
  const index = inputIndex(place);
  return parseInputItem(index === null ? record.answer?.output[outputIndex(place)] : record.input.at(index));
}
