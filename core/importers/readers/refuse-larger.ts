import { InspectorError } from '../../domain/errors.ts';
import type { ByteSource } from '../thread-import.ts';

/**
 * For formats that can only be put together in memory: a clear refusal is better than a program that runs out of it.
 *
 * @throws InspectorError 'invalid-import' for a source that is known to be larger.
 */
export function refuseLarger(source: ByteSource, largestBytes: number): void {
  if (source.sizeBytes === null || source.sizeBytes <= largestBytes) return;
  const megabytes = Math.floor(largestBytes / 1024 / 1024);
  throw new InspectorError(
    'invalid-import',
    `${source.name}: files of this format are read up to ${megabytes} MB; split it, a conversation for each file`,
  );
}
