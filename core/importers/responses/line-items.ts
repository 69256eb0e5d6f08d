import { parseInputItem } from '../parse-input-item.ts';
import type { PlacedLines } from '../readers/placed-lines.ts';
import { isInstruction } from './entry-facts.ts';
import type { InputEntries } from './input-entries.ts';
import { isItemList } from './item-types.ts';
import { RecordLog } from './record-log.ts';
import { itemListRecord, type ItemList } from './response-records.ts';

/** So many items tell whether they are this API's. */
const SAMPLED_ITEMS = 20;

/**
 * Items that stand on lines of their own, as one list. Where the source has nothing else, its thread is put together
 * while they come.
 */
export class LineItems implements ItemList {
  /** Nothing but items has come. */
  isAlone = true;
  readonly sample: unknown[] = [];
  readonly #lines: PlacedLines;
  readonly #log = new RecordLog();
  #thread: InputEntries | null = null;
  #isOpening = true;
  #taken = 0;

  constructor(lines: PlacedLines) {
    this.#lines = lines;
    const record = itemListRecord(this);
    this.#log.openShelf(() => record);
  }

  get length(): number {
    return this.#lines.count;
  }

  at(index: number): unknown {
    return this.#lines.at(index);
  }

  /** As `readJsonLines` hands it over. */
  add(value: unknown, bytes: Uint8Array | null, startByte: number): void {
    this.#lines.add(value, bytes, startByte);
    if (this.sample.length < SAMPLED_ITEMS) {
      this.sample.push(value);
      if (this.sample.length === SAMPLED_ITEMS) this.#takeSample();
    } else this.#take(value);
  }

  /** The thread that the items are, where the source has nothing else and they are this API's. */
  end(): RecordLog | null {
    if (this.sample.length < SAMPLED_ITEMS) this.#takeSample();
    if (!this.isAlone || this.#thread === null) return null;
    this.#thread.end();
    return this.#log;
  }

  #takeSample(): void {
    if (!this.isAlone || !isItemList(this.sample)) return;
    this.#thread = this.#log.takeList();
    for (const value of this.sample) this.#take(value);
  }

  #take(value: unknown): void {
    if (!this.isAlone || this.#thread === null) return;
    const item = parseInputItem(value);
    if (this.#isOpening && isInstruction(item)) this.#thread.addInstructions(item, this.#taken);
    else {
      this.#isOpening = false;
      this.#thread.add(item, this.#taken);
    }
    this.#taken += 1;
  }
}
