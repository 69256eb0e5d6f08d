import { describe, expect, it } from 'vitest';
import { RunCutter, type CutKind } from '../../../../../core/importers/steps/run-cutter.ts';

/** Runs in brackets, boundaries as `|` between runs and `/` inside one. Letters: the kinds below. */
const KINDS: Readonly<Record<string, CutKind>> = {
  O: 'opening',
  u: 'turn',
  r: 'reply',
  t: 'result',
  c: 'context',
  n: 'note',
  a: 'aside',
  s: 'compaction',
};

function cut(steps: string): string {
  let text = '';
  const cutter = new RunCutter<string>(
    {
      openRun: (opener) => {
        text += opener === null ? ' ?' : ' ';
      },
      put: (entry) => {
        text += entry;
      },
      boundary: (_, place) => {
        text += place === 'inside' ? '/' : ' |';
      },
    },
    (entry) => KINDS[entry] ?? 'context',
  );
  for (const step of steps) cutter.add(step);
  cutter.end();
  return text.trim();
}

describe('RunCutter', () => {
  it.each([
    ['a turn after a reply opens a run', 'urtrur', 'urtr ur'],
    ['turns without a reply between them open one run', 'uurur', 'uur ur'],
    ['an opening opens a run also where nothing was answered', 'OOrO', 'O Or O'],
    ['replies and results before any turn are a run without one', 'rtrur', '?rtr ur'],
    ['what the program puts in stands where it was put', 'crucrc', '?cr ucrc'],
    ['before the first turn it belongs to the run that opens', 'ccur', 'ccur'],
    ['between a reply and a turn it stays with the run before', 'urcur', 'urc ur'],
    ['behind a boundary and before a turn it goes with the next run', 'urscur', 'ur | cur'],
    ['a boundary before a turn stands between runs', 'ursur', 'ur | ur'],
    ['a boundary before more of the run stands inside it', 'urtsrur', 'urt/r ur'],
    ['a boundary at the end stands behind the last run', 'urs', 'ur |'],
    ['a boundary before everything stands before the first run', 'sur', '| ur'],
    ['notes and context alone make no run', 'ncn', 'ncn'],
    ['a usage report alone makes one', 'aa', '?aa'],
    ['a usage report goes into the run opened last, whatever waits', 'ursaur', 'ura | ur'],
  ])('%s', (_, steps, expected) => {
    expect(cut(steps)).toBe(expected);
  });
});
