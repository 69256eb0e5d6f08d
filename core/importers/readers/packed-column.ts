const SHIFT = 12;
const NUMBERS_A_PAGE = 1 << SHIFT;

type Cells = Int8Array | Int16Array | Int32Array;

/**
 * Whole numbers by their index, for what a log with a million records keeps of each. Numbers that are near
 * to those around them take a byte or two or even none, others four: a page is as wide as its numbers are
 * far apart.
 */
export class PackedColumn {
  readonly #missing: number;
  readonly #slope: 0 | 1;
  /** A number: so many numbers at the page's beginning are just what is expected, and no others are there. */
  readonly #pages: (Cells | number | undefined)[] = [];
  /** Of each page: what is added to what stands in its cells, unless these have room for any number. */
  readonly #bases: number[] = [];

  /**
   * @param missing What stands where nothing was put.
   * @param trend `rising`: numbers grow as their indexes do, such as the record before each.
   */
  constructor(missing: number, trend: 'level' | 'rising' = 'level') {
    this.#missing = missing;
    this.#slope = trend === 'rising' ? 1 : 0;
  }

  at(index: number): number {
    const cells = this.#pages[index >>> SHIFT];
    if (cells === undefined) return this.#missing;
    if (typeof cells === 'number') return cellOf(index) < cells ? this.#expected(index) : this.#missing;
    const cell = cells[cellOf(index)] ?? 0;
    if (cell === emptyCell(cells)) return this.#missing;
    return cells.BYTES_PER_ELEMENT === 4 ? cell : cell + this.#expected(index);
  }

  /** @param value Of 32 bits, and not the least of them. */
  set(index: number, value: number): void {
    const page = index >>> SHIFT;
    const known = this.#pages[page];
    if (value === this.#missing) {
      this.#clear(index, known);
      return;
    }
    if (known === undefined) this.#bases[page] = value - this.#slope * index;
    const difference = value - this.#expected(index);
    if (known === undefined || typeof known === 'number') {
      const count = known ?? 0;
      if (difference === 0 && cellOf(index) <= count) {
        this.#pages[page] = Math.max(count, cellOf(index) + 1);
        return;
      }
    }
    const bytes = Math.abs(difference) < 2 ** 7 ? 1 : Math.abs(difference) < 2 ** 15 ? 2 : 4;
    const cells = this.#cellsOf(page, bytes);
    cells[cellOf(index)] = cells.BYTES_PER_ELEMENT === 4 ? value : difference;
  }

  #clear(index: number, known: Cells | number | undefined): void {
    if (known === undefined || (typeof known === 'number' && cellOf(index) >= known)) return;
    const cells = this.#cellsOf(index >>> SHIFT, 1);
    cells[cellOf(index)] = emptyCell(cells);
  }

  #expected(index: number): number {
    return (this.#bases[index >>> SHIFT] ?? 0) + this.#slope * index;
  }

  /** The cells of a page, at least so wide. */
  #cellsOf(page: number, bytes: 1 | 2 | 4): Cells {
    const known = this.#pages[page] ?? 0;
    if (typeof known !== 'number' && known.BYTES_PER_ELEMENT >= bytes) return known;
    const wide = emptyCells(bytes);
    const count = typeof known === 'number' ? known : NUMBERS_A_PAGE;
    for (let cell = 0; cell < count; cell += 1) {
      const difference = typeof known === 'number' ? 0 : (known[cell] ?? 0);
      if (typeof known !== 'number' && difference === emptyCell(known)) continue;
      wide[cell] = bytes === 4 ? difference + this.#expected(page * NUMBERS_A_PAGE + cell) : difference;
    }
    this.#pages[page] = wide;
    return wide;
  }
}

function cellOf(index: number): number {
  return index & (NUMBERS_A_PAGE - 1);
}

function emptyCells(bytes: 1 | 2 | 4): Cells {
  const cells =
    bytes === 1
      ? new Int8Array(NUMBERS_A_PAGE)
      : bytes === 2
        ? new Int16Array(NUMBERS_A_PAGE)
        : new Int32Array(NUMBERS_A_PAGE);
  return cells.fill(emptyCell(cells));
}

/** The least number that a cell has room for stands in those where nothing was put. */
function emptyCell({ BYTES_PER_ELEMENT: bytes }: Cells): number {
  return bytes === 1 ? -(2 ** 7) : bytes === 2 ? -(2 ** 15) : -(2 ** 31);
}
