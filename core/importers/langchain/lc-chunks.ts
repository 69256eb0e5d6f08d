import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList } from '../readers/json-text.ts';
import type { LcMessage } from './lc-message.ts';

/** Puts pieces of one streamed message together; they stand next to each other and share an id. */
export function foldChunks(messages: readonly LcMessage[]): readonly LcMessage[] {
  const whole: LcMessage[] = [];
  for (const message of messages) {
    const before = whole.at(-1);
    const isNext =
      before !== undefined &&
      before.isChunk &&
      message.isChunk &&
      before.id !== null &&
      before.id === message.id;
    if (isNext) whole[whole.length - 1] = mergedChunks(before, message);
    else whole.push(message);
  }
  return whole;
}

export function mergedChunks(left: LcMessage, right: LcMessage): LcMessage {
  return { ...left, fields: mergedFields(left.fields, right.fields) };
}

function mergedFields(left: RawRecord, right: RawRecord): RawRecord {
  const merged: Record<string, unknown> = { ...left };
  for (const [name, value] of Object.entries(right)) {
    if (value === null || value === undefined || name === 'id') continue;
    const merge = Object.hasOwn(MERGES, name) ? MERGES[name] : undefined;
    merged[name] = merge?.(merged[name], value) ?? value;
  }
  return merged;
}

type Merge = (left: unknown, right: unknown) => unknown;

const MERGES: Readonly<Record<string, Merge>> = {
  content: mergedContent,
  tool_call_chunks: joined,
  // Each piece lists the calls that it could make out; whole, they are in the chunks.
  tool_calls: () => [],
  invalid_tool_calls: () => [],
  additional_kwargs: (left, right) => (isRecord(left) && isRecord(right) ? mergedExtra(left, right) : right),
  response_metadata: (left, right) => (isRecord(left) && isRecord(right) ? { ...left, ...right } : right),
  usage_metadata: (left, right) => summed(left, right),
};

function mergedContent(left: unknown, right: unknown): unknown {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  const parts = [...asParts(left), ...asParts(right)];
  const merged: unknown[] = [];
  for (const part of parts) {
    const before = merged.findIndex((other) => isSamePart(other, part));
    const known = merged[before];
    if (isRecord(known) && isRecord(part)) merged[before] = mergedPart(known, part);
    else merged.push(part);
  }
  return merged;
}

function asParts(content: unknown): readonly unknown[] {
  if (isList(content)) return content;
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : [];
}

function isSamePart(left: unknown, right: unknown): boolean {
  if (!isRecord(left) || !isRecord(right) || left['type'] !== right['type']) return false;
  return left['index'] !== undefined && left['index'] === right['index'];
}

function mergedPart(left: RawRecord, right: RawRecord): RawRecord {
  const merged: Record<string, unknown> = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const before = merged[name];
    const isGrowing =
      name !== 'type' && name !== 'id' && typeof before === 'string' && typeof value === 'string';
    merged[name] = isGrowing ? before + value : (value ?? before);
  }
  return merged;
}

/** Thoughts come in pieces, too. */
function mergedExtra(left: RawRecord, right: RawRecord): RawRecord {
  const merged: Record<string, unknown> = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const before = merged[name];
    if (typeof before === 'string' && typeof value === 'string') merged[name] = before + value;
    else if (name === 'reasoning' && isRecord(before) && isRecord(value)) {
      merged[name] = { ...before, ...value, summary: mergedContent(before['summary'], value['summary']) };
    } else if (name === 'tool_calls') merged[name] = joined(before, value);
    else merged[name] = value;
  }
  return merged;
}

function joined(left: unknown, right: unknown): unknown {
  return [...(isList(left) ? left : []), ...(isList(right) ? right : [])];
}

/** One provider reports the prompt in the first piece and the reply in the last. */
function summed(left: unknown, right: unknown): unknown {
  if (!isRecord(left) || !isRecord(right)) return right;
  return Object.fromEntries(
    [...new Set([...Object.keys(left), ...Object.keys(right)])].map((name): [string, unknown] => {
      const [before, value] = [left[name], right[name]];
      if (typeof before === 'number' && typeof value === 'number') return [name, before + value];
      return [name, isRecord(before) || isRecord(value) ? summed(before, value) : (value ?? before)];
    }),
  );
}
