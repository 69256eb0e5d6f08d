import { describe, expect, it } from 'vitest';
import { buildThreadProfile } from '../../../../core/replay/index.ts';
import { bundle, message } from '../../../support/builders.ts';
import { boundary, reported, sized, threadOf } from './thread-of.ts';

describe('buildThreadProfile', () => {
  it('has nothing to say of an empty thread', () => {
    const profile = buildThreadProfile(threadOf([]));
    expect(profile.runs.messages).toEqual([]);
    expect(profile.calls.addedTokens).toEqual([]);
    expect(profile.calls.measuredPrompt).toBeNull();
  });

  it('counts what each call adds, across a run that called no model', () => {
    const profile = buildThreadProfile(
      threadOf([
        { messages: [sized('user', 20), sized('assistant', 30), sized('result', 7)] },
        { messages: [sized('user', 11)] },
        { messages: [sized('user', 12), sized('call', 13), sized('result', 14), sized('assistant', 15)] },
      ]),
    );
    expect(profile.runs.tokens).toEqual([57, 11, 54]);
    expect(profile.runs.calls).toEqual([1, 0, 2]);
    // The second call comes after the result, the lone run and the third run's user message: 7 + 11 + 12.
    expect(profile.calls.addedTokens).toEqual([20, 30, 14]);
    expect(profile.calls.addedMessages).toEqual([1, 3, 1]);
    expect(profile.calls.replyTokens).toEqual([30, 13, 15]);
  });

  it('takes the sum of a run with one call for that call, and its occupancy for its total', () => {
    const profile = buildThreadProfile(
      threadOf([
        {
          messages: [sized('user', 20), sized('assistant', 30)],
          calls: [reported({ prompt: 120, output: 30, total: 150, cached: 64, perCall: false })],
          afterTokens: 150,
        },
      ]),
    );
    expect(profile.calls).toMatchObject({
      measuredPrompt: [120],
      measuredTotal: [150],
      measuredOutput: [30],
      measuredCached: [64],
    });
  });

  it('takes only the last total from a run with several calls, one that paid for a summary, or one whose sum is more', () => {
    const sum = (prompt: number, total: number) => [
      reported({ prompt, output: total - prompt, total, perCall: false }),
    ];
    const two = [sized('user', 9), sized('call', 9), sized('result', 9), sized('assistant', 9)];
    const one = (): ReturnType<typeof sized>[] => [sized('user', 9), sized('assistant', 9)];
    const profile = buildThreadProfile(
      threadOf(
        [
          { messages: two, calls: sum(300, 340), afterTokens: 190 },
          { messages: one(), calls: sum(900, 950), afterTokens: 210 },
          // 250 in all but 230 after the last call: a call that isn't in the messages was paid, too.
          { messages: one(), calls: sum(220, 250), afterTokens: 230 },
        ],
        [boundary(2, 1, 20)],
      ),
    );
    expect(profile.calls.measuredPrompt).toBeNull();
    expect(profile.calls.measuredTotal).toEqual([null, 190, 210, 230]);
  });

  it('takes nothing from an occupancy of 0 and from figures that nobody reported', () => {
    const messages = [sized('user', 9), sized('assistant', 9)];
    const calls = [reported({ prompt: 50, total: 60, reported: false })];
    const { measuredPrompt, measuredTotal } = buildThreadProfile(
      threadOf([{ messages, calls, afterTokens: 0 }]),
    ).calls;
    expect([measuredPrompt, measuredTotal]).toEqual([null, null]);
  });

  it('measures the text that a summarizer would read', () => {
    const profile = buildThreadProfile(
      threadOf([
        {
          messages: [
            message('u', 'Grüße'),
            bundle('c', { type: 'function_call', call_id: '1', name: 'look', arguments: '{"long":1}' }),
            bundle('o', { type: 'function_call_output', call_id: '1', output: 'ok' }),
          ],
        },
      ]),
    );
    // "user: Grüße" 6 + 7 bytes, "[Tool Call: look]" 17, "[Tool Result: ok]" 17, and three line breaks.
    expect(profile.runs.flatBytes).toEqual([13 + 17 + 17 + 3]);
  });

  it('sees which runs begin alike, whatever the ids of their messages', () => {
    const runs = [
      { messages: [message('u1', 'again'), message('a1', 'one', 'assistant')] },
      { messages: [message('u2', 'again'), message('a2', 'two', 'assistant')] },
      { messages: [] },
      { messages: [message('u3', 'other')] },
    ];
    // "again" is 4 + 2 tokens; the answers differ. A run without messages is passed over.
    expect(buildThreadProfile(threadOf(runs)).runs.sharedStartTokens).toEqual([6, 0, 0, 0]);
  });

  it('keeps the time between calls, and none where the clock went backwards', () => {
    const run = (atMs: number) => ({ messages: [sized('user', 9), sized('assistant', 9)], atMs });
    const profile = buildThreadProfile(threadOf([run(1000), run(61_000), run(60_000)]));
    expect(profile.calls.sincePreviousMs).toEqual([null, 60_000, null]);
  });

  it('stays well under 1 MB for 10,000 runs', () => {
    const runs = Array.from({ length: 10_000 }, (_, index) => ({
      messages: [sized('user', 40), sized('assistant', 40)],
      calls: [reported({ prompt: 812 + 80 * index, output: 36, total: 848 + 80 * index, perCall: false })],
      afterTokens: 848 + 80 * index,
      atMs: 1_755_000_000_000 + 61_234 * index,
    }));
    expect(JSON.stringify(buildThreadProfile(threadOf(runs))).length).toBeLessThan(600_000);
  });
});
