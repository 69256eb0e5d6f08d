import type { Message } from '../../domain/message.ts';
import { toWireMessage } from '../../domain/wire-item.ts';
import { decodeBody, encodeBody } from './body-codec.ts';
import { toJson } from './deep-json.ts';

/**
 * Whether a message that comes is one that is stored. What an importer could make nothing of may be an item
 * of ours once it is read back, and numbers that JSON doesn't have are none any more.
 */
export function sameMessage(stored: Message | undefined, delivered: Message | undefined): boolean {
  if (stored === undefined || delivered === undefined) return false;
  const known = toJson(toWireMessage(stored));
  if (known === toJson(toWireMessage(delivered))) return true;
  const [read] = decodeBody(encodeBody([delivered]), delivered.id);
  return read !== undefined && known === toJson(toWireMessage(read));
}
