import { describe, expect, it } from 'vitest';
import type { ThreadDocument } from '../../../../core/domain/thread.ts';
import { factualChanges } from '../../../../core/replay/factual-content.ts';
import { placeModelCalls } from '../../../../core/replay/place-model-calls.ts';
import { boundary, reported, sized, threadOf, type RunParts } from './thread-of.ts';

function changes(document: ThreadDocument) {
  return factualChanges(
    document,
    document.runs.map((run) => placeModelCalls(run.messages, run.calls)),
  );
}

/** A run of one call. */
function single(): RunParts {
  return { messages: [sized('user', 10), sized('assistant', 10)] };
}

/** A run of two calls with the given prompts reported. */
function double(first: number | null, second: number | null): RunParts {
  const call = (replyAt: number, prompt: number | null) => reported({ replyAt, prompt });
  return {
    messages: [sized('user', 10), sized('call', 10), sized('result', 10), sized('assistant', 10)],
    calls: first === null && second === null ? [] : [call(1, first), call(3, second)],
  };
}

describe('factualChanges', () => {
  it('is empty when nothing was ever summarized', () => {
    expect(changes(threadOf([single(), single()]))).toEqual([]);
  });

  it('lets a summary apply from the run that made it, in front of the runs after its boundary', () => {
    const runs = [single(), single(), single(), single()];
    // Run 3 folded runs 1 and 2: from its call (number 2 of all) on, runs 3 and 4 follow the summary.
    expect(changes(threadOf(runs, [boundary(3, 2, 20)]))).toEqual([
      { fromCall: 2, firstRun: 2, summaryTokens: 20 },
    ]);
  });

  it('takes the last call of a run that made a summary and reports none of its prompts', () => {
    const runs = [single(), double(null, null), single()];
    // Calls: 0 | 1 2 | 3.
    expect(changes(threadOf(runs, [boundary(2, 1, 20)]))).toEqual([
      { fromCall: 2, firstRun: 1, summaryTokens: 20 },
    ]);
  });

  it('takes the call whose prompt shrank', () => {
    const runs = [single(), single(), double(500, 90), single()];
    expect(changes(threadOf(runs, [boundary(3, 2, 20)]))[0]).toMatchObject({ fromCall: 3 });
  });

  it('goes by the clock where calls and summary have times', () => {
    const timed = (replyAt: number, atMs: number) => reported({ replyAt, atMs });
    const run = { ...double(null, null), calls: [timed(1, 1000), timed(3, 3000)] };
    const at = (createdAtMs: number) =>
      changes(threadOf([single(), run, single()], [boundary(2, 1, 20, { createdAtMs })]));
    expect(at(900)[0]).toMatchObject({ fromCall: 1 });
    expect(at(2000)[0]).toMatchObject({ fromCall: 2 });
    // Made after the run's last call: the next run is the first to see it.
    expect(at(4000)[0]).toMatchObject({ fromCall: 3 });
  });

  it('replaces a summary by the next one', () => {
    const runs = [single(), single(), single(), single()];
    expect(changes(threadOf(runs, [boundary(2, 1, 20), boundary(4, 3, 30)]))).toEqual([
      { fromCall: 1, firstRun: 1, summaryTokens: 20 },
      { fromCall: 3, firstRun: 3, summaryTokens: 30 },
    ]);
  });

  it('knows dropped runs from summarized ones', () => {
    expect(changes(threadOf([single(), single(), single()], [boundary(3, 1, 0)]))).toEqual([
      { fromCall: 2, firstRun: 1, summaryTokens: 0 },
    ]);
  });

  it('does not know what was sent by a call whose summary covers nobody knows what', () => {
    const runs = [single(), single(), single()];
    // Run 2 folded an earlier summary that isn't in the file. On reload the boundary is inert: all is sent.
    expect(changes(threadOf(runs, [boundary(2, 99, 20)]))).toEqual([
      { fromCall: 1, firstRun: null, summaryTokens: 0 },
      { fromCall: 2, firstRun: 0, summaryTokens: 0 },
    ]);
  });

  it('sends everything again once a boundary that names no older run is the newest', () => {
    const runs = [single(), single(), single(), single()];
    expect(changes(threadOf(runs, [boundary(2, 1, 20), boundary(3, null, 20)]))).toEqual([
      { fromCall: 1, firstRun: 1, summaryTokens: 20 },
      { fromCall: 2, firstRun: null, summaryTokens: 0 },
      { fromCall: 3, firstRun: 0, summaryTokens: 0 },
    ]);
  });

  it('does not know the content behind a summary that cannot be read', () => {
    expect(changes(threadOf([single(), single()], [boundary(2, 1, 0, { opaque: true })]))).toEqual([
      { fromCall: 1, firstRun: null, summaryTokens: 0 },
    ]);
  });

  it('places a summary that no run made by its time, else right behind its boundary', () => {
    const runs = [1000, 2000, 3000, 4000].map((atMs) => ({ ...single(), atMs }));
    expect(changes(threadOf(runs, [boundary(null, 1, 20, { createdAtMs: 3500 })]))).toEqual([
      { fromCall: 3, firstRun: 1, summaryTokens: 20 },
    ]);
    expect(changes(threadOf(runs, [boundary(null, 1, 20)]))).toEqual([
      { fromCall: 1, firstRun: 1, summaryTokens: 20 },
    ]);
    expect(changes(threadOf(runs, [boundary(null, null, 20)]))).toEqual([]);
  });

  it('takes a summary that a person had made after the last run for one that no call has seen', () => {
    const runs = [1000, 2000, 3000].map((atMs) => ({ ...single(), atMs }));
    const byHand = { createdAtMs: 9000, trigger: 'manual' } as const;
    expect(changes(threadOf(runs, [boundary(null, 1, 20, byHand)]))).toEqual([]);
    // Of a run without a time nobody knows whether it came before.
    expect(changes(threadOf([...runs, single()], [boundary(null, 1, 20, byHand)]))).toHaveLength(1);
  });
});
