import { IdTable } from '../readers/id-table.ts';

/** Ids of messages in a list, and which of them each follows: the one it names, else the one before. */
export class ListLinks {
  readonly #ids: Pick<IdTable, 'add' | 'size' | 'textOf'>;
  /** Numbers of ids, by index; -1 for none. */
  readonly #own: number[] = [];
  readonly #named: number[] = [];

  /** @param isLarge The ids are kept as bytes, which takes longer. */
  constructor(isLarge: boolean) {
    this.#ids = isLarge ? new IdTable() : new FewIds();
  }

  get namesParents(): boolean {
    return this.#named.some((parent) => parent >= 0);
  }

  add(id: string, parentId: string | null): void {
    this.#own.push(this.#ids.add(id));
    this.#named.push(parentId === null ? -1 : this.#ids.add(parentId));
  }

  idAt(index: number): string {
    return this.#ids.textOf(this.#own[index] ?? -1);
  }

  /** When all have been added; -1 for a root. Of two with one id the later is the parent of those that name it. */
  parents(): Int32Array {
    const indexOf = new Int32Array(this.#ids.size).fill(-1);
    this.#own.forEach((id, index) => {
      indexOf[id] = index;
    });
    return Int32Array.from(this.#named, (named, index) => {
      const parent = named >= 0 ? named : (this.#own[index - 1] ?? -1);
      return indexOf[parent] ?? -1;
    });
  }
}

class FewIds {
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];

  get size(): number {
    return this.#ids.length;
  }

  add(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.#ids.length);
    return this.#ids.push(id) - 1;
  }

  textOf(number: number): string {
    return this.#ids[number] ?? '';
  }
}
