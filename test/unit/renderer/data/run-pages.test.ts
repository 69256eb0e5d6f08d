import { describe, expect, it } from 'vitest';
import type { Result, RunHeader } from '../../../../core/contract.ts';
import { RunPages, RUNS_PER_PAGE } from '../../../../renderer/data/run-pages.ts';

function header(index: number): RunHeader {
  return {
    index,
    runId: `r${index}`,
    title: `Run ${index}`,
    status: 'complete',
    messageCount: 2,
    modelCallCount: 1,
    toolCallCount: 0,
    toolResultCount: 0,
    orphanCount: 0,
    estimatedTokens: 50,
    occupancyAfter: null,
    usage: null,
    startedAtMs: null,
    durationMs: null,
    isCopied: false,
    findingCount: 0,
  };
}

/** Answers only when the test says so, in the order it was asked. */
class SlowSource {
  readonly asked: number[] = [];
  readonly #waiting: ((result: Result<readonly RunHeader[]>) => void)[] = [];

  readonly load = (from: number): Promise<Result<readonly RunHeader[]>> => {
    this.asked.push(from);
    return new Promise((resolve) => this.#waiting.push(resolve));
  };

  async answer(): Promise<void> {
    const from = this.asked[this.asked.length - this.#waiting.length] ?? 0;
    const headers = Array.from({ length: RUNS_PER_PAGE }, (_, index) => header(from + index));
    this.#waiting.shift()?.({ ok: true, value: headers });
    await settled();
  }

  async fail(message: string): Promise<void> {
    this.#waiting.shift()?.({ ok: false, error: { code: 'storage-failed', message } });
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe('RunPages', () => {
  it('asks for the pages in sight, one at a time', async () => {
    const source = new SlowSource();
    const pages = new RunPages(source.load);
    pages.want(90, 110);
    expect(source.asked).toEqual([0]);
    await source.answer();
    expect(source.asked).toEqual([0, 100]);
    await source.answer();
    expect(pages.header(105)?.title).toBe('Run 105');
    expect(pages.header(250)).toBeNull();
  });

  it('never asks for pages that were scrolled past while it waited', async () => {
    const source = new SlowSource();
    const pages = new RunPages(source.load);
    pages.want(0, 20);
    for (let first = 100; first <= 5_000; first += 100) pages.want(first, first + 20);
    await source.answer();
    expect(source.asked).toEqual([0, 5_000]);
  });

  it('tells its listeners when a page has come', async () => {
    const source = new SlowSource();
    const pages = new RunPages(source.load);
    let told = 0;
    const stop = pages.subscribe(() => (told += 1));
    pages.want(0, 5);
    await source.answer();
    expect(told).toBe(1);
    stop();
    pages.want(100, 105);
    await source.answer();
    expect(told).toBe(1);
  });

  it('stops after a failure, keeps what it has and goes on when it is told to', async () => {
    const source = new SlowSource();
    const pages = new RunPages(source.load);
    pages.want(0, 5);
    await source.answer();
    pages.want(100, 105);
    await source.fail('The disk is gone.');
    expect(pages.failure?.message).toBe('The disk is gone.');
    expect(pages.header(3)?.title).toBe('Run 3');
    expect(source.asked).toEqual([0, 100]);
    // The page that failed was still in sight, so nobody had to scroll for the second try.
    pages.retry();
    await source.answer();
    expect(pages.failure).toBeNull();
    expect(pages.header(100)?.title).toBe('Run 100');
  });

  it('reads a page again after a change, and shows it as it was until then', async () => {
    const source = new SlowSource();
    const pages = new RunPages(source.load);
    pages.want(0, 5);
    await source.answer();
    pages.refresh();
    expect(pages.header(0)?.title).toBe('Run 0');
    pages.want(0, 5);
    expect(source.asked).toEqual([0, 0]);
  });

  it('gives up the pages that were not in sight for longest', async () => {
    const source = new SlowSource();
    const pages = new RunPages(source.load);
    // 41 pages, of which 40 are kept; the first one was looked at again in between.
    for (let page = 0; page < 40; page += 1) {
      pages.want(page * RUNS_PER_PAGE, page * RUNS_PER_PAGE);
      await source.answer();
    }
    pages.want(0, 0);
    pages.want(40 * RUNS_PER_PAGE, 40 * RUNS_PER_PAGE);
    await source.answer();
    expect(pages.header(0)).not.toBeNull();
    expect(pages.header(RUNS_PER_PAGE)).toBeNull();
  });
});
