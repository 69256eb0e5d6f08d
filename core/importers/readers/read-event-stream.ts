import type { ByteSource, ImportOptions, ImportSink } from '../thread-import.ts';
import { eventValues } from './event-stream.ts';
import { readLines } from './read-lines.ts';

/**
 * Reads the `data` of server-sent events, one after another, as JSON. Events that are no JSON are counted and
 * left out: a recording ends where it was stopped.
 *
 * @throws InspectorError 'cancelled' as readLines.
 */
export async function readEventStream(
  source: ByteSource,
  sink: ImportSink,
  options: ImportOptions,
  onEvent: (event: unknown, line: number) => void,
): Promise<void> {
  let data: string[] = [];
  let lastLine = 0;
  const broken = { count: 0, firstLine: 0 };
  const take = (values: readonly unknown[]): void => {
    for (const event of values) {
      if (event !== undefined) {
        onEvent(event, lastLine);
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
  await readLines(source, options, (text, line) => {
    // Blank lines, which end an event, are counted and not handed over.
    if (line > lastLine + 1) close();
    lastLine = line;
    if (!text.startsWith('data:')) return;
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
