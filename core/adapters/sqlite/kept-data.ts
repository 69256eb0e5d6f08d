import { createHash } from 'node:crypto';
import type { Message } from '../../domain/message.ts';
import type { LongData } from '../../importers/thread-import.ts';
import { decodeBody, encodeBody } from './body-codec.ts';
import { mapPayloads } from './map-payloads.ts';
import { parsePayloadReference, writePayloadReference } from './payload-reference.ts';

const REFERENCES = /tidemark-payload:b:([0-9a-f]{64}):(\d{1,15})(!?)/g;
/** Behind a reference that stands where one may, while those that stand elsewhere are looked for. */
const IN_PLACE = '!';

/** Where bytes are put, once by their hash. */
export interface ByteShelf {
  put(sha256: string, content: Uint8Array): void;
  get(sha256: string): Buffer | null;
}

/**
 * Data that an importer has a reference of, because it never was a text. Where the importer put that in a place
 * that no reference is looked for in, say among somebody's words, the text of the data has to stand there.
 */
export class KeptData {
  readonly #shelf: ByteShelf;
  /** Its size in bytes by its hash: a text that names another size is nothing that was given. */
  readonly #kept = new Map<string, number>();

  constructor(shelf: ByteShelf) {
    this.#shelf = shelf;
  }

  get hashes(): Iterable<string> {
    return this.#kept.keys();
  }

  /** @returns The reference. */
  keep(data: LongData): string {
    const memory = Buffer.allocUnsafeSlow((data.length / 4) * 3);
    const hash = createHash('sha256');
    let bytes = 0;
    for (const piece of data.pieces()) {
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
      const written = memory.write(text, bytes, 'base64');
      hash.update(memory.subarray(bytes, bytes + written));
      bytes += written;
    }
    const sha256 = hash.digest('hex');
    this.#shelf.put(sha256, memory.subarray(0, bytes));
    this.#kept.set(sha256, bytes);
    return writePayloadReference({ head: '', kind: 'b', sha256, bytes });
  }

  isReference(text: string): boolean {
    const reference = this.#kept.size === 0 ? null : parsePayloadReference(text);
    return reference !== null && this.#kept.get(reference.sha256) === reference.bytes;
  }

  /** Messages that have references only where payloads may stand. */
  inPlace(messages: readonly Message[]): readonly Message[] {
    if (this.#kept.size === 0) return messages;
    const marked = mapPayloads(messages, (text) => (this.isReference(text) ? text + IN_PLACE : text));
    return this.#whole(marked) ?? messages;
  }

  /** Messages in which no reference may stand. */
  whole(messages: readonly Message[]): readonly Message[] {
    return this.#kept.size === 0 ? messages : (this.#whole(messages) ?? messages);
  }

  /** A JSON text in which no reference may stand. */
  textIn(json: string): string {
    return this.#kept.size === 0 ? json : (this.#withText(json) ?? json);
  }

  /** Null: there is nothing to put back. */
  #whole(messages: readonly Message[]): readonly Message[] | null {
    const body = encodeBody(messages);
    const content = typeof body.content === 'string' ? this.#withText(body.content) : null;
    return content === null ? null : decodeBody({ ...body, content }, '');
  }

  /** Null: there is nothing to put back. Base64 needs no escapes in JSON. */
  #withText(json: string): string | null {
    const found = { any: false };
    const changed = json.replace(REFERENCES, (whole: string, sha256: string, bytes: string, mark: string) => {
      if (mark === IN_PLACE) return whole.slice(0, -1);
      const content = this.#kept.get(sha256) === Number(bytes) ? this.#shelf.get(sha256) : null;
      if (content === null) return whole;
      found.any = true;
      return content.toString('base64');
    });
    return found.any ? changed : null;
  }
}
