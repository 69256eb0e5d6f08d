import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DOCUMENT_FORMATS, documentPieces } from './generate-documents.mjs';
import { quickThreadLines, writeExport, writePieces } from './generate-exports.mjs';
import { smallRunLines, writeThreadFile } from './generate-thread.mjs';
import { hostileFiles } from './hostile-files.mjs';
import { inTempFolder, launch, withDisplay } from './desktop.mjs';
import { megabytes, ms } from './measure.mjs';
import { withMeasuredImports } from './measure-import.mjs';
import { ONE_CONVERSATION, conversationPieces } from './one-conversation.mjs';
import { SMALL_RECORDS, smallRecordLines } from './small-records.mjs';

const LARGEST_PEAK_BYTES = 400e6;
const LARGEST_CANCEL_MS = 1_000;
/** Of some 4.7 kB each: what is kept of a run while its file is read is what counts. */
const MANY_RUNS = 216_000;
const TOOL_TEXT_OF_MANY = 2750;
/** Of some 1.1 kB each, the smallest that anybody writes. */
const SMALL_RUNS = 1_000_000;
const LONGEST_BLOCK_MS = 50;
/** On top of what the open app takes: a process without a window has 100 MB before it imports. */
const LARGEST_GROWTH_BYTES = LARGEST_PEAK_BYTES - 100e6;
const DOCUMENT_BYTES = 300e6;

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
    lines.push(
      ...largeLines('1 GB of JSONL', lists, measure),
      ...(await windowLines('1 GB of JSONL', lists)),
    );
    rmSync(lists);
    const runs = join(folder, 'runs.jsonl');
    await writeThreadFile(runs, { runs: MANY_RUNS, toolTextCharacters: TOOL_TEXT_OF_MANY });
    lines.push(...largeLines(`1 GB of JSONL in ${MANY_RUNS.toLocaleString('en-US')} runs`, runs, measure));
    rmSync(runs);
    const small = join(folder, 'small.jsonl');
    await writePieces(small, smallRunLines(SMALL_RUNS));
    lines.push(
      importLine(`${SMALL_RUNS.toLocaleString('en-US')} runs in 1 GB of JSONL`, measure('import', small)),
    );
    rmSync(small);
    for (const [name, records] of Object.entries(SMALL_RECORDS)) {
      const file = join(folder, 'records.jsonl');
      await writePieces(file, smallRecordLines(records, 1e9));
      lines.push(importLine(`1 GB of JSONL in small records: ${name}`, measure('import', file)));
      rmSync(file);
    }
    const document = join(folder, 'large.json');
    await writeExport(document, 'chatgpt', 300e6);
    lines.push(
      ...largeLines('300 MB of one JSON text', document, measure),
      ...(await windowLines('300 MB of one JSON text', document)),
    );
    rmSync(document);
    for (const [format, parts] of Object.entries(DOCUMENT_FORMATS)) {
      const file = join(folder, `${format}.json`);
      await writePieces(file, documentPieces(parts, DOCUMENT_BYTES));
      lines.push(
        importLine(`${megabytes(DOCUMENT_BYTES)} in one JSON text: ${format}`, measure('import', file)),
      );
      rmSync(file);
    }
    for (const [name, conversation] of Object.entries(ONE_CONVERSATION)) {
      const file = join(folder, 'conversation.json');
      await writePieces(file, conversationPieces(conversation, DOCUMENT_BYTES));
      lines.push(
        importLine(`${megabytes(DOCUMENT_BYTES)} in one conversation: ${name}`, measure('import', file)),
      );
      rmSync(file);
    }
    for (const { name, ending, pieces, isData = false } of hostileFiles()) {
      const file = join(folder, `hostile.${ending}`);
      await writePieces(file, pieces);
      const { importMs, outcome, message, peakBytes } = measure('import', file);
      lines.push({
        name: `${name}: survived`,
        figure: ms(importMs),
        baseline: `${outcome}${message === '' ? '' : ` (${message.slice(0, 60)})`}, ${megabytes(peakBytes)} in all`,
        limit: isData ? `imported, < ${megabytes(LARGEST_PEAK_BYTES)}` : 'imported, or a clear error',
        ok: isData
          ? outcome === 'new' && peakBytes < LARGEST_PEAK_BYTES
          : outcome === 'new' || (outcome === 'failed' && message !== ''),
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
    importLine(name, whole),
    {
      name: 'a cancel in the middle of it',
      figure: ms(cancelMs),
      baseline: cancelled.outcome,
      limit: `≤ ${ms(LARGEST_CANCEL_MS)}`,
      ok: cancelled.outcome === 'cancelled' && cancelMs <= LARGEST_CANCEL_MS,
    },
  ];
}

/**
 * @param {string} what
 * @param {import('./measure-import.mjs').Measured} measured
 * @returns {import('./measure.mjs').BenchLine}
 */
function importLine(what, { peakBytes, importMs, runs, outcome }) {
  return {
    name: `import of ${what}`,
    figure: megabytes(peakBytes),
    baseline: `the whole process; ${ms(importMs)} for ${runs} runs`,
    limit: `< ${megabytes(LARGEST_PEAK_BYTES)}`,
    ok: outcome === 'new' && peakBytes < LARGEST_PEAK_BYTES,
  };
}

/**
 * The longest task of the page while the real app imports the file, and what its main process grows by. A task
 * of less than 50 ms counts as none: the browser tells of no shorter one.
 *
 * @param {string} name
 * @param {string} file
 * @returns {Promise<import('./measure.mjs').BenchLine[]>}
 */
async function windowLines(name, file) {
  const { longestMs, growthBytes } = await withDisplay(() =>
    inTempFolder((folder) => importInWindow(folder, file)),
  );
  return [
    {
      name: `longest block of the window: ${name}`,
      figure: longestMs === 0 ? '< 50 ms' : ms(longestMs),
      baseline: '',
      limit: `≤ ${ms(LONGEST_BLOCK_MS)}`,
      ok: longestMs <= LONGEST_BLOCK_MS,
    },
    {
      name: `memory that the app takes on top: ${name}`,
      figure: megabytes(growthBytes),
      baseline: 'its main process, of which the import is a thread',
      limit: `< ${megabytes(LARGEST_GROWTH_BYTES)}`,
      ok: growthBytes < LARGEST_GROWTH_BYTES,
    },
  ];
}

/**
 * @param {string} userData
 * @param {string} file
 * @returns {Promise<{ longestMs: number, growthBytes: number }>}
 */
async function importInWindow(userData, file) {
  const { app, window: page } = await launch({ userData });
  try {
    await page.getByRole('listbox').first().getByRole('option').first().waitFor();
    // What a start leaves to be done is not the import's.
    await page.waitForTimeout(3_000);
    const memory = await app.evaluateHandle(({ dialog }, path) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
      const before = process.memoryUsage.rss();
      const seen = { growth: 0 };
      globalThis.setInterval(() => {
        seen.growth = Math.max(seen.growth, process.memoryUsage.rss() - before);
      }, 10);
      return seen;
    }, file);
    const longestMs = await page.evaluate(`new Promise((resolve, reject) => {
      let longest = 0;
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
      });
      observer.observe({ entryTypes: ['longtask'] });
      window.tidemark.on('import:ended', ({ report }) => {
        if (report === null || report.files[0].outcome !== 'new') reject(new Error(JSON.stringify(report)));
        else resolve(longest);
      });
      void window.tidemark.request('import:choose', { jobId: 'large' });
    })`);
    return { longestMs, growthBytes: await memory.evaluate(({ growth }) => growth) };
  } finally {
    await app.close();
  }
}
