import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { eventData, eventValues } from './event-stream.ts';
import type { PlacedTexts } from './placed-source.ts';
import { readLines } from './read-lines.ts';

/** Where the data of events stands in a source, and which of its values one event is. */
export interface EventPlace {
  readonly startByte: number;
  readonly endByte: number;
  readonly index: number;
}

/**
 * Reads the `data` of server-sent events, one after another, as JSON. Events that are no JSON are counted and
 * left out: a recording ends where it was stopped.
 *
 * @param onEvent Told the place of the event, from which `eventAt` reads it again; null in UTF-16.
 * @throws InspectorError 'cancelled' as readLines.
 */
export async function readEventStream(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  onEvent: (event: unknown, line: number, place: EventPlace | null) => void,
): Promise<void> {
  let data: string[] = [];
  let lastLine = 0;
  let startByte = 0;
  let endByte = 0;
  let isWide = false;
  const broken = { count: 0, firstLine: 0 };
  const take = (values: readonly unknown[]): void => {
    for (const [index, event] of values.entries()) {
      if (event !== undefined) {
        onEvent(event, lastLine, isWide ? null : { startByte, endByte, index });
        continue;
      }
      if (broken.count === 0) broken.firstLine = lastLine;
      broken.count += 1;
    }
  };
  const close = (): void => {
    if (data.length > 0) take(eventValues(data.join('\n')));
    data = [];
  };
  await readLines(source, options, (text, line, _malformed, bytes, lineStart) => {
    // Blank lines, which end an event, are counted and not handed over.
    if (line > lastLine + 1) close();
    lastLine = line;
    if (!text.startsWith('data:')) return;
    isWide = bytes === null;
    if (data.length === 0) startByte = lineStart;
    endByte = lineStart + (bytes?.length ?? 0);
    const piece = text.slice('data:'.length).replace(/^ /, '');
    const values = data.length === 0 ? eventValues(piece) : [undefined];
    // What is whole already need not wait for a blank line, which may never come.
    if (values.every((value) => value !== undefined)) take(values);
    else data.push(piece);
  });
  close();
  if (broken.count > 0) {
    sink.warning({
      code: 'broken-events',
      line: broken.firstLine,
      message: `${broken.count} events of the stream are not valid JSON and were left out; the recording may be cut off.`,
    });
  }
}

/** An event by its place. Undefined where there is none any more. */
export function eventAt(texts: PlacedTexts, { startByte, endByte, index }: EventPlace): unknown {
  const [data = ''] = eventData(texts.textAt(startByte, endByte));
  return eventValues(data)[index];
}
