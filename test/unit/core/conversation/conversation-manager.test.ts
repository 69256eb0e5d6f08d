import { beforeEach, describe, expect, it } from 'vitest';
import { conversationId, runId, summaryId } from '../../../../core/domain/ids.ts';
import { readRunState } from '../../../../core/domain/run-meta.ts';
import { message } from '../../../support/builders.ts';
import { CustomSummarizer } from '../../../support/custom-summarizer.ts';
import { covering, idsOf, RunFixture, THREAD } from '../../../support/run-fixture.ts';

let fixture: RunFixture;
beforeEach(() => {
  fixture = new RunFixture();
});

describe('opening a run', () => {
  it('continues after the thread’s newest run, in its conversation', async () => {
    await fixture.saveRuns(2);
    const run = await fixture.open(null, { conversationId: conversationId('another') });
    run.addMessage(message('m3', 'hello'));
    run.complete();
    expect(await run.save()).toMatchObject({
      previousRunId: 'run-2',
      conversationId: 'c-1',
      threadId: 't-1',
    });
  });

  it('branches after an earlier run, under a new thread’s id from the start', async () => {
    await fixture.saveRuns(3);
    const run = await fixture.open(covering(1, 'run-1'), { continueFrom: runId('run-2') });
    expect(run.thread.threadId).not.toBe('t-1');
    run.addMessage(message('b1', 'the other way'));
    expect(idsOf(await run.prepareMessages())).toBe('gist-1 b1');
    run.complete();
    const record = await run.save();
    expect(record).toMatchObject({ previousRunId: 'run-2', threadId: run.thread.threadId });

    const branch = await fixture.store.loadTranscript(run.thread);
    expect(branch.map((each) => each.runId)).toEqual(['run-1', 'run-2', run.runId]);
    // Filed under the thread that was left, it would have changed what that one sends.
    expect(await fixture.store.loadSummaries(THREAD)).toEqual([]);
    expect((await fixture.store.loadMessages(run.thread)).summary?.summaryId).toBe('sum-1');
  });

  it('goes on at the tip when it is told to continue from there', async () => {
    await fixture.saveRuns(2);
    const run = await fixture.open(null, { continueFrom: runId('run-2') });
    expect(run.thread).toEqual(THREAD);
  });

  it('reads an unknown run to continue from as the tip, with everything loaded', async () => {
    await fixture.saveRuns(2);
    const run = await fixture.open(null, { continueFrom: runId('nowhere') });
    expect(run.thread).toEqual(THREAD);
    expect(idsOf(await run.prepareMessages())).toBe('m1 m2');
  });

  it('starts with the summary that applies, knowing it for one', async () => {
    await fixture.saveRuns(3);
    const summary = { summaryId: summaryId('s9'), threadId: THREAD.threadId, createdAtMs: null };
    await fixture.store.saveSummary(
      'default',
      { ...summary, message: message('gist', 'gist', 'system'), lastSummarizedRunId: runId('run-2') },
      conversationId('c-1'),
    );
    const summarizer = new CustomSummarizer(() => null);
    const run = await fixture.open(summarizer);
    expect(idsOf(await run.prepareMessages())).toBe('gist m3');
    expect(summarizer.requests[0]?.originOf.get(message('gist', '').id)).toEqual({
      kind: 'summary',
      summaryId: 's9',
    });
  });

  it('carries the thread’s own state along', async () => {
    await fixture.store.saveMessages({
      thread: THREAD,
      runId: runId('r1'),
      previousRunId: null,
      conversationId: conversationId('c-1'),
      messages: [message('m1', 'hello')],
      meta: { run_state: { current_step: 'complete', last_agent_name: 'harbour' }, state: { berth: 'B-1' } },
    });
    const run = await fixture.open();
    run.complete();
    const { meta } = await run.save();
    expect(meta['state']).toEqual({ berth: 'B-1' });
    expect(readRunState(meta).lastAgentName).toBe('harbour');
  });
});

describe('a run that was saved unfinished', () => {
  const PAUSED = {
    run_state: {
      status: 'paused',
      current_step: 'await_approval',
      loop_iteration: 1,
      usage: { input_tokens: 300, output_tokens: 40, total_tokens: 340 },
      context_tokens: 340,
      pending_context_tokens: 9,
      traceid: 'trace-7',
      queued_approvals: ['call_1'],
      queued_messages: [{ id: 'q1', sender_id: 'anna', messages: [{ role: 'user', content: 'wait' }] }],
      pending_interrupts: [{ mode: 'approval' }],
      last_agent_name: 'harbour',
    },
    state: { berth: 'B-1' },
    run_context: { channel: 'web' },
  };

  it('goes on under its own id, with its usage, queue and everything it doesn’t understand', async () => {
    await fixture.store.saveMessages({
      thread: THREAD,
      runId: runId('r1'),
      previousRunId: null,
      conversationId: conversationId('c-1'),
      messages: [message('m1', 'hello')],
      meta: PAUSED,
    });
    const run = await fixture.open();
    expect(run.runId).toBe('r1');
    expect(run.step).toBe('await_approval');
    expect(run.usage.totalTokens).toBe(340);
    expect(run.occupancy).toEqual({ measuredTokens: 340, pendingTokens: 9 });
    expect(run.hasQueuedMessages).toBe(true);

    const { meta, messages } = await run.save();
    expect(idsOf(messages)).toBe('m1');
    expect(meta).toEqual({
      ...PAUSED,
      run_state: {
        ...PAUSED.run_state,
        usage: {
          ...PAUSED.run_state.usage,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens_details: { reasoning_tokens: 0 },
        },
        queued_messages: [
          { id: 'q1', sender_id: 'anna', messages: [{ type: 'message', role: 'user', content: 'wait' }] },
        ],
      },
    });
    expect(await fixture.store.loadTranscript(THREAD)).toHaveLength(1);
  });
});
