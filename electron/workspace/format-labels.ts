import { NATIVE_FORMAT } from '../../core/adapters/sqlite/native-format.ts';
import { ALL_IMPORTERS } from '../../core/importers/all-importers.ts';

/** What people call a format; its own name when no importer of this version knows it. */
export function formatLabel(format: string): string {
  if (format === NATIVE_FORMAT) return 'Tidemark';
  return ALL_IMPORTERS.find((importer) => importer.format === format)?.label ?? format;
}
