import { describe, expect, it } from 'vitest';
import { inspectAi } from '../../../../core/importers/inspect-ai.ts';
import { fixtureBytes, importBytes, importFixture } from '../../../support/import-fixture.ts';

const importText = (text: string): ReturnType<typeof importBytes> =>
  importBytes(inspectAi, new TextEncoder().encode(text), 'log.json');

describe('inspectAi', () => {
  it('makes a thread of each sample in each epoch, and puts back what the log keeps aside', async () => {
    const { detected, threads, warnings, errors } = await importFixture(inspectAi, 'inspect-log.json');
    expect(detected).toBe('inspect-ai');
    expect([warnings, errors]).toEqual([[], []]);
    expect(threads.map(({ threadId }) => threadId)).toEqual([
      'ev-1/1_epoch_1',
      'ev-1/1_epoch_2',
      'ev-1/late_epoch_1',
    ]);
    expect(threads[0]?.title).toBe('Roll a six-sided die and say what it shows.');
    expect(threads[0]?.runs[0]?.messages[0]?.items).toMatchObject([
      { content: [{ type: 'input_text' }, { type: 'input_image', image_url: 'data:image/png;base64,AAAA' }] },
    ]);
  });

  it('counts model events: the cache beside the input for Anthropic, the summarizer apart from the agent', async () => {
    const { threads, inspected } = await importFixture(inspectAi, 'inspect-log.json');
    const run = threads[0]?.runs[0];
    expect(run?.calls).toMatchObject([
      // 10 + 80 + 5
      { model: 'anthropic/m', replyAt: 1, prompt: 95, cached: 80, cacheWritten: 5, output: 6, total: 101 },
      { model: 'openai/s', replyAt: null, prompt: 40, cached: 30, output: 4, total: 44 },
      { model: 'anthropic/m', replyAt: 3, prompt: 20, output: 1, total: 21 },
    ]);
    // 101 + 44 + 21
    expect(inspected[0]?.usage).toMatchObject({ calls: 3, total: 166 });
    expect(run?.occupancyAfter).toEqual({ measuredTokens: 21, pendingTokens: 0 });
    expect(inspected[0]?.runs[0]).toMatchObject({
      startedAt: '2026-08-20T09:00:00Z',
      endedAt: '2026-08-20T09:00:07Z',
      orphans: { calls: 0, results: 0 },
    });
  });

  it('takes the summary out of the transcript, with what the compaction says of it', async () => {
    const { threads, inspected } = await importFixture(inspectAi, 'inspect-log.json');
    expect(inspected[0]?.boundaries).toMatchObject([
      {
        text: '[SUMMARY] One roll failed.',
        madeBy: 'run-1',
        afterRun: null,
        tokensBefore: 9000,
        tokensAfter: 700,
        trigger: 'auto',
      },
    ]);
    expect(threads[0]?.runs[0]?.messages.map(({ id }) => id)).toEqual(['m-2', 'm-3', 'm-4', 'm-6']);
    // A tool that failed without a word.
    expect(threads[0]?.runs[0]?.messages[2]?.items).toMatchObject([{ call_id: 't1', output: 'too slow' }]);
  });

  it('takes the sums of a sample without events: of its one answer, or of several together', async () => {
    const { threads } = await importFixture(inspectAi, 'inspect-log.json');
    expect(threads[1]?.runs[0]).toMatchObject({
      status: 'cancelled',
      calls: [{ model: 'openai/m', replyAt: 1, total: 8, reported: true, perCall: true }],
      meta: { notices: [{ level: 'warning', text: 'The sample ended at its limit: token 8.' }] },
    });
    expect(threads[2]?.runs.map(({ status, calls }) => [status, calls])).toMatchObject([
      ['complete', [{ reported: false, replyAt: 1 }]],
      [
        'error',
        [
          { total: 21, reported: true, perCall: false, replyAt: null },
          { reported: false, replyAt: 1 },
        ],
      ],
    ]);
  });

  it('reads messages from a pool, and gives an agent that a tool started a thread of its own', async () => {
    const { threads, inspected } = await importFixture(inspectAi, 'inspect-agents.json');
    expect(threads.map(({ threadId, startedBy }) => [threadId, startedBy ?? null])).toEqual([
      ['uu-1', null],
      ['uu-1/agent-s-agent', { threadId: 'uu-1', runId: 'run-1' }],
    ]);
    expect(threads[0]?.runs[0]?.messages.map(({ id }) => id)).toEqual(['p-1', 'p-2', 'm-3', 'm-4']);
    expect(inspected.map(({ usage }) => [usage?.calls, usage?.total])).toEqual([
      [2, 44],
      [2, 29],
    ]);
    expect(threads[1]?.runs[0]?.messages.flatMap(({ items }) => items)).toMatchObject([
      { role: 'user', content: [{ text: 'Search for it' }] },
      { role: 'assistant', content: [{ text: 'Look below.' }] },
      { role: 'user', content: [{ text: 'Look where?' }] },
      { role: 'assistant', content: [{ text: 'Below.' }] },
    ]);
  });

  it('reads the samples of an archive by id and epoch, whatever their order in it', async () => {
    const { detected, threads, inspected } = await importFixture(inspectAi, 'inspect-log.eval');
    expect(detected).toBe('inspect-ai');
    expect(threads.map(({ threadId }) => threadId)).toEqual([
      'ev-3/2_epoch_1',
      'ev-3/2_epoch_2',
      'ev-3/10_epoch_1',
    ]);
    expect(inspected.map(({ usage }) => usage?.total)).toEqual([12, 11, 14]);
  });

  it('names a broken sample of an archive and reads the others, also before its header was written', async () => {
    const { threads, errors } = await importFixture(inspectAi, 'inspect-broken-sample.eval');
    expect(threads.map(({ threadId }) => threadId)).toEqual(['ev-4/1_epoch_1']);
    expect(errors).toEqual([
      {
        code: 'invalid-json',
        line: 3,
        message: 'samples/2_epoch_1.json: The file is not valid JSON at line 3, column 15.',
      },
    ]);
  });

  it('refuses an archive that is cut off, and tells its progress by the bytes of the archive', async () => {
    const whole = fixtureBytes('inspect-log.eval');
    await expect(importBytes(inspectAi, whole.subarray(0, 900), 'cut.eval')).rejects.toMatchObject({
      code: 'invalid-import',
    });
    const progress: number[] = [];
    await importBytes(inspectAi, whole, 'log.eval', { onProgress: (bytes) => progress.push(bytes) });
    expect(Math.max(...progress)).toBeLessThanOrEqual(whole.length);
    expect(progress).toEqual([...progress].sort((left, right) => left - right));
  });

  it('keeps tool results whose calls a sample doesn’t have', async () => {
    const { inspected } = await importText(
      '{"eval":{"task":"t"},"plan":{},"samples":[{"id":1,"epoch":4,"messages":[{"role":"tool","tool_call_id":"b1","function":"bash","content":"x"}]}]}',
    );
    expect(inspected[0]?.runs).toMatchObject([{ status: 'headless', orphans: { calls: 0, results: 1 } }]);
    expect(inspected[0]?.usage).toBeNull();
  });

  it('names the samples that are none, and refuses a log without any', async () => {
    const { errors, threads } = await importText(
      '{"eval":{"task":"t"},"plan":{},"samples":[7,\n{"id":1,"epoch":1,"messages":[{"role":"user","content":"x"}]}]}',
    );
    expect(errors).toMatchObject([{ code: 'invalid-record', line: 1 }]);
    expect(threads).toHaveLength(1);
    await expect(importText('{"status":"started","eval":{"task":"t"},"plan":{}}')).rejects.toThrow(
      /no sample \(its status is started\)/,
    );
    await expect(importText('{"eval":{"task":"t"},"plan":{},"samples":[]}')).rejects.toMatchObject({
      code: 'invalid-import',
    });
  });
});
