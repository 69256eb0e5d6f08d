import { InspectorError } from '../../../domain/errors.ts';
import type { ByteSource, ImportOptions } from '../../thread-import.ts';
import { throwIfCancelled } from '../read-lines.ts';
import { LazyReader } from './lazy-reader.ts';

/**
 * A reader of the JSON text that begins at `startByte` of a source. Looking at its values throws InspectorError
 * 'cancelled' once the signal is aborted, and 'invalid-import' when the source has been changed.
 *
 * @param onMalformed Told once, when bytes that are looked at are no text.
 * @param entryFields Fields whose objects and lists, where they are large, are given as LazyEntries.
 */
export function lazyReader(
  source: ByteSource,
  options: ImportOptions,
  startByte: number,
  onMalformed: () => void,
  entryFields: readonly string[] = [],
): LazyReader {
  let isTold = false;
  return new LazyReader(startByte, {
    readInto: source.readInto,
    keepData: options.keepData,
    entryFields,
    onRead: () => {
      throwIfCancelled(options, source);
    },
    onMalformed: () => {
      if (!isTold) onMalformed();
      isTold = true;
    },
    onChanged: () => {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: the file was changed while it was read; import it again once it is complete`,
      );
    },
  });
}
