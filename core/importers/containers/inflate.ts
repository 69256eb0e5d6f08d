import { Gunzip, Inflate } from 'fflate';
import { InspectorError } from '../../domain/errors.ts';
import { guardExpansion } from './expansion-guard.ts';

/** About so much comes out of one step, however well the data is packed. */
const STEP_OUTPUT_BYTES = 1024 * 1024;
const SMALLEST_STEP_BYTES = 4 * 1024;
const LARGEST_STEP_BYTES = 256 * 1024;

/**
 * Unpacks deflated data as it comes in.
 *
 * @param name Of the file, for what may be wrong with it.
 * @throws InspectorError 'invalid-import' for damaged data, and for data that expands like no export does.
 */
export function inflateRaw(
  packed: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let ready: Uint8Array[] = [];
  const inflate = new Inflate((bytes) => ready.push(bytes));
  return unpack(packed, name, {
    push: (bytes) => {
      inflate.push(bytes);
    },
    take: () => {
      const taken = ready;
      ready = [];
      return taken;
    },
  });
}

export interface Gunzipped {
  readonly bytes: AsyncGenerator<Uint8Array, void, undefined>;
  /** What the last part has unpacked to so far. */
  lastPartBytes(): number;
}

/** As `inflateRaw`, for gzip of one part or several. */
export function inflateGzip(packed: AsyncIterable<Uint8Array>, name: string): Gunzipped {
  let ready: Uint8Array[] = [];
  let partBytes = 0;
  const gunzip = new Gunzip((bytes) => {
    ready.push(bytes);
    partBytes += bytes.length;
  });
  gunzip.onmember = () => {
    partBytes = 0;
  };
  const bytes = unpack(packed, name, {
    push: (piece) => {
      // A copy: it keeps a header that isn't whole, and whoever reads uses the piece's memory again.
      gunzip.push(piece.slice());
    },
    take: () => {
      const taken = ready;
      ready = [];
      return taken;
    },
  });
  return { bytes, lastPartBytes: () => partBytes };
}

interface Unpacker {
  push(bytes: Uint8Array): void;
  take(): readonly Uint8Array[];
}

async function* unpack(
  packed: AsyncIterable<Uint8Array>,
  name: string,
  unpacker: Unpacker,
): AsyncGenerator<Uint8Array, void, undefined> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  let step = SMALLEST_STEP_BYTES;
  for await (const chunk of packed) {
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + step);
      at += piece.length;
      packedBytes += piece.length;
      try {
        unpacker.push(piece);
      } catch (error) {
        throw damaged(name, error);
      }
      let stepBytes = 0;
      for (const bytes of unpacker.take()) {
        stepBytes += bytes.length;
        guardExpansion(name, packedBytes, unpackedBytes + stepBytes);
        if (bytes.length > 0) yield bytes;
      }
      unpackedBytes += stepBytes;
      step = nextStep(piece.length, stepBytes);
    }
  }
}

function nextStep(packedBytes: number, unpackedBytes: number): number {
  const ratio = Math.max(1, unpackedBytes / packedBytes);
  return Math.max(SMALLEST_STEP_BYTES, Math.min(LARGEST_STEP_BYTES, Math.floor(STEP_OUTPUT_BYTES / ratio)));
}

function damaged(name: string, cause: unknown): InspectorError {
  return new InspectorError('invalid-import', `${name}: its compressed data is damaged; get the file again`, {
    cause,
  });
}
