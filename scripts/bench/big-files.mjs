import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { quickThreadLines, writeExport, writePieces } from './generate-exports.mjs';
import { megabytes, ms } from './measure.mjs';
import { withMeasuredImports } from './measure-import.mjs';

const LARGEST_PEAK_BYTES = 400e6;
const LARGEST_CANCEL_MS = 1_000;
const LONGEST_BLOCK_MS = 50;

/**
 * Files of a size that programs fail on, and files that nobody would write. Takes minutes and some
 * gigabytes of disk, so it runs only when it is named.
 *
 * @returns {Promise<import('./measure.mjs').BenchLine[]>}
 */
export function bigFilesBench() {
  return withMeasuredImports(async (folder, measure) => {
    const lines = [];
    const lists = join(folder, 'large.jsonl');
    await writePieces(lists, quickThreadLines(1e9));
    lines.push(...largeLines('1 GB of JSONL', lists, measure));
    rmSync(lists);
    const document = join(folder, 'large.json');
    await writeExport(document, 'chatgpt', 300e6);
    lines.push(...largeLines('300 MB of one JSON text', document, measure));
    rmSync(document);
    for (const [name, pieces] of hostileFiles()) {
      const file = join(folder, 'hostile.jsonl');
      await writePieces(file, pieces);
      const { importMs, outcome, message, peakBytes } = measure('import', file);
      lines.push({
        name: `${name}: survived`,
        figure: ms(importMs),
        baseline: `${outcome}${message === '' ? '' : ` (${message.slice(0, 60)})`}, ${megabytes(peakBytes)} in all`,
        limit: 'imported, or a clear error',
        ok: outcome === 'new' || (outcome === 'failed' && message !== ''),
      });
    }
    return lines;
  });
}

/**
 * @param {string} name
 * @param {string} file
 * @param {(what: 'import' | 'cancel', file: string) => import('./measure-import.mjs').Measured} measure
 * @returns {import('./measure.mjs').BenchLine[]}
 */
function largeLines(name, file, measure) {
  const whole = measure('import', file);
  const cancelled = measure('cancel', file);
  const cancelMs = cancelled.cancelMs ?? Infinity;
  return [
    {
      name: `import of ${name}`,
      figure: megabytes(whole.peakBytes),
      baseline: `the whole process; ${ms(whole.importMs)} for ${whole.runs} runs`,
      limit: `< ${megabytes(LARGEST_PEAK_BYTES)}`,
      ok: whole.outcome === 'new' && whole.peakBytes < LARGEST_PEAK_BYTES,
    },
    {
      name: 'longest block of the window meanwhile',
      figure: ms(whole.longestBlockMs),
      baseline: '',
      limit: `≤ ${ms(LONGEST_BLOCK_MS)}`,
      ok: whole.longestBlockMs <= LONGEST_BLOCK_MS,
    },
    {
      name: 'a cancel in the middle of it',
      figure: ms(cancelMs),
      baseline: cancelled.outcome,
      limit: `≤ ${ms(LARGEST_CANCEL_MS)}`,
      ok: cancelled.outcome === 'cancelled' && cancelMs <= LARGEST_CANCEL_MS,
    },
  ];
}

const DEPTH = 200_000;

/** @returns {readonly (readonly [string, readonly (string | Buffer)[]])[]} */
function hostileFiles() {
  const image = Buffer.alloc(75_000_000, 'harbour picture').toString('base64');
  const content = (/** @type {object} */ part) => ({ type: 'message', role: 'user', content: [part] });
  const deep = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
  return [
    ['one line of 50 MB', [record(content({ type: 'input_text', text: 'tide '.repeat(10_000_000) }))]],
    [
      'an image of 100 MB of base64',
      [record(content({ type: 'input_image', image_url: `data:image/png;base64,${image}` }))],
    ],
    [`${DEPTH} levels of nesting`, [record({ type: 'odd', nested: '@' }).replace('"@"', () => deep)]],
    [`${DEPTH} levels that never end`, ['['.repeat(DEPTH)]],
    ['200 MB that are no text', [Buffer.alloc(200_000_000, 0xfe)]],
  ];
}

/** @param {object} item */
function record(item) {
  return `${JSON.stringify({
    type: 'message',
    message: {
      run_id: 'run-1',
      thread_id: 'thread-hostile',
      conversation_id: 'conversation-hostile',
      namespace: 'default',
      messages: [{ id: 'message-1', sender_id: 'anna', messages: [item] }],
      created_at: '2026-03-02T08:00:00Z',
    },
  })}\n`;
}
