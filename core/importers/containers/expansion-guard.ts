import { InspectorError } from '../../domain/errors.ts';

/** Exports compress to a tenth; logs that repeat themselves to a hundredth. What deflate can do at most is 1:1032. */
const HIGHEST_RATIO = 300;
/** Below this nothing is harmed whatever the ratio. */
const HARMLESS_BYTES = 64 * 1024 * 1024;
const LARGEST_BYTES = 16 * 1024 ** 3;

/**
 * Refuses what unpacks to far more than any export does: such archives are made to fill memory and disks.
 *
 * @param packedBytes What has been read of it, or all of it.
 * @param unpackedBytes What has come out, or is said to.
 * @throws InspectorError 'invalid-import'.
 */
export function guardExpansion(name: string, packedBytes: number, unpackedBytes: number): void {
  if (unpackedBytes > LARGEST_BYTES) {
    throw new InspectorError('invalid-import', `${name}: it unpacks to more than 16 GB and was not opened`);
  }
  if (unpackedBytes > HARMLESS_BYTES && unpackedBytes > packedBytes * HIGHEST_RATIO) {
    throw new InspectorError(
      'invalid-import',
      `${name}: it unpacks to more than ${HIGHEST_RATIO} times its size, which no export does, and was not opened`,
    );
  }
}
