import { completeJson } from './complete-json.ts';
import { eventData, eventValues } from './event-stream.ts';
import { parseJson } from './json-text.ts';
import { decodeText, encodingOf, withoutByteOrderMark } from './text-decoder.ts';

/** Importers look at the first 256 kB of a file to tell whether it is theirs. */
export const HEAD_BYTES = 256 * 1024;
const SAMPLED_RECORDS = 50;

/** The beginning of a file, read both ways. */
export interface HeadSample {
  /** Read as JSONL: up to 50 values, from lines that parse. Empty when the first line doesn't. */
  readonly records: readonly unknown[];
  /** Read as one JSON text, cut off where the head ends; undefined when it isn't one. */
  readonly document: unknown;
  /** Read as server-sent events: up to 50 JSON values of its `data` fields. */
  readonly events: readonly unknown[];
}

const samples = new WeakMap<Uint8Array, HeadSample>();

/** Every importer asks about the same head in turn, so it is read once. Never throws. */
export function sampleHead(head: Uint8Array): HeadSample {
  const known = samples.get(head);
  if (known !== undefined) return known;
  const text = withoutByteOrderMark(decodeText(head, encodingOf(head)).text);
  const lines = sampleRecords(text);
  // A document with an element on each line looks like records behind a broken first one.
  const isCut = head.length >= HEAD_BYTES;
  const isDocument =
    lines.length > 0 && hasBrokenFirstLine(text) && isJson(isCut ? completeJson(text) : text);
  const records = isDocument ? [] : lines;
  const sample: HeadSample = {
    records,
    document: records.length > 1 ? undefined : records.length === 1 ? records[0] : sampleDocument(text),
    events: records.length > 0 ? [] : sampleEvents(text),
  };
  samples.set(head, sample);
  return sample;
}

function sampleRecords(text: string): readonly unknown[] {
  const records: unknown[] = [];
  let start = 0;
  for (let lines = 0; lines < 4 * SAMPLED_RECORDS && records.length < SAMPLED_RECORDS; lines += 1) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? undefined : end).trim();
    if (line !== '') {
      const value = parsedOrUndefined(line);
      if (value !== undefined) records.push(value);
      else if (end < 0 && records.length === 0) return cutRecord(line);
      // Pretty-printed JSON has no record on its first line; a broken record may still be followed by good ones.
      else if (records.length === 0 && !line.startsWith('{"')) return [];
    }
    if (end < 0) break;
    start = end + 1;
  }
  return records;
}

function hasBrokenFirstLine(text: string): boolean {
  const start = Math.max(text.search(/\S/), 0);
  const end = text.indexOf('\n', start);
  return end >= 0 && !isJson(text.slice(start, end));
}

function isJson(text: string): boolean {
  return parsedOrUndefined(text) !== undefined;
}

/** A first record so long that the head ends inside it. */
function cutRecord(line: string): readonly unknown[] {
  const value = sampleDocument(line);
  return value === undefined ? [] : [value];
}

function sampleEvents(text: string): readonly unknown[] {
  if (!/^\s*(?:event|data|id|retry|:)/.test(text)) return [];
  return eventData(text)
    .slice(0, SAMPLED_RECORDS)
    .flatMap(eventValues)
    .slice(0, SAMPLED_RECORDS)
    .filter((value) => value !== undefined);
}

function sampleDocument(text: string): unknown {
  return parsedOrUndefined(text) ?? parsedOrUndefined(completeJson(text));
}

function parsedOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
