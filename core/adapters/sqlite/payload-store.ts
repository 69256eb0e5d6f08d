import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { InputItem } from '../../domain/input-item.ts';
import type { Message } from '../../domain/message.ts';
import type { LongData } from '../../importers/thread-import.ts';
import { KeptData } from './kept-data.ts';
import { mapItem, mapPayloads } from './map-payloads.ts';
import { parsePayloadReference, splitPayload, writePayloadReference } from './payload-reference.ts';

/** Base64 data apart from the messages it stands in. Prepared once for a connection. */
export interface PayloadStore {
  /** Puts the data of the messages away, once by its hash, and leaves references. In the caller's transaction. */
  take(messages: readonly Message[]): readonly Message[];
  /** Puts data away that never was in messages; `take` knows what this gives in its place. */
  keep(data: LongData): string;
  /** Messages with the data that was put away by `keep` in them. */
  whole(messages: readonly Message[]): readonly Message[];
  /** A JSON text with the data that was put away by `keep` in it. */
  textIn(json: string): string;
  /** What was put away by `keep`, and no body refers to. */
  dropUnused(): void;
  /** Notes that a body refers to the data of its messages; the last one that does keeps it. */
  link(bodyKey: number, messages: readonly Message[]): void;
  /** The messages as they came. */
  give(messages: readonly Message[]): readonly Message[];
  /**
   * An item as it came, but for data that is too large to be shown.
   *
   * @param largestBytes Of one piece of data; a note of its size stands in for a larger one.
   */
  giveItem(item: InputItem, largestBytes: number): InputItem;
}

export function preparePayloads(db: Database.Database): PayloadStore {
  const keyOf = db
    .prepare<[string, string], number>('SELECT payload_key FROM payloads WHERE sha256 = ? AND kind = ?')
    .pluck();
  const contentOf = db
    .prepare<[string, string], Buffer>('SELECT content FROM payloads WHERE sha256 = ? AND kind = ?')
    .pluck();
  const insert = db.prepare('INSERT INTO payloads (sha256, kind, content) VALUES (?, ?, ?)');
  const deleteUnused = db.prepare(
    `DELETE FROM payloads WHERE sha256 = ? AND kind = 'b'
      AND NOT EXISTS (SELECT 1 FROM body_payloads WHERE body_payloads.payload_key = payloads.payload_key)`,
  );
  const insertLink = db.prepare('INSERT OR IGNORE INTO body_payloads (body_key, payload_key) VALUES (?, ?)');

  const kept = new KeptData({
    put: (sha256, content) => {
      if (keyOf.get(sha256, 'b') === undefined) insert.run(sha256, 'b', content);
    },
    get: (sha256) => contentOf.get(sha256, 'b') ?? null,
  });

  const takeText = (text: string): string => {
    if (kept.isReference(text)) return text;
    const split = splitPayload(text);
    if (split === null) return text;
    const { head, data, kind } = split;
    const content = Buffer.from(data, kind === 'b' ? 'base64' : 'utf8');
    const sha256 = createHash('sha256').update(content).digest('hex');
    if (keyOf.get(sha256, kind) === undefined) insert.run(sha256, kind, content);
    return writePayloadReference({ head, kind, sha256, bytes: content.length });
  };

  const giveText = (text: string, largestBytes: number): string => {
    const reference = parsePayloadReference(text);
    if (reference === null) return text;
    const { head, kind, sha256, bytes } = reference;
    if (bytes > largestBytes) return `${head}[${bytes} bytes, left out here]`;
    const content = contentOf.get(sha256, kind);
    // Only a damaged workspace has a reference to nothing.
    return content === undefined ? text : head + content.toString(kind === 'b' ? 'base64' : 'utf8');
  };

  return {
    take: (messages) => mapPayloads(kept.inPlace(messages), takeText),
    keep: (data) => kept.keep(data),
    whole: (messages) => kept.whole(messages),
    textIn: (json) => kept.textIn(json),
    dropUnused: () => {
      for (const sha256 of kept.hashes) deleteUnused.run(sha256);
    },
    link: (bodyKey, messages) => {
      mapPayloads(messages, (text) => {
        const reference = parsePayloadReference(text);
        const key = reference === null ? undefined : keyOf.get(reference.sha256, reference.kind);
        if (key !== undefined) insertLink.run(bodyKey, key);
        return text;
      });
    },
    give: (messages) => mapPayloads(messages, (text) => giveText(text, Infinity)),
    giveItem: (item, largestBytes) => mapItem(item, (text) => giveText(text, largestBytes)),
  };
}
