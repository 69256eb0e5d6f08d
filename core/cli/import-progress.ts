import { Presets, SingleBar } from 'cli-progress';
import type { ByteSource } from '../importers/thread-import.ts';
import type { CliIo } from './cli-io.ts';
import { plainText } from './text-table.ts';

/** A smaller file is read before a bar could be seen. */
const WORTH_A_BAR_BYTES = 20_000_000;

/** A progress bar on stderr, only on a terminal and only for a big file. */
export function importProgress(
  source: ByteSource,
  io: CliIo,
): { readonly update: (bytesRead: number) => void; readonly stop: () => void } {
  const total = source.sizeBytes ?? 0;
  if (!io.stderr.isTerminal || total < WORTH_A_BAR_BYTES) {
    return { update: () => undefined, stop: () => undefined };
  }
  const bar = new SingleBar(
    { format: `${plainText(source.name, 40)} {bar} {percentage} %`, clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(total, 0);
  return {
    update: (bytesRead) => {
      bar.update(bytesRead);
    },
    stop: () => {
      bar.stop();
    },
  };
}
