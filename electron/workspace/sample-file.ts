import { stat } from 'node:fs/promises';
import type { FieldMapping, MappingSample } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { sampleMapping } from '../../core/importers/mapped/sample-source.ts';
import { fileSource } from './file-source.ts';
import { reasonOf } from './list-files.ts';

/**
 * What the beginning of a file offers to a mapping of its fields.
 *
 * @throws InspectorError 'not-found' for a file that can't be read, 'invalid-import' for an archive that can't be
 *   opened.
 */
export async function sampleFile(path: string, mapping: FieldMapping | null): Promise<MappingSample | null> {
  try {
    const { size } = await stat(path);
    return await sampleMapping(fileSource(path, size), mapping);
  } catch (error) {
    if (error instanceof InspectorError) throw error;
    throw new InspectorError('not-found', reasonOf(error), { cause: error });
  }
}
