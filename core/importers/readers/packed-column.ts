const SHIFT = 12;
const NUMBERS_A_PAGE = 1 << SHIFT;

type Cells = Int8Array | Int16Array | Int32Array;

/**
 * Whole numbers by their index, for what a log with a million records keeps of each. Numbers that are near
 * to those around them take one byte or two, others four: a page is as wide as its numbers are far apart.
 */
export class PackedColumn {
  readonly #missing: number;
  readonly #slope: 0 | 1;
  readonly #pages: (Cells | undefined)[] = [];
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
    const cell = cells[index & (NUMBERS_A_PAGE - 1)] ?? 0;
    if (cell === emptyCell(cells)) return this.#missing;
    return cells.BYTES_PER_ELEMENT === 4 ? cell : cell + this.#expected(index);
  }

  /** @param value Of 32 bits, and not the least of them. */
  set(index: number, value: number): void {
    const page = index >>> SHIFT;
    let cells = this.#pages[page];
    if (value === this.#missing) {
      if (cells !== undefined) cells[index & (NUMBERS_A_PAGE - 1)] = emptyCell(cells);
      return;
    }
    if (cells === undefined) {
      cells = new Int8Array(NUMBERS_A_PAGE).fill(-(2 ** 7));
      this.#pages[page] = cells;
      this.#bases[page] = value - this.#slope * index;
    }
    const difference = value - this.#expected(index);
    if (Math.abs(difference) >= -emptyCell(cells) && cells.BYTES_PER_ELEMENT < 4) {
      cells = this.#widened(page, cells, Math.abs(difference) < 2 ** 15 ? 2 : 4);
    }
    cells[index & (NUMBERS_A_PAGE - 1)] = cells.BYTES_PER_ELEMENT === 4 ? value : difference;
  }

  #expected(index: number): number {
    return (this.#bases[index >>> SHIFT] ?? 0) + this.#slope * index;
  }

  #widened(page: number, cells: Cells, bytes: 2 | 4): Cells {
    const wide = bytes === 2 ? new Int16Array(NUMBERS_A_PAGE) : new Int32Array(NUMBERS_A_PAGE);
    wide.fill(emptyCell(wide));
    for (let cell = 0; cell < NUMBERS_A_PAGE; cell += 1) {
      const known = cells[cell] ?? 0;
      if (known === emptyCell(cells)) continue;
      wide[cell] = bytes === 2 ? known : known + this.#expected(page * NUMBERS_A_PAGE + cell);
    }
    this.#pages[page] = wide;
    return wide;
  }
}

/** The least number that a cell has room for stands in those where nothing was put. */
function emptyCell({ BYTES_PER_ELEMENT: bytes }: Cells): number {
  return bytes === 1 ? -(2 ** 7) : bytes === 2 ? -(2 ** 15) : -(2 ** 31);
}
