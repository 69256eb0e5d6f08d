import { join } from 'node:path';
import { writeExport } from './generate-exports.mjs';
import { median, megabytes, ms, times } from './measure.mjs';
import { withMeasuredImports } from './measure-import.mjs';

const BYTES = 20e6;
const WARM_UP_BYTES = 2e6;
const ROUNDS = 3;
/** Parsing is a small part of it: items are told apart and measured, runs cut and written. */
const LARGEST_RATIO = 20;
const LARGEST_PEAK_BYTES = 350e6;

/** The five that people have most of. */
const FORMATS = /** @type {const} */ ([
  ['claude-code', 'jsonl'],
  ['codex', 'jsonl'],
  ['openai-chat', 'jsonl'],
  ['chatgpt', 'json'],
  ['langfuse', 'jsonl'],
]);

/**
 * Import of other programs' exports into a workspace, in the app's own worker, against reading and
 * parsing the same file.
 *
 * @returns {Promise<import('./measure.mjs').BenchLine[]>}
 */
export function formatsBench() {
  return withMeasuredImports(async (folder, measure) => {
    const lines = [];
    for (const [format, ending] of FORMATS) {
      const file = join(folder, `${format}.${ending}`);
      const warmUp = join(folder, `warm-up.${ending}`);
      await writeExport(file, format, BYTES);
      await writeExport(warmUp, format, WARM_UP_BYTES);
      const { parseMs } = measure('parse', file);
      const rounds = Array.from({ length: ROUNDS }, () => measure('import', file, warmUp));
      const failed = rounds.find(({ runs }) => runs === 0);
      if (failed !== undefined) throw new Error(`${format}: ${failed.outcome} ${failed.message}`);
      const importMs = median(rounds.map((round) => round.importMs));
      const peakBytes = Math.max(...rounds.map((round) => round.peakBytes));
      lines.push({
        name: `import of ${format}, ${megabytes(BYTES)}, ${megabytes(peakBytes)} in all`,
        figure: ms(importMs),
        baseline: `read + parse ${ms(parseMs)}: ${times(importMs / parseMs)}`,
        limit: `≤ ${LARGEST_RATIO}×, < ${megabytes(LARGEST_PEAK_BYTES)}`,
        ok: importMs / parseMs <= LARGEST_RATIO && peakBytes < LARGEST_PEAK_BYTES,
      });
    }
    return lines;
  });
}
