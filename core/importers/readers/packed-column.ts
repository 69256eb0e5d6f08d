const SHIFT = 12;
const NUMBERS_A_PAGE = 1 << SHIFT;
/** Of the first page, to begin with: a column may be one of a million, each of a few numbers. */
const FIRST_NUMBERS = 16;

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
    const cell = cells[cellOf(index)];
    if (cell === undefined || cell === emptyCell(cells)) return this.#missing;
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
    const cells = this.#cellsOf(index, bytes);
    cells[cellOf(index)] = cells.BYTES_PER_ELEMENT === 4 ? value : difference;
  }

  #clear(index: number, known: Cells | number | undefined): void {
    const count = typeof known === 'number' ? known : (known?.length ?? 0);
    if (cellOf(index) >= count) return;
    const cells = this.#cellsOf(index, 1);
    cells[cellOf(index)] = emptyCell(cells);
  }

  #expected(index: number): number {
    return (this.#bases[index >>> SHIFT] ?? 0) + this.#slope * index;
  }

  /** The cells of a number's page, at least so wide. */
  #cellsOf(index: number, bytes: 1 | 2 | 4): Cells {
    const page = index >>> SHIFT;
    const known = this.#pages[page] ?? 0;
    const isFlat = typeof known === 'number';
    if (!isFlat && known.BYTES_PER_ELEMENT >= bytes && known.length > cellOf(index)) return known;
    const count = isFlat ? known : known.length;
    const cells = emptyCells(
      isFlat ? bytes : Math.max(bytes, known.BYTES_PER_ELEMENT),
      page === 0 ? roomFor(Math.max(count, index + 1)) : NUMBERS_A_PAGE,
    );
    const isWhole = !isFlat && known.BYTES_PER_ELEMENT === 4;
    for (let cell = 0; cell < count; cell += 1) {
      const put = isFlat ? 0 : (known[cell] ?? 0);
      if (!isFlat && put === emptyCell(known)) continue;
      const isWidened = cells.BYTES_PER_ELEMENT === 4 && !isWhole;
      cells[cell] = isWidened ? put + this.#expected(page * NUMBERS_A_PAGE + cell) : put;
    }
    this.#pages[page] = cells;
    return cells;
  }
}

function roomFor(count: number): number {
  let room = FIRST_NUMBERS;
  while (room < count) room *= 2;
  return room;
}

function cellOf(index: number): number {
  return index & (NUMBERS_A_PAGE - 1);
}

function emptyCells(bytes: number, count: number): Cells {
  const cells =
    bytes === 1 ? new Int8Array(count) : bytes === 2 ? new Int16Array(count) : new Int32Array(count);
  return cells.fill(emptyCell(cells));
}

/** The least number that a cell has room for stands in those where nothing was put. */
function emptyCell({ BYTES_PER_ELEMENT: bytes }: Cells): number {
  return bytes === 1 ? -(2 ** 7) : bytes === 2 ? -(2 ** 15) : -(2 ** 31);
}
