import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import type { ThreadPage, ThreadRow } from '../../../core/contract.ts';
import { firstFrameOf, withFirstFrame } from '../../../electron/first-frame.ts';

const HTML = '<!doctype html><html lang="en"><head><title>T</title></head><body></body></html>';

function listOf(title: string): ThreadPage {
  const row: ThreadRow = {
    thread: 1,
    title,
    format: 'hastekit-jsonl',
    formatLabel: 'HasteKit history (JSONL)',
    runCount: 2,
    occupancyTokens: 900,
    occupancyMeasured: true,
    contextWindow: null,
    boundaryCount: 0,
    findingCount: 0,
    isBranch: false,
    isSample: false,
    updatedAtMs: null,
    snippet: null,
  };
  return { totalThreads: 1, totalRuns: 2, rows: [row] };
}

function blockOf(html: string): string {
  return /<script type="application\/json" id="first-list">([^<]*)<\/script>/.exec(html)?.[1] ?? '';
}

describe('withFirstFrame', () => {
  it('hands the list over as it is, whatever a title holds', () => {
    const list = listOf(`</script><img src=x onerror=alert(1)> $& $' "quoted" \u2028`);

    const html = withFirstFrame(HTML, 'dark', list);

    expect(JSON.parse(blockOf(html))).toEqual(list);
    expect(html.split('<').length).toBe(HTML.split('<').length + 2);
    expect(html).toContain('<html data-theme="dark" lang="en">');
  });

  it('tells the theme alone when there is no list', () => {
    expect(withFirstFrame(HTML, 'light', null)).toBe(HTML.replace('<html', '<html data-theme="light"'));
  });
});

describe('firstFrameOf', () => {
  const workers: Worker[] = [];
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.terminate();
  });

  function workerOf(code: string): Worker {
    const worker = new Worker(`const { parentPort } = require('node:worker_threads');\n${code}`, {
      eval: true,
    });
    workers.push(worker);
    return worker;
  }

  const answering = (result: string): string => `
    let asked = 0;
    parentPort.on('message', ({ id, channel }) => {
      asked += 1;
      parentPort.postMessage({ kind: 'event', event: { name: 'changed', threads: [] } });
      parentPort.postMessage({ kind: 'answer', id, result: ${result} });
    });`;

  it('reads the list ahead, and anew for a page that is loaded again', async () => {
    const worker = workerOf(answering(`{ ok: true, value: { channel, asked } }`));
    await once(worker, 'online');

    const prepare = firstFrameOf(worker, () => false);
    const pages = [await prepare(HTML), await prepare(HTML)];

    expect(pages.map((page) => JSON.parse(blockOf(page)) as unknown)).toEqual([
      { channel: 'threads:list', asked: 1 },
      { channel: 'threads:list', asked: 2 },
    ]);
    expect(worker.listenerCount('message')).toBe(0);
  });

  it.each([
    ['can not be read', answering(`{ ok: false, error: { code: 'storage-failed', message: 'no' } }`)],
    ['does not answer in time', ''],
    ['has ended', 'process.exit(1)'],
  ])('goes without a list when the workspace %s', async (_why, code) => {
    const worker = workerOf(`${code}\nsetInterval(() => {}, 1000);`);
    worker.on('error', () => undefined);

    expect(blockOf(await firstFrameOf(worker, () => false)(HTML))).toBe('');
  });
});
