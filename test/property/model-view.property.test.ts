import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runId, threadId } from '../../core/domain/ids.ts';
import { diffView } from '../../core/domain/view-diff.ts';
import { loadModelView } from '../../core/persistence/load-model-view.ts';
import { openInMemoryPersistence } from '../../core/persistence/in-memory-persistence.ts';
import { HandClock, numberedIds, summary, threadKey } from '../support/builders.ts';
import { transcripts } from '../support/arbitraries.ts';

/** A run of the thread, or none of it; null for no boundary at all. */
const boundaries = fc.oneof(
  fc.integer({ min: 0, max: 7 }).map((index) => `r${index}`),
  fc.constantFrom('elsewhere', null),
);
const targets = fc.oneof(
  fc.integer({ min: 0, max: 7 }).map((index) => runId(`r${index}`)),
  fc.constant(undefined),
);

describe('the model view of any thread', () => {
  it('is the end of the transcript up to its target, with at most one summary before it', () => {
    fc.assert(
      fc.property(transcripts, boundaries, targets, fc.boolean(), (runs, boundary, target, hasText) => {
        const stored = summary('s1', boundary, hasText ? {} : { message: null });
        const view = loadModelView(runs, stored, target);
        const known = runs.findIndex((run) => run.runId === target);
        const upTo = known < 0 ? runs.length : known + 1;
        expect(view.runs).toEqual(runs.slice(upTo - view.runs.length, upTo));
        if (view.summary === null) expect(view.runs).toHaveLength(upTo);
        else {
          expect(view.summary).toBe(stored);
          // What it covers ends with its boundary, and something is left to send.
          expect(runs[upTo - view.runs.length - 1]?.runId).toBe(boundary);
          expect(view.runs.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('is lined up with the transcript without losing a run', () => {
    fc.assert(
      fc.property(transcripts, boundaries, targets, (runs, boundary, target) => {
        const entries = diffView(runs, loadModelView(runs, summary('s1', boundary), target));
        expect(entries.flatMap((entry) => (entry.kind === 'synthetic' ? [] : [entry.run]))).toEqual(runs);
        expect(entries.filter((entry) => entry.kind === 'synthetic').length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('saving a summary', () => {
  it('never changes the transcript', async () => {
    await fc.assert(
      fc.asyncProperty(transcripts, boundaries, async (runs, boundary) => {
        const store = openInMemoryPersistence({ nowMs: new HandClock().nowMs, newId: numberedIds('new') });
        const thread = threadKey('t-1');
        for (const run of runs) await store.saveMessages({ ...run, thread });
        const before = await store.loadTranscript(thread);
        const conversation = runs[0]?.conversationId;
        if (conversation === undefined) return;
        const stored = summary('s1', boundary, { threadId: threadId('t-1') });
        await store.saveSummary('default', stored, conversation);
        expect(await store.loadTranscript(thread)).toEqual(before);
        expect(before.map((run) => run.messages)).toEqual(runs.map((run) => run.messages));
      }),
      { numRuns: 50 },
    );
  });
});
