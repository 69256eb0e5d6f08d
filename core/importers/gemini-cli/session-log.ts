import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, plainText, textOrNull } from '../readers/json-text.ts';
import type { TreeNode } from '../tree/log-tree.ts';
import { isAcknowledgement, messageKind, snapshotText } from './message-kind.ts';

/** A message, as it was written last. */
export interface LogMessage {
  readonly node: TreeNode;
  message: RawRecord;
  /** Of a summary: the first message that was kept word for word beside it; null for none. */
  keptFromId: string | null;
}

/**
 * Replays an append-only session log: messages are written again when they grow, taken back, or replaced
 * all at once. What was taken back stays a branch of the tree; a replacement that begins with a summary
 * is a compaction, and the messages it kept go on where they were.
 */
export class SessionLog {
  readonly messages: LogMessage[] = [];
  header: RawRecord = {};
  /** Nodes of the session as it stands, in order. */
  #current: number[] = [];
  /** By node: its place in the session as it stands; -1 for one that was taken back. */
  readonly #placeOf: number[] = [];
  readonly #byId = new Map<string, number>();

  /** @returns False for a record that isn't known. */
  add(record: RawRecord): boolean {
    if (isRecord(record['$set'])) {
      const { messages, ...fields } = record['$set'];
      this.header = { ...this.header, ...fields };
      if (isList(messages)) this.#replaceAll(messages.filter(isRecord));
      return true;
    }
    if ('$rewindTo' in record) {
      this.#rewindTo(textOrNull(record['$rewindTo']));
      return true;
    }
    if (typeof record['sessionId'] === 'string') {
      const { messages, ...fields } = record;
      this.header = { ...fields, ...this.header };
      if (isList(messages)) for (const message of messages.filter(isRecord)) this.#put(message);
      return true;
    }
    const id = textOrNull(record['id']);
    if (!isMessage(record) && (id === null || !this.#byId.has(id))) return false;
    this.#put(record);
    return true;
  }

  /** The newest node; -1 when the session is empty. */
  leaf(): number {
    return this.#current.at(-1) ?? -1;
  }

  /** A message that was there keeps its place, whatever it says now. */
  #put(message: RawRecord): void {
    const id = textOrNull(message['id']);
    const known = id === null ? undefined : this.#byId.get(id);
    const entry = known === undefined ? undefined : this.messages[known];
    if (known !== undefined && entry !== undefined && this.#isCurrent(known)) {
      entry.message = { ...entry.message, ...message };
      return;
    }
    const parent = this.leaf();
    const before = this.messages[parent];
    const isAfterSummary = before !== undefined && snapshotText(before.message) !== null;
    const kind = isAfterSummary && isAcknowledgement(message) ? 'none' : (messageKind(message) ?? 'none');
    const index = this.messages.push({ node: { parent, kind, name: id }, message, keptFromId: null }) - 1;
    if (id !== null) this.#byId.set(id, index);
    this.#placeOf[index] = this.#current.push(index) - 1;
  }

  #rewindTo(id: string | null): void {
    const node = id === null ? undefined : this.#byId.get(id);
    this.#cutAt(node === undefined || !this.#isCurrent(node) ? 0 : (this.#placeOf[node] ?? 0));
  }

  #isCurrent(node: number): boolean {
    return (this.#placeOf[node] ?? -1) >= 0;
  }

  #cutAt(place: number): void {
    for (const node of this.#current.slice(place)) this.#placeOf[node] = -1;
    this.#current = this.#current.slice(0, place);
  }

  /** The summary follows what it covers; what was kept stands there already. */
  #compact([summary, ...others]: readonly RawRecord[]): void {
    if (summary === undefined) return;
    const known = new Map(this.#current.map((node) => [keyOf(this.messages[node]?.message ?? {}), node]));
    this.#put(summary);
    const entry = this.messages.at(-1);
    for (const message of others) {
      const kept = known.get(keyOf(message));
      if (kept === undefined) this.#put(message);
      else if (entry !== undefined) entry.keptFromId ??= this.messages[kept]?.node.name ?? null;
    }
  }

  #replaceAll(messages: readonly RawRecord[]): void {
    const summary = messages.findIndex((message) => snapshotText(message) !== null);
    if (summary >= 0 && this.#current.length > 0) {
      this.#compact(messages.slice(summary));
      return;
    }
    let same = 0;
    for (; same < messages.length && same < this.#current.length; same += 1) {
      const known = this.messages[this.#current[same] ?? -1]?.message;
      const message = messages[same];
      if (known === undefined || message === undefined || keyOf(known) !== keyOf(message)) break;
    }
    this.#cutAt(same);
    for (const message of messages.slice(same)) this.#put(message);
  }
}

function isMessage(record: RawRecord): boolean {
  return messageKind(record) !== null;
}

/** A replacement may give the messages that it keeps new ids. */
function keyOf(message: RawRecord): string {
  const { content, timestamp, type } = message;
  const first: unknown = isList(content) ? content[0] : content;
  const text = isRecord(first) ? first['text'] : first;
  return `${plainText(type)} ${plainText(timestamp)} ${typeof text === 'string' ? text : ''}`;
}
