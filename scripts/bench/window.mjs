import { join } from 'node:path';
import { inTempFolder, launch, withDisplay } from './desktop.mjs';
import { writeThreadFile } from './generate-thread.mjs';
import { median, megabytes, ms, times } from './measure.mjs';

const LARGE_RUNS = 10_000;
const SMALL_RUNS = 100;
const OPENINGS = 5;
const SCROLL_MS = 5_000;

/**
 * A thread of 10,000 runs in the real window, against one of 100 runs in the same window.
 *
 * @returns {Promise<import('./measure.mjs').BenchLine[]>}
 */
export function windowBench() {
  return withDisplay(() =>
    inTempFolder(async (folder) => {
      const large = join(folder, 'large.jsonl');
      const small = join(folder, 'small.jsonl');
      await writeThreadFile(large, { runs: LARGE_RUNS, threadId: 'large' });
      await writeThreadFile(small, { runs: SMALL_RUNS, threadId: 'small' });
      const { app, window } = await launch({ userData: join(folder, 'data') });
      try {
        await importFiles(app, window, [small, large]);
        return await measure(window);
      } finally {
        await app.close();
      }
    }),
  );
}

/**
 * @param {import('@playwright/test').ElectronApplication} app
 * @param {import('@playwright/test').Page} window
 * @param {readonly string[]} files
 */
async function importFiles(app, window, files) {
  await window.waitForSelector('[data-thread-list] [role=option]');
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [...filePaths] });
  }, files);
  await window.evaluate(`new Promise((done) => {
    window.tidemark.on('import:ended', done);
    window.tidemark.request('import:choose', { jobId: 'bench' });
  })`);
  // The full-text index is built behind the import; what is measured here comes after it.
  await window.waitForTimeout(6_000);
}

/** @param {import('@playwright/test').Page} window */
async function measure(window) {
  const [small, large] = [await threadNamed(window, SMALL_RUNS), await threadNamed(window, LARGE_RUNS)];
  const smallMs = [];
  const largeMs = [];
  let longest = 0;
  for (let round = 0; round <= OPENINGS; round += 1) {
    const first = await openMs(window, small);
    const second = await openMs(window, large);
    if (round === 0) continue;
    smallMs.push(first.paintedMs);
    largeMs.push(second.paintedMs);
    longest = Math.max(longest, second.longestTaskMs);
  }
  const handed = /** @type {number} */ (
    await window.evaluate(`(async () => {
      const overview = await window.tidemark.request('threads:open', { thread: ${large} });
      const headers = await window.tidemark.request('runs:headers', { thread: ${large}, from: 0, count: 100 });
      return JSON.stringify([overview, headers]).length;
    })()`)
  );
  const scrolled = await scroll(window);
  const heap = await heapBytes(window);
  const ratio = median(largeMs) / median(smallMs);
  return [
    line(
      'first run of 10,000 painted',
      ms(median(largeMs)),
      `100 runs ${ms(median(smallMs))}: ${times(ratio)}`,
      '< 1 s, ≤ 1.5×',
      median(largeMs) < 1_000 && ratio <= 1.5,
    ),
    line('longest task while it opens', ms(longest), '', '< 50 ms', longest < 50),
    line('handed to the window', megabytes(handed), '', '< 1 MB', handed < 1e6),
    line(
      'p95 frame, scrolling it all in 5 s',
      ms(scrolled.p95Ms),
      `empty page ${ms(scrolled.idleP95Ms)}`,
      '< 25 ms',
      scrolled.p95Ms < 25,
    ),
    line(
      'longest task while it scrolls',
      ms(scrolled.longestTaskMs),
      '',
      '< 50 ms',
      scrolled.longestTaskMs < 50,
    ),
    line('heap of the window', megabytes(heap), '', '< 100 MB', heap < 100e6),
  ];
}

/**
 * @param {string} name
 * @param {string} figure
 * @param {string} baseline
 * @param {string} limit
 * @param {boolean} ok
 */
const line = (name, figure, baseline, limit, ok) => ({ name, figure, baseline, limit, ok });

/**
 * @param {import('@playwright/test').Page} window
 * @param {number} runs
 * @returns {Promise<number>}
 */
async function threadNamed(window, runs) {
  return window.evaluate(`(async () => {
    const page = await window.tidemark.request('threads:list', { search: '', offset: 0, limit: 50 });
    return page.value.rows.find((row) => row.runCount === ${runs}).thread;
  })()`);
}

/**
 * From the press on the thread to its first run on the screen.
 *
 * @param {import('@playwright/test').Page} window
 * @param {number} thread
 * @returns {Promise<{ paintedMs: number, longestTaskMs: number }>}
 */
async function openMs(window, thread) {
  await window.waitForTimeout(400);
  return window.evaluate(`(async () => {
    let longestTaskMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, entry.duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const option = document.getElementById('thread-${thread}');
    const startedAt = performance.now();
    option.click();
    for (;;) {
      await frame();
      // A long thread shows its first runs before its columns are there.
      const list = document.querySelector('[data-testid=run-list], [data-testid=early-runs]');
      const run = list?.querySelector('[data-run="0"]:not(:empty)');
      if (option.getAttribute('aria-selected') === 'true' && list?.dataset.thread === '${thread}' && run) break;
      if (performance.now() - startedAt > 10_000) throw new Error('the thread did not open');
    }
    await frame();
    const paintedMs = performance.now() - startedAt;
    await new Promise((done) => setTimeout(done, 800));
    observer.disconnect();
    return { paintedMs, longestTaskMs };
  })()`);
}

/**
 * @param {import('@playwright/test').Page} window
 * @returns {Promise<{ p95Ms: number, idleP95Ms: number, longestTaskMs: number }>}
 */
async function scroll(window) {
  return window.evaluate(`(async () => {
    const list = document.querySelector('[data-testid=run-list]');
    let longestTaskMs = 0;
    const observer = new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) longestTaskMs = Math.max(longestTaskMs, entry.duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    const frames = async (each, forMs) => {
      const lengths = [];
      const startedAt = performance.now();
      let before = startedAt;
      while (before - startedAt < forMs) {
        each((before - startedAt) / forMs);
        const now = await new Promise((done) => requestAnimationFrame(done));
        lengths.push(now - before);
        before = now;
      }
      return lengths.slice(1).sort((a, b) => a - b);
    };
    const p95 = (sorted) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))];
    const idleP95Ms = p95(await frames(() => {}, 1000));
    const length = list.scrollHeight - list.clientHeight;
    const lengths = await frames((share) => { list.scrollTop = share * length; }, ${SCROLL_MS});
    observer.disconnect();
    if (list.scrollTop < length * 0.9) throw new Error('the list did not scroll');
    return { p95Ms: p95(lengths), idleP95Ms, longestTaskMs };
  })()`);
}

/** @param {import('@playwright/test').Page} window */
async function heapBytes(window) {
  const session = await window.context().newCDPSession(window);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
