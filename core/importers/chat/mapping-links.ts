import { isRecord } from '../raw-record.ts';
import type { Entries } from '../readers/entries.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/**
 * Parents of messages that are fields of one object by their ids. One whose parent isn't named or isn't there
 * may be named by its parent.
 */
export class MappingLinks {
  readonly #entries: Entries;
  readonly #fields: { readonly parent: string; readonly children: string };
  readonly #named: Int32Array;
  readonly #namedBy: Int32Array;

  constructor(entries: Entries, fields: { readonly parent: string; readonly children: string }) {
    this.#entries = entries;
    this.#fields = fields;
    this.#named = new Int32Array(entries.count).fill(-1);
    this.#namedBy = new Int32Array(entries.count).fill(-1);
  }

  /** In the order of the entries. */
  add(index: number, value: unknown): void {
    if (!isRecord(value)) return;
    const parent = textOrNull(value[this.#fields.parent]);
    if (parent !== null) this.#named[index] = this.#entries.indexOf(parent);
    const children = value[this.#fields.children];
    if (!isList(children)) return;
    for (const child of children) {
      const at = typeof child === 'string' ? this.#entries.indexOf(child) : -1;
      if (at >= 0 && this.#namedBy[at] === -1) this.#namedBy[at] = index;
    }
  }

  /** When all have been added; -1 for a root. */
  parents(): Int32Array {
    return this.#named.map((named, index) => (named >= 0 ? named : (this.#namedBy[index] ?? -1)));
  }
}
