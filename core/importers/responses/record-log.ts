import { IdTable } from '../readers/id-table.ts';
import { PagedNumbers } from '../readers/paged-numbers.ts';
import type { InputEntries } from './input-entries.ts';
import type { ResponseRecord } from './response-records.ts';
import { ResponseThreads } from './response-threads.ts';

const NO_ID = -(2 ** 31);

/** Records of a source by their places among their like, each read when it is asked for. */
export type ReadRecord = (index: number) => ResponseRecord;

/**
 * The exchanges of a source, in order. Threads are put together while they come; only a log that lists an answer
 * before the one it continues is gone through once more.
 */
export class RecordLog {
  /** Ids of responses. */
  readonly responses = new IdTable();
  readonly #shelves: { readonly first: number; readonly read: ReadRecord }[] = [];
  /**
   * Of the response that a record brings, as its distance from the record's own number, which mostly is 0; and of the
   * one that it continues, + 1, or 0 for none.
   */
  readonly #ids = new PagedNumbers('int');
  readonly #previousIds = new PagedNumbers('int');
  #threads = new ResponseThreads(this.responses);
  #newest: { readonly number: number; readonly record: ResponseRecord } | null = null;

  get count(): number {
    return this.#ids.length;
  }

  /** How the records that are taken from now on are read again. */
  openShelf(read: ReadRecord): void {
    this.#shelves.push({ first: this.count, read });
  }

  take(record: ResponseRecord): void {
    const { answer, previousId } = record;
    const id = answer?.id ?? null;
    const number = this.count;
    this.#ids.push(id === null ? NO_ID : this.responses.add(id) - number);
    this.#previousIds.push(previousId === null ? 0 : this.responses.add(previousId) + 1);
    this.#threads.add(record, number);
  }

  /** A list of items that come one by one, as the only record. */
  takeList(): InputEntries {
    this.#previousIds.push(0);
    return this.#threads.openList(this.#ids.push(NO_ID));
  }

  /** No more records come. */
  threads(): ResponseThreads {
    const lastRecordOf = this.#lastRecords();
    if (!this.#isInOrder(lastRecordOf)) {
      this.#threads = new ResponseThreads(this.responses);
      for (const number of this.#parentsFirst(lastRecordOf)) this.#threads.add(this.at(number), number);
    }
    return this.#threads;
  }

  at(number: number): ResponseRecord {
    if (this.#newest?.number === number) return this.#newest.record;
    const shelf = this.#shelves.findLast(({ first }) => first <= number);
    if (shelf === undefined) throw new RangeError(`no record ${number}`);
    const record = shelf.read(number - shelf.first);
    this.#newest = { number, record };
    return record;
  }

  /** By response: the last record that brings it, + 1; 0 for one that isn't in the source. */
  #lastRecords(): Int32Array {
    const lastRecordOf = new Int32Array(this.responses.size);
    for (let number = 0; number < this.count; number += 1) {
      const distance = this.#ids.at(number);
      if (distance !== NO_ID) lastRecordOf[number + distance] = number + 1;
    }
    return lastRecordOf;
  }

  #parentOf(number: number, lastRecordOf: Int32Array): number {
    return (lastRecordOf[this.#previousIds.at(number) - 1] ?? 0) - 1;
  }

  #isInOrder(lastRecordOf: Int32Array): boolean {
    for (let number = 0; number < this.count; number += 1) {
      if (this.#parentOf(number, lastRecordOf) > number) return false;
    }
    return true;
  }

  /** A log may list an answer before the one it continues. */
  *#parentsFirst(lastRecordOf: Int32Array): Generator<number, void, undefined> {
    const isPlaced = new Uint8Array(this.count);
    for (let number = 0; number < this.count; number += 1) {
      const chain: number[] = [];
      let next = number;
      while (next >= 0 && isPlaced[next] === 0) {
        isPlaced[next] = 1;
        chain.push(next);
        next = this.#parentOf(next, lastRecordOf);
      }
      yield* chain.reverse();
    }
  }
}
