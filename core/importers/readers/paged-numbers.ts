const SHIFT = 14;
const NUMBERS_A_PAGE = 1 << SHIFT;

type Page = Uint8Array | Int32Array | Float64Array;

/** What the numbers are: the smaller, the less memory a million of them takes. */
export type NumberKind = 'flags' | 'int' | 'double';

/**
 * A list of numbers that grows without being copied, so that it never takes twice its size. Pages of nothing
 * but zeros take no memory.
 */
export class PagedNumbers {
  readonly #kind: NumberKind;
  readonly #pages: (Page | undefined)[] = [];
  #length = 0;

  /** @param kind `flags`: 0 to 255; `int`: whole numbers of 32 bits; `double`: any. */
  constructor(kind: NumberKind) {
    this.#kind = kind;
  }

  get length(): number {
    return this.#length;
  }

  /** 0 where nothing was put. */
  at(index: number): number {
    return this.#pages[index >>> SHIFT]?.[index & (NUMBERS_A_PAGE - 1)] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.#length) this.#length = index + 1;
    let page = this.#pages[index >>> SHIFT];
    if (page === undefined) {
      if (value === 0) return;
      page = pageOf(this.#kind);
      this.#pages[index >>> SHIFT] = page;
    }
    page[index & (NUMBERS_A_PAGE - 1)] = value;
  }

  /** @returns Its index. */
  push(value: number): number {
    this.set(this.#length, value);
    return this.#length - 1;
  }
}

function pageOf(kind: NumberKind): Page {
  switch (kind) {
    case 'flags':
      return new Uint8Array(NUMBERS_A_PAGE);
    case 'int':
      return new Int32Array(NUMBERS_A_PAGE);
    case 'double':
      return new Float64Array(NUMBERS_A_PAGE);
  }
}
