import { Gunzip, Inflate } from 'fflate';
import { InspectorError } from '../../domain/errors.ts';
import { joinBytes } from '../readers/read-lines.ts';
import { Crc32 } from './crc32.ts';
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

/** What a part of a gzip file says at its end of what it holds. */
const TRAILER_BYTES = 8;
/** The next part is noticed when its header is whole, which may hold a name. */
const KEPT_BYTES = 4096;

export interface Gunzipped {
  readonly bytes: AsyncGenerator<Uint8Array, void, undefined>;
  /** When all has been unpacked. `cut-off`: the last part ends too early. */
  lastPart(): 'whole' | 'cut-off' | 'damaged';
}

/**
 * As `inflateRaw`, for gzip of one part or several.
 *
 * @throws InspectorError 'invalid-import' also where a part that another follows isn't what its checksum says.
 */
export function inflateGzip(packed: AsyncIterable<Uint8Array>, name: string): Gunzipped {
  let ready: Uint8Array[] = [];
  let part = new GzipPart();
  /** The end of what has been pushed, and where it ends. */
  let tail: Uint8Array = new Uint8Array();
  let tailEnd = 0;
  const trailerBefore = (place: number): Uint8Array => {
    const end = tail.length - (tailEnd - place);
    return tail.subarray(Math.max(0, end - TRAILER_BYTES), Math.max(0, end));
  };
  const gunzip = new Gunzip((bytes) => {
    ready.push(bytes);
    part.add(bytes);
  });
  gunzip.onmember = (start) => {
    if (part.isAs(trailerBefore(start)) !== 'whole') throw new WrongChecksum(name);
    part = new GzipPart();
  };
  const bytes = unpack(packed, name, {
    push: (piece) => {
      tail = joinBytes([tail.subarray(-KEPT_BYTES), piece]);
      tailEnd += piece.length;
      // A copy: it keeps a header that isn't whole, and whoever reads uses the piece's memory again.
      gunzip.push(piece.slice());
    },
    take: () => {
      const taken = ready;
      ready = [];
      return taken;
    },
  });
  return { bytes, lastPart: () => part.isAs(trailerBefore(tailEnd)) };
}

/** What a part of a file holds is not what it says. */
export class WrongChecksum extends InspectorError {
  constructor(name: string) {
    super('invalid-import', `${name}: it is damaged, because its checksum is another; get the file again`);
  }
}

class GzipPart {
  readonly #checksum = new Crc32();
  #bytes = 0;

  add(bytes: Uint8Array): void {
    this.#checksum.add(bytes);
    this.#bytes += bytes.length;
  }

  isAs(trailer: Uint8Array): 'whole' | 'cut-off' | 'damaged' {
    if (trailer.length < TRAILER_BYTES) return 'cut-off';
    const view = new DataView(trailer.buffer, trailer.byteOffset);
    // The length tells a file that ends too early from one that was changed.
    if (view.getUint32(4, true) !== this.#bytes % 2 ** 32) return 'cut-off';
    return view.getUint32(0, true) === this.#checksum.value ? 'whole' : 'damaged';
  }
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
        throw error instanceof WrongChecksum ? error : damaged(name, error);
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
