import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runWorkers, type FuzzFinding } from '../../../scripts/fuzz/run-workers.mjs';
import { tempDir } from '../../support/temp-dir.ts';

/** Takes its inputs as the fuzzer's own program does; the second and the third of them end it. */
const WORKER = `
import { mkdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
const { range, at, onlyMake, scratch } = workerData;
mkdirSync(scratch + '/left-behind', { recursive: true });
for (;;) {
  const index = Atomics.add(range, 0, 1);
  if (index >= Atomics.load(range, 1)) break;
  Atomics.store(at, 0, index);
  if (!onlyMake && index === 1) await new Promise(() => {});
  if (!onlyMake && index === 2) throw new Error('too much');
  const bytes = onlyMake ? new Uint8Array([index]) : null;
  parentPort.postMessage({ index, file: 'f' + index, steps: [scratch], format: null, outcome: 'read', failures: [], bytes });
}
Atomics.store(at, 0, -2);
`;

it('tells of inputs that end a thread, with what they were, and goes on behind them', async () => {
  const worker = join(await tempDir(), 'worker.mjs');
  await writeFile(worker, WORKER);
  const findings: FuzzFinding[] = [];
  await runWorkers({ seed: 1, from: 0, to: 5, threads: 1, endAtMs: Infinity, worker }, (finding) => {
    findings.push(finding);
  });
  expect(
    findings.map(({ index, file, failures, bytes }) => [index, file, failures.length, bytes?.[0]]),
  ).toEqual([
    [0, 'f0', 0, undefined],
    [1, 'f1', 1, 1],
    [2, 'f2', 1, 2],
    [3, 'f3', 0, undefined],
    [4, 'f4', 0, undefined],
  ]);
  expect(findings[1]?.failures).toEqual(['it ended the thread without a word']);
  expect(findings[2]?.failures[0]).toMatch(/^it ended the thread: Error: too much/);
  const [scratch = ''] = findings[0]?.steps ?? [];
  expect(scratch).toContain('tidemark-fuzz-');
  expect(existsSync(scratch)).toBe(false);
});
