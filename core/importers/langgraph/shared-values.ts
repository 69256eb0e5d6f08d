interface Shared {
  readonly code: number;
  readonly bytes: Uint8Array;
  readonly value: unknown;
}

/** Values by the bytes that they were made of, so that equal bytes are read and kept once. */
export class SharedValues {
  readonly #byHash = new Map<number, Shared[]>();

  get(code: number, bytes: Uint8Array, make: () => unknown): unknown {
    const hash = hashOf(code, bytes);
    const known = this.#byHash.get(hash);
    const found = known?.find((shared) => shared.code === code && isSame(shared.bytes, bytes));
    if (found !== undefined) return found.value;
    const value = make();
    // A copy: a view would keep all that stands around it.
    const made: Shared = { code, bytes: new Uint8Array(bytes), value };
    if (known === undefined) this.#byHash.set(hash, [made]);
    else known.push(made);
    return value;
  }
}

/** FNV-1a. */
function hashOf(code: number, bytes: Uint8Array): number {
  let hash = 0x811c9dc5 ^ code;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at]);
}
