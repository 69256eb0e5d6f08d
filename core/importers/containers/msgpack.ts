import { decode, type ExtData } from '@msgpack/msgpack';

/** A value of a type that the writer made up: a number, and bytes that only the writer can read. */
export class MsgpackExtension {
  readonly code: number;
  readonly bytes: Uint8Array;

  constructor(code: number, bytes: Uint8Array) {
    this.code = code;
    this.bytes = bytes;
  }
}

/**
 * Decodes one value of MessagePack, as JSON would have it: maps become objects whose keys are texts.
 *
 * @param readExtension Makes a value of each extension, from the innermost that isn't in another's bytes.
 * @throws Error for bytes that are no MessagePack, or more or less than one value.
 */
export function decodeMsgpack(
  bytes: Uint8Array,
  readExtension: (extension: MsgpackExtension) => unknown,
): unknown {
  // Every element takes a byte at least; a damaged length would ask for gigabytes.
  const most = bytes.length;
  return decode(bytes, {
    maxArrayLength: most,
    maxMapLength: most,
    mapKeyConverter: (key) => (typeof key === 'number' ? key : keyText(key)),
    extensionCodec: {
      tryToEncode: (): ExtData | null => null,
      decode: (data, code) => readExtension(new MsgpackExtension(code, data)),
    },
  });
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  return typeof key === 'boolean' || key === null ? String(key) : 'key';
}
