import { describe, expect, it } from 'vitest';
import { diffView } from '../../../../core/domain/view-diff.ts';
import { runId } from '../../../../core/domain/ids.ts';
import { placeMessages } from '../../../../core/domain/model-view.ts';
import { loadModelView } from '../../../../core/persistence/load-model-view.ts';
import { chainOfRuns, summary } from '../../../support/builders.ts';

const runs = chainOfRuns(4);

function diffText(stored: ReturnType<typeof summary> | null, upTo?: string): string {
  const view = loadModelView(runs, stored, upTo === undefined ? undefined : runId(upTo));
  return diffView(runs, view)
    .map((entry) =>
      entry.kind === 'synthetic' ? `+${entry.summary.summaryId}` : `${entry.kind} ${entry.run.runId}`,
    )
    .join(', ');
}

describe('diffView', () => {
  it('puts the summary between the runs it covers and those that are kept', () => {
    expect(diffText(summary('s1', 'r2'))).toBe('covered r1, covered r2, +s1, kept r3, kept r4');
  });

  it('has nothing in the place of runs that were dropped', () => {
    expect(diffText(summary('s1', 'r3', { message: null }))).toBe(
      'discarded r1, discarded r2, discarded r3, kept r4',
    );
  });

  it('keeps everything where no summary applies', () => {
    expect(diffText(null)).toBe('kept r1, kept r2, kept r3, kept r4');
    expect(diffText(summary('s1', null))).toBe('kept r1, kept r2, kept r3, kept r4');
  });

  it('tells what came later from what was left out', () => {
    expect(diffText(summary('s1', 'r1'), 'r3')).toBe('covered r1, +s1, kept r2, kept r3, later r4');
  });
});

describe('placeMessages', () => {
  it('sends the summary first, and knows where each message comes from', () => {
    const { messages, originOf } = placeMessages(loadModelView(runs, summary('s1', 'r3')));
    expect(messages.map((message) => message.id)).toEqual(['s1-message', 'm4']);
    expect([...originOf.values()]).toEqual([
      { kind: 'summary', summaryId: 's1' },
      { kind: 'run', runId: 'r4' },
    ]);
  });

  it('sends no empty message for a sliding window', () => {
    const { messages } = placeMessages(loadModelView(runs, summary('s1', 'r3', { message: null })));
    expect(messages.map((message) => message.id)).toEqual(['m4']);
  });
});
