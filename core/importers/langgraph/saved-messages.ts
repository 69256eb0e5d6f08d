import { lcMessage, removedId } from '../langchain/lc-message.ts';
import { isRecord, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';

/** Whether a value is what a channel of messages holds: a list with a message in it. */
export function holdsMessages(value: unknown): value is readonly unknown[] {
  return isList(value) && value.some((element) => lcMessage(element) !== null);
}

/**
 * What a channel holds after some writes, where the database keeps only these: messages are added, those whose id
 * is there are replaced, and a removal takes its own away.
 *
 * Source: langgraph/channels/delta.py and the reducer of messages in langgraph/pregel/_messages.py.
 */
export function withWrites(before: readonly unknown[], writes: readonly unknown[]): readonly unknown[] {
  let messages = [...before];
  for (const write of writes) {
    const anew = overwriting(write);
    if (anew !== null) {
      messages = [...anew];
      continue;
    }
    for (const value of isList(write) ? write : [write]) messages = withMessage(messages, value);
  }
  return messages;
}

function withMessage(messages: unknown[], value: unknown): unknown[] {
  const message = lcMessage(value);
  if (message === null) return messages;
  if (message.kind === 'remove') {
    const removed = removedId(message);
    return removed === null ? [] : messages.filter((known) => lcMessage(known)?.id !== removed);
  }
  const place = message.id === null ? -1 : messages.findLastIndex((known) => idOf(known) === message.id);
  if (place < 0) messages.push(value);
  else messages[place] = value;
  return messages;
}

function idOf(value: unknown): string | null {
  return isRecord(value) && 'content' in value ? textOrNull(value['id']) : (lcMessage(value)?.id ?? null);
}

/** `Overwrite(value)`, or `{ __overwrite__: value }`: what was there before counts no more. */
function overwriting(write: unknown): readonly unknown[] | null {
  if (!isRecord(write) || lcMessage(write) !== null) return null;
  const { value, __overwrite__: inner }: RawRecord = write;
  const anew = inner ?? value;
  return isList(anew) ? anew : null;
}
