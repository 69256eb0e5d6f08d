import { Buffer } from 'node:buffer';
import { InspectorError } from '../../domain/errors.ts';
import { instructionTokens } from '../../replay/instruction-tokens.ts';
import { BODY_ENCODING, decodeMeta } from './body-codec.ts';
import type { BodyRecord, ThreadReader } from './stored-thread.ts';

const FIELD = '"instructions"';

/** Estimate of the instructions that a stored thread's source tells; null: none. Reads one body at most. */
export function storedInstructionTokens(reader: ThreadReader, threadRef: number): number | null {
  const body = reader.firstBody(threadRef);
  if (body === null || !mayTellInstructions(body)) return null;
  try {
    return instructionTokens({ meta: decodeMeta(body) });
  } catch (error) {
    // A thread with a damaged run still opens; the run itself says so.
    if (error instanceof InspectorError && error.code === 'storage-failed') return null;
    throw error;
  }
}

/** Told without parsing: a record is as large as the text of its run. */
function mayTellInstructions({ meta, encoding, content }: BodyRecord): boolean {
  if (encoding !== BODY_ENCODING.hastekitRecord) return meta?.includes(FIELD) === true;
  return typeof content === 'string' ? content.includes(FIELD) : asBuffer(content).includes(FIELD);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
