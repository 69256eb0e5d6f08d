import type { Message } from '../../domain/message.ts';
import { toWireItem } from '../../domain/wire-item.ts';
import { toJson } from './deep-json.ts';

/**
 * The messages of a run's parts, in order. A part that begins with a message that is there already, only
 * grown, takes the place of everything from that message on.
 */
export function joinParts(parts: readonly (readonly Message[])[]): readonly Message[] {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined: Message[] = [];
  for (const part of parts) {
    const [first] = part;
    const grown = first === undefined ? -1 : joined.findLastIndex((message) => isGrownFrom(message, first));
    if (grown >= 0) joined.length = grown;
    // Not by spread: a part may hold more messages than a call takes arguments.
    for (const message of part) joined.push(message);
  }
  return joined;
}

/**
 * A log that writes a reply piece by piece is read while a message isn't whole: later it begins with the
 * same items and has more.
 */
export function isGrownFrom(earlier: Message, later: Message): boolean {
  return (
    earlier.id === later.id &&
    earlier.senderId === later.senderId &&
    later.items.length > earlier.items.length &&
    earlier.items.every((item, index) => {
      const grown = later.items[index];
      return grown !== undefined && toJson(toWireItem(item)) === toJson(toWireItem(grown));
    })
  );
}
