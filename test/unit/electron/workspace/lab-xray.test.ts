import { describe, expect, it } from 'vitest';
import { runSpread } from '../../../../electron/workspace/lab-sweep.ts';
import { createLabFacts } from '../../../../electron/workspace/lab-threads.ts';
import { xrayReport } from '../../../../electron/workspace/lab-xray.ts';
import {
  chainLines,
  openWorkspace,
  runLine,
  summaryLine,
  toolCall,
  toolResult,
} from './workspace-fixture.ts';

const STORED = {
  thread: 1,
  view: { kind: 'stored' },
  instruction: 'Sum it up.',
  includeToolArguments: false,
  from: 0,
  count: 100,
} as const;

describe('the X-ray of a stored summary', () => {
  it('begins with the first run where nothing was summarized before', async () => {
    const workspace = await openWorkspace();
    const [one = '', two = '', three = ''] = chainLines(3);
    await workspace.importLines('a.jsonl', [one, two, summaryLine('s-1', 't-1-r1', 'About run 1.'), three]);
    const report = xrayReport(workspace, STORED);
    expect(report.earlierSummary).toBeNull();
    expect(report.parts.map(({ run, text }) => [run, text])).toEqual([
      [0, 'question 1'],
      [0, 'answer 1'],
    ]);
  });

  it('begins with the earlier summary in place of the runs that one covers', async () => {
    const workspace = await openWorkspace();
    const [one = '', two = '', three = '', four = '', five = ''] = chainLines(5);
    await workspace.importLines('a.jsonl', [
      one,
      two,
      three,
      summaryLine('s-1', 't-1-r2', 'About runs 1 and 2.'),
      four,
      five,
      summaryLine('s-2', 't-1-r4', 'About it all.'),
    ]);
    const report = xrayReport(workspace, STORED);
    expect(report.earlierSummary).toEqual({ coveredRuns: 2, text: 'About runs 1 and 2.' });
    expect(report.parts.map(({ run, text }) => [run, text])).toEqual([
      [2, 'question 3'],
      [2, 'answer 3'],
      [3, 'question 4'],
      [3, 'answer 4'],
    ]);
    // The words that ask (155), an empty line (2), and a line each:
    // "system: About runs 1 and 2." 28, "user: question 3" 17 twice, "assistant: answer 3" 20 twice.
    expect(report.requestCharacters).toBe(157 + 28 + 2 * 17 + 2 * 20);
  });

  it('strikes out what has no line in the request', async () => {
    const workspace = await openWorkspace();
    const [, two = ''] = chainLines(2);
    await workspace.importLines('a.jsonl', [
      runLine({ run: 't-1-r1', messages: [toolCall('c1', 'k1'), toolResult('o1', 'k1')] }),
      two,
      summaryLine('s-1', 't-1-r1', 'A stock of 12.'),
    ]);
    const parts = xrayReport(workspace, STORED).parts.map(({ label, text, reached }) => [
      label,
      text,
      reached,
    ]);
    expect(parts).toEqual([
      ['tool call', 'stock', true],
      ['arguments', '{"sku":"KT-100"}', false],
      ['tool result', '"12"', true],
    ]);
  });
});

describe('the spread of a policy over threads', () => {
  const basis = { instruction: '', agentModel: null, fallbackModel: null, summarizerModel: null };
  const window = { summarizer: 'sliding-window', keepCount: 2 } as const;
  const call = { policy: window, basis, prices: [], defaultContextWindow: null };

  it('tells least, median and most of each figure, and nothing for a single thread', async () => {
    const workspace = await openWorkspace();
    await workspace.importLines('a.jsonl', chainLines(3, 't-1'));
    await workspace.importLines('b.jsonl', chainLines(6, 't-2'));
    const spreadOf = (threads: readonly number[]): ReturnType<typeof runSpread> =>
      runSpread(workspace, createLabFacts(), { ...call, scope: { kind: 'threads', threads } });
    // One call a run. A window of two runs drops a run before the third call and each later one: 1 and 4 folds.
    const both = await spreadOf([1, 2]);
    expect(both?.summaries).toMatchObject({ min: 1, median: 2.5, max: 4 });
    expect(both?.cost).toBeNull();
    expect(await spreadOf([1])).toBeNull();
  });
});
