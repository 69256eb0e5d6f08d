import { containedExports, isContainer } from '../containers/contained-exports.ts';
import { readHead } from '../read-head.ts';
import type { ByteSource } from '../thread-import.ts';
import type { FieldMapping } from './field-mapping.ts';
import { sampleFields, type MappingSample } from './field-sample.ts';
import { sampleRecords } from './read-records.ts';

/**
 * What the beginning of a source offers to a mapping; of an archive, the beginning of the first file in it that
 * has records.
 *
 * @param mapping Null: what seems right.
 * @returns null where there are no records.
 * @throws InspectorError 'invalid-import' for an archive that can't be opened.
 */
export async function sampleMapping(
  source: ByteSource,
  mapping: FieldMapping | null,
): Promise<MappingSample | null> {
  const head = await readHead(source);
  for (const beginning of isContainer(head) ? await headsInside(source, head) : [head]) {
    const sample = sampleFields(sampleRecords(beginning), mapping);
    if (sample !== null) return sample;
  }
  return null;
}

async function headsInside(source: ByteSource, head: Uint8Array): Promise<readonly Uint8Array[]> {
  const heads: Uint8Array[] = [];
  // Nobody takes any of them: it is asked for the sake of what is looked at.
  await containedExports(source, head, (inner) => {
    if (!isContainer(inner)) heads.push(inner);
    return null;
  });
  return heads;
}
