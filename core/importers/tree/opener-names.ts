/** One name for each opener, whatever threads its run stands in, and never the same for two. */
export class OpenerNames {
  readonly #count = new Map<string, number>();
  readonly #nameOf = new Map<number, string>();

  nameOf(opener: number, wanted: string): string {
    const known = this.#nameOf.get(opener);
    if (known !== undefined) return known;
    const count = (this.#count.get(wanted) ?? 0) + 1;
    this.#count.set(wanted, count);
    const name = count === 1 ? wanted : `${wanted} (${count})`;
    this.#nameOf.set(opener, name);
    return name;
  }
}
