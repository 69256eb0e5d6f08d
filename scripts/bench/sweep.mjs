import { join } from 'node:path';
import {
  buildThreadProfile,
  DEFAULT_PRICES,
  findPrice,
  policiesOf,
  replayProfile,
  sweep,
} from '../../out/core/index.js';
import { memorySource } from '../../out/core/adapters/fs/byte-sources.js';
import { collectThreads } from '../../out/core/importers/collect-threads.js';
import { hastekitJsonl } from '../../out/core/importers/hastekit-jsonl.js';
import { indexRetention } from '../../out/core/replay/index-retention.js';
import { inTempFolder, launch, withDisplay } from './desktop.mjs';
import { threadLines, writeThreadFile } from './generate-thread.mjs';
import { medianMs, ms, times } from './measure.mjs';

const MESSAGES = 10_000;
const MESSAGES_PER_RUN = 4;
const REPLAYS = 10;
const THREADS = 100;
const RUNS_PER_THREAD = 25;

/** 20 thresholds × 20 keep windows. */
const GRID = {
  tokenThresholds: Array.from({ length: 20 }, (_, place) => 20_000 + place * 5_000),
  keepRecentCounts: Array.from({ length: 20 }, (_, place) => place + 1),
  keepCounts: [],
};

/**
 * 400 policies on one long thread against ten plain replays of it from its document; and on a hundred
 * threads in the real window, which goes on drawing meanwhile.
 *
 * @returns {Promise<import('./measure.mjs').BenchLine[]>}
 */
export async function sweepBench() {
  return [await longThread(), ...(await manyThreads())];
}

async function longThread() {
  const document = await longDocument();
  // Facts are read once per thread and kept, whatever is swept afterwards.
  const facts = indexRetention(document.runs);
  const price = findPrice(DEFAULT_PRICES, 'gpt-4o-mini');
  const options = { prices: { agent: price, summarizer: price }, limitTokens: 128_000 };
  const [first] = policiesOf(GRID);
  const replaysMs = await medianMs(
    () => {
      for (let index = 0; index < REPLAYS; index += 1) {
        const profile = buildThreadProfile(document);
        replayProfile(profile, first ?? { summarizer: 'none' }, options);
      }
    },
    { runs: 3, warmUps: 1 },
  );
  const sweepMs = await medianMs(
    async () => {
      const profile = buildThreadProfile(document);
      await sweep([{ profile, facts }], GRID, options);
    },
    { runs: 3, warmUps: 1 },
  );
  return {
    name: '400 policies on 10,000 messages',
    figure: ms(sweepMs),
    baseline: `${REPLAYS} replays of the document ${ms(replaysMs)}: ${times(sweepMs / replaysMs)}`,
    limit: '< 2×',
    ok: sweepMs / replaysMs < 2,
  };
}

/** The invented thread as the importer reads it. */
async function longDocument() {
  const lines = threadLines({ runs: MESSAGES / MESSAGES_PER_RUN, toolTextCharacters: 600 });
  const bytes = Buffer.from([...lines].map((line) => `${line}\n`).join(''));
  const collected = collectThreads();
  await hastekitJsonl.read(memorySource('long.jsonl', [bytes]), collected.sink, {});
  const [document] = collected.threads();
  if (document === undefined) throw new Error('the invented thread was not read');
  return document;
}

function manyThreads() {
  return withDisplay(() =>
    inTempFolder(async (folder) => {
      const files = Array.from({ length: THREADS }, (_, place) => join(folder, `thread-${place}.jsonl`));
      for (const [place, path] of files.entries()) {
        await writeThreadFile(path, {
          runs: RUNS_PER_THREAD + (place % 10),
          threadId: `bench-${place}`,
          toolTextCharacters: 400,
        });
      }
      const { app, window } = await launch({ userData: join(folder, 'data') });
      try {
        await window.waitForSelector('[data-thread-list] [role=option]');
        await app.evaluate(({ dialog }, filePaths) => {
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [...filePaths] });
        }, files);
        await window.evaluate(`new Promise((done) => {
          window.tidemark.on('import:ended', done);
          window.tidemark.request('import:choose', { jobId: 'bench' });
        })`);
        await window.waitForTimeout(4_000);
        return await sweepInWindow(window);
      } finally {
        await app.close();
      }
    }),
  );
}

/**
 * Frames are counted while the lab's own tab draws the rows as they come.
 *
 * @param {import('@playwright/test').Page} window
 */
async function sweepInWindow(window) {
  await window.getByRole('tab', { name: /^Lab/ }).click();
  await window.getByRole('radio', { name: /^All/ }).click();
  await window.getByRole('button', { name: /× .* priced as/ }).click();
  const field = (/** @type {string} */ name) => window.getByRole('textbox', { name: new RegExp(`^${name}`) });
  await field('Thresholds').fill('2k..21k/1k');
  await field('Keep recent').fill('1..20');
  await field('Sliding window').fill('');
  await field('Thresholds').focus();
  await window.getByRole('button', { name: 'Sweep 400 policies' }).waitFor();
  const measured = await window.evaluate(`(async () => {
    let longestTaskMs = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, entry.duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    const sorted = (lengths) => lengths.sort((a, b) => a - b);
    const p95 = (lengths) => sorted(lengths)[Math.floor(lengths.length * 0.95)];
    const idle = [];
    for (let before = performance.now(); idle.length < 60; ) {
      const now = await new Promise((done) => requestAnimationFrame(done));
      idle.push(now - before);
      before = now;
    }
    longestTaskMs = 0;
    let ended = null;
    window.tidemark.on('lab:ended', (event) => { ended = event; });
    const button = [...document.querySelectorAll('button')].find((found) => found.textContent.startsWith('Sweep 400'));
    const startedAt = performance.now();
    button.click();
    const frames = [];
    let before = performance.now();
    let endedAt = null;
    while (endedAt === null || before - endedAt < 500) {
      const now = await new Promise((done) => requestAnimationFrame(done));
      frames.push(now - before);
      before = now;
      if (ended !== null && endedAt === null) endedAt = now;
      if (now - startedAt > 120_000) throw new Error('the sweep did not end');
    }
    observer.disconnect();
    if (ended.error !== null) throw new Error(ended.error.message);
    return {
      tookMs: endedAt - startedAt,
      threads: ended.outcome.threadCount,
      p95Ms: p95(frames),
      idleP95Ms: p95(idle),
      longestTaskMs,
    };
  })()`);
  const { tookMs, threads, p95Ms, idleP95Ms, longestTaskMs } = /** @type {Record<string, number>} */ (
    measured
  );
  return [
    {
      name: `p95 frame, ${threads} threads × 400 policies`,
      figure: ms(p95Ms ?? NaN),
      baseline: `idle ${ms(idleP95Ms ?? NaN)}; the sweep took ${ms(tookMs ?? NaN)}`,
      limit: '< 25 ms, or 1.5 × idle',
      ok: (p95Ms ?? NaN) < Math.max(25, 1.5 * (idleP95Ms ?? NaN)),
    },
    {
      name: 'longest task meanwhile',
      figure: ms(longestTaskMs ?? NaN),
      baseline: '',
      limit: '< 50 ms',
      ok: (longestTaskMs ?? NaN) < 50,
    },
  ];
}
