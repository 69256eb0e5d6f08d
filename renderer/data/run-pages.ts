import type { RequestError, Result, RunHeader, ThreadRef } from '../../core/contract.ts';
import { request } from '../app/inspector-api.ts';

export const RUNS_PER_PAGE = 100;
/** Pages kept: enough to scroll back and forth, far from a thread of 100,000 runs. */
const MOST_PAGES = 40;

type LoadHeaders = (from: number, count: number) => Promise<Result<readonly RunHeader[]>>;

/**
 * The headers of one thread's runs, a page at a time, the least recently used page given up first.
 * One request is on its way at a time, always for what is wanted now: pages that were scrolled past
 * while it was, are never asked for.
 */
export class RunPages {
  readonly #load: LoadHeaders;
  // In order of use: a Map keeps the order of insertion, and a page that is used is inserted anew.
  readonly #pages = new Map<number, readonly RunHeader[]>();
  readonly #stale = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #wanted: readonly number[] = [];
  #busy = false;
  #failure: RequestError | null = null;

  constructor(load: LoadHeaders) {
    this.#load = load;
  }

  /** Null while it isn't there. Asks for nothing. */
  header(run: number): RunHeader | null {
    return this.#pages.get(Math.floor(run / RUNS_PER_PAGE))?.[run % RUNS_PER_PAGE] ?? null;
  }

  /** Why the newest request failed; null when it didn't. */
  get failure(): RequestError | null {
    return this.#failure;
  }

  /** Says which runs are in sight, replacing what was said before. */
  want(first: number, last: number): void {
    const pages: number[] = [];
    for (let page = Math.floor(first / RUNS_PER_PAGE); page <= Math.floor(last / RUNS_PER_PAGE); page += 1) {
      const known = this.#pages.get(page);
      if (known !== undefined) {
        this.#pages.delete(page);
        this.#pages.set(page, known);
      }
      if (known === undefined || this.#stale.has(page)) pages.push(page);
    }
    this.#wanted = pages;
    if (this.#failure === null) void this.#fetch();
  }

  retry(): void {
    this.#failure = null;
    this.#notify();
    void this.#fetch();
  }

  /** The thread changed: every page is read again when it is next in sight, and shown as it was until then. */
  refresh(): void {
    for (const page of this.#pages.keys()) this.#stale.add(page);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  async #fetch(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let page = this.#wanted[0]; page !== undefined && this.#failure === null; page = this.#wanted[0]) {
      const result = await this.#load(page * RUNS_PER_PAGE, RUNS_PER_PAGE);
      if (result.ok) {
        this.#wanted = this.#wanted.filter((other) => other !== page);
        this.#keep(page, result.value);
      } else this.#failure = result.error;
      this.#notify();
    }
    this.#busy = false;
  }

  #keep(page: number, headers: readonly RunHeader[]): void {
    this.#pages.delete(page);
    this.#pages.set(page, headers);
    this.#stale.delete(page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) return;
      this.#pages.delete(oldest);
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const MOST_THREADS = 4;
const threads = new Map<ThreadRef, RunPages>();

/** The pages of a thread; those of the last few threads are kept. */
export function runPagesOf(thread: ThreadRef): RunPages {
  const known = threads.get(thread);
  const pages = known ?? new RunPages((from, count) => request('runs:headers', { thread, from, count }));
  threads.delete(thread);
  threads.set(thread, pages);
  for (const oldest of threads.keys()) {
    if (threads.size <= MOST_THREADS) break;
    threads.delete(oldest);
  }
  return pages;
}

/** Threads that changed in the workspace. */
export function refreshRunPages(changed: readonly ThreadRef[]): void {
  for (const thread of changed) threads.get(thread)?.refresh();
}
