/** One byte's remainder for each value of a byte. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** The checksum that ZIP and gzip keep of what they hold. Source: RFC 1952, section 8. */
export class Crc32 {
  #rest = 0xffffffff;

  add(bytes: Uint8Array): void {
    let rest = this.#rest;
    for (let at = 0; at < bytes.length; at += 1) {
      rest = (REMAINDERS[(rest ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (rest >>> 8);
    }
    this.#rest = rest;
  }

  /** Of everything that was added. */
  get value(): number {
    return (this.#rest ^ 0xffffffff) >>> 0;
  }
}
