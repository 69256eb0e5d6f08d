import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { batchText } from '../../../../electron/services/batch-text.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('batchText', () => {
  it('joins pieces that arrive close together and loses none', () => {
    const sent: string[] = [];
    const batch = batchText(40, (together) => sent.push(together));
    batch.add('a');
    batch.add('b');
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(40);
    expect(sent).toEqual(['ab']);
    batch.add('c');
    batch.flush();
    expect(sent).toEqual(['ab', 'c']);
    // Nothing is left to send, not even an empty piece.
    batch.flush();
    vi.advanceTimersByTime(100);
    expect(sent).toEqual(['ab', 'c']);
  });
});
