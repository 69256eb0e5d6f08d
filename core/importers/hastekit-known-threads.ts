import type { ThreadId } from '../domain/ids.ts';
import { threadId } from '../domain/ids.ts';
import type { ThreadHeader } from '../domain/thread.ts';
import { IdTable } from './readers/id-table.ts';
import { PagedNumbers } from './readers/paged-numbers.ts';

/** The threads of a file, each by a number: a file may have a million, of which any may go on. */
export class KnownThreads {
  readonly #ids = new IdTable();
  readonly #titles = new IdTable();
  readonly #titleOf = new PagedNumbers('int');
  /** The number of each one's newest run. */
  readonly #newest = new PagedNumbers('int');
  /** Those that nobody has said a word in yet. */
  readonly #untitled = new Map<number, ThreadHeader>();

  get count(): number {
    return this.#ids.size;
  }

  find(id: ThreadId): number | null {
    return this.#ids.find(id);
  }

  idOf(thread: number): ThreadId {
    return threadId(this.#ids.textOf(thread));
  }

  titleOf(thread: number): string {
    return this.#titles.textOf(this.#titleOf.at(thread));
  }

  /** One that isn't there yet. */
  add(header: ThreadHeader): number {
    const thread = this.#ids.add(header.threadId);
    this.#titleOf.set(thread, this.#titles.add(header.title));
    if (header.title === '') this.#untitled.set(thread, header);
    return thread;
  }

  /** Null for one that has a title. */
  untitled(thread: number): ThreadHeader | null {
    return this.#untitled.get(thread) ?? null;
  }

  entitle(thread: number, title: string): void {
    this.#titleOf.set(thread, this.#titles.add(title));
    this.#untitled.delete(thread);
  }

  isNewest(thread: number, run: number): boolean {
    return this.#newest.at(thread) === run;
  }

  setNewest(thread: number, run: number): void {
    this.#newest.set(thread, run);
  }
}
