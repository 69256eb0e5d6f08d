const SHIFT = 14;
const NUMBERS_A_PAGE = 1 << SHIFT;
const FIRST_NUMBERS = 16;

type Page = Uint8Array | Int32Array | Float64Array;

/** What the numbers are: the smaller, the less memory a million of them takes. */
export type NumberKind = 'flags' | 'int' | 'double';

/**
 * A list of numbers that grows by pages, so that a long one is never copied. Pages begin small, because a list
 * may be one of a million, and those of nothing but zeros take no memory.
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
    const at = index & (NUMBERS_A_PAGE - 1);
    if (page === undefined || at >= page.length) {
      if (value === 0) return;
      page = this.#grow(page, at);
      this.#pages[index >>> SHIFT] = page;
    }
    page[at] = value;
  }

  /** @returns Its index. */
  push(value: number): number {
    this.set(this.#length, value);
    return this.#length - 1;
  }

  #grow(page: Page | undefined, at: number): Page {
    let length = page?.length ?? FIRST_NUMBERS;
    while (length <= at) length *= 2;
    const larger = pageOf(this.#kind, length);
    if (page !== undefined) larger.set(page);
    return larger;
  }
}

function pageOf(kind: NumberKind, length: number): Page {
  switch (kind) {
    case 'flags':
      return new Uint8Array(length);
    case 'int':
      return new Int32Array(length);
    case 'double':
      return new Float64Array(length);
  }
}
