import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openJsonlPersistence } from '../../../../core/adapters/jsonl/open-jsonl-persistence.ts';
import { summaryId } from '../../../../core/domain/ids.ts';
import type { SummaryResult } from '../../../../core/summarizers/history-summarizer.ts';
import { message, usage } from '../../../support/builders.ts';
import { CustomSummarizer } from '../../../support/custom-summarizer.ts';
import { covering, gist, idsOf, RunFixture, THREAD } from '../../../support/run-fixture.ts';
import { tempDir } from '../../../support/temp-dir.ts';

let fixture: RunFixture;
beforeEach(() => {
  fixture = new RunFixture();
});

describe('occupancy of a run', () => {
  it('grows by the estimate of what is added, and is replaced by the next report', async () => {
    const run = await fixture.open();
    run.addMessage(message('m1', 'x'.repeat(40))); // 4 + 10
    expect(run.occupancy).toEqual({ measuredTokens: 0, pendingTokens: 14 });
    run.trackUsage(usage(200, 20));
    run.addMessage(message('m2', 'a long reply that is measured', 'assistant'), { measured: true });
    expect(run.occupancy).toEqual({ measuredTokens: 220, pendingTokens: 0 });
    run.addMessage(message('m3', 'x'.repeat(8))); // 4 + 2
    expect(run.occupancy).toEqual({ measuredTokens: 220, pendingTokens: 6 });
  });

  it('counts a queued message from the moment it is queued, and once', async () => {
    const run = await fixture.open();
    run.queueMessage(message('m1', 'x'.repeat(40)));
    expect(run.occupancy.pendingTokens).toBe(14);
    await run.prepareMessages();
    expect(run.occupancy.pendingTokens).toBe(14);
  });

  it('carries over to the next run of the thread, pending tokens too; usage and loop count do not', async () => {
    const first = await fixture.open();
    first.addMessage(message('m1', 'hello'));
    first.trackUsage(usage(200, 20));
    first.continueWithModel();
    first.addMessage(message('m2', 'x'.repeat(40))); // 14, never measured: the run ends here
    first.complete();
    await first.save();

    const next = await fixture.open();
    expect(next.occupancy).toEqual({ measuredTokens: 220, pendingTokens: 14 });
    expect(next.usage.totalTokens).toBe(0);
    expect(next.loopIteration).toBe(0);
    expect(next.runId).not.toBe(first.runId);
  });

  it('is not touched by what a summary cost, which the run pays for', async () => {
    await fixture.saveRuns(3);
    const run = await fixture.open(covering(1, 'run-1'));
    run.addMessage(message('m4', 'hello')); // 4 + 2
    await run.prepareMessages();
    expect(run.occupancy).toEqual({ measuredTokens: 100, pendingTokens: 6 });
    expect(run.usage).toEqual(usage(50, 5));
    run.trackUsage(usage(30, 3));
    expect(run.usage).toEqual(usage(80, 8));
    expect(run.occupancy).toEqual({ measuredTokens: 33, pendingTokens: 0 });
  });
});

describe('messages for the next call', () => {
  it('are the loaded ones, then the run’s own', async () => {
    await fixture.saveRuns(2);
    const run = await fixture.open();
    run.addMessage(message('m3', 'hello'));
    expect(idsOf(await run.prepareMessages())).toBe('m1 m2 m3');
  });

  it('shows the summarizer loaded and new messages, where they come from, and the occupancy', async () => {
    await fixture.saveRuns(1);
    const summarizer = new CustomSummarizer(() => null);
    const run = await fixture.open(summarizer);
    run.addMessage(message('m2', 'hello'));
    await run.prepareMessages();
    const [asked] = summarizer.requests;
    expect(idsOf(asked?.messages ?? [])).toBe('m1 m2');
    expect([...(asked?.originOf.values() ?? [])]).toEqual([
      { kind: 'run', runId: 'run-1' },
      { kind: 'run', runId: run.runId },
    ]);
    expect(asked?.occupancy).toEqual({ measuredTokens: 100, pendingTokens: 6 });
  });

  it('asks the summarizer before every call of the run', async () => {
    const summarizer = new CustomSummarizer(() => null);
    const run = await fixture.open(summarizer);
    run.addMessage(message('m1', 'hello'));
    await run.prepareMessages();
    run.addMessage(message('m2', 'more'));
    await run.prepareMessages();
    expect(summarizer.requests.map((each) => idsOf(each.messages))).toEqual(['m1', 'm1 m2']);
  });

  it('have the summary in the place of what it covers, from then on', async () => {
    await fixture.saveRuns(3);
    let isFirst = true;
    const run = await fixture.open(
      new CustomSummarizer(({ messages }) => {
        if (!isFirst) return null;
        isFirst = false;
        return gist(1, messages.slice(-2), 'run-2');
      }),
    );
    run.addMessage(message('m4', 'hello'));
    expect(idsOf(await run.prepareMessages())).toBe('gist-1 m3 m4');
    run.addMessage(message('m5', 'more'));
    expect(idsOf(await run.prepareMessages())).toBe('gist-1 m3 m4 m5');
  });

  it('have nothing in its place when runs are only dropped', async () => {
    await fixture.saveRuns(3);
    const run = await fixture.open(covering(2, 'run-2', { summary: null, usage: null }));
    run.addMessage(message('m4', 'hello'));
    expect(idsOf(await run.prepareMessages())).toBe('m3 m4');
    expect(run.usage.totalTokens).toBe(0);
  });

  it('place a summary under its own id, so that the next one knows it for what it is', async () => {
    await fixture.saveRuns(2);
    const summarizer = covering(1, 'run-1');
    const run = await fixture.open(summarizer);
    run.addMessage(message('m3', 'hello'));
    await run.prepareMessages();
    await run.prepareMessages();
    const second = summarizer.requests[1];
    expect(idsOf(second?.messages ?? [])).toBe('gist-1 m3');
    expect(second?.originOf.get(message('gist-1', '').id)).toEqual({ kind: 'summary', summaryId: 'sum-1' });
  });

  it('never lose a message of the run in flight, nor send one twice', async () => {
    await fixture.saveRuns(1);
    // Keeps a message of the run and leaves another out: both belong to what save() writes.
    const run = await fixture.open(covering(1, 'run-1'));
    run.addMessage(message('m2', 'left out'));
    run.addMessage(message('m3', 'kept'));
    expect(idsOf(await run.prepareMessages())).toBe('gist-1 m2 m3');
    run.complete();
    expect(idsOf((await run.save()).messages)).toBe('m2 m3');
  });

  it('let queued messages join behind, in order, after summarizing', async () => {
    const summarizer = new CustomSummarizer(() => null);
    const run = await fixture.open(summarizer);
    run.addMessage(message('m1', 'hello'));
    run.queueMessage(message('q1', 'wait'));
    run.queueMessage(message('q2', 'no, go on'));
    run.addMessage(message('m2', 'more'));
    expect(run.hasQueuedMessages).toBe(true);
    expect(idsOf(await run.prepareMessages())).toBe('m1 m2 q1 q2');
    expect(idsOf(summarizer.requests[0]?.messages ?? [])).toBe('m1 m2');
    expect(run.hasQueuedMessages).toBe(false);
    run.complete();
    expect(idsOf((await run.save()).messages)).toBe('m1 m2 q1 q2');
  });

  it('stay as they were when the summarizer fails', async () => {
    await fixture.saveRuns(2);
    let fails = true;
    const run = await fixture.open(
      new CustomSummarizer(() => {
        if (fails) throw new Error('no model today');
        return null;
      }),
    );
    run.addMessage(message('m3', 'hello'));
    run.queueMessage(message('q1', 'wait'));
    await expect(run.prepareMessages()).rejects.toThrow('no model today');
    fails = false;
    expect(idsOf(await run.prepareMessages())).toBe('m1 m2 m3 q1');
    expect(run.usage.totalTokens).toBe(0);
  });
});

describe('a boundary that names the run in flight', () => {
  it('is refused with a warning; the summary is saved and never applies', async () => {
    await fixture.saveRuns(1);
    const summaries: SummaryResult[] = [];
    const run = await fixture.open(
      new CustomSummarizer(({ messages }) => ({
        summaryId: summaryId('sum-1'),
        summary: message('gist-1', 'Previous conversation summary: all of it', 'system'),
        messagesToKeep: messages.slice(-1),
        lastSummarizedRunId: run.runId,
        usage: null,
      })),
      { onSummary: (summary) => summaries.push(summary) },
    );
    run.addMessage(message('m2', 'hello'));
    expect(idsOf(await run.prepareMessages())).toBe('gist-1 m2');
    expect(fixture.warnings).toEqual([
      expect.stringMatching(/covered run run-\d+, which is still being written: .* won't apply later/),
    ]);
    expect(summaries).toMatchObject([{ summaryId: 'sum-1', lastSummarizedRunId: null }]);
    run.complete();
    await run.save();
    expect(await fixture.store.loadSummaries(THREAD)).toMatchObject([
      { summaryId: 'sum-1', lastSummarizedRunId: null },
    ]);
    const view = await fixture.store.loadMessages(THREAD);
    expect(view.summary).toBeNull();
    expect(view.runs).toHaveLength(2);
  });
});

describe('saving', () => {
  it('writes the state of the run as the SDK does', async () => {
    const run = await fixture.open(null, { agentName: 'harbour' });
    run.addMessage(message('m1', 'hello'));
    run.trackUsage({ ...usage(300, 40), cachedTokens: 128, reasoningTokens: 8 });
    run.startTools(['call_1', 'call_2']);
    run.continueWithModel();
    run.startTools(['call_3']);
    run.continueWithModel();
    run.complete();
    const { meta } = await run.save();
    expect(meta).toEqual({
      run_state: {
        status: 'completed',
        current_step: 'complete',
        loop_iteration: 2,
        usage: {
          input_tokens: 300,
          input_tokens_details: { cached_tokens: 128 },
          output_tokens: 40,
          output_tokens_details: { reasoning_tokens: 8 },
          total_tokens: 340,
        },
        context_tokens: 340,
        pending_context_tokens: 0,
        traceid: '',
        queued_approvals: ['call_1', 'call_2', 'call_3'],
        last_agent_name: 'harbour',
      },
      state: {},
    });
  });

  it('writes the summary first, and of several only the newest', async () => {
    const directory = await tempDir();
    fixture.store = await openJsonlPersistence(directory, fixture.options);
    await fixture.saveRuns(2);
    const run = await fixture.open(covering(1, 'run-1'));
    run.addMessage(message('m3', 'hello'));
    await run.prepareMessages();
    await run.prepareMessages();
    run.complete();
    await run.save();
    const lines = (await readFile(join(directory, 'c-1.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(
      lines.map((line) => /"type":"(\w+)","\w+":\{"(?:run_)?id":"([\w-]+)"/.exec(line)?.slice(1)),
    ).toEqual([
      ['message', 'run-1'],
      ['message', 'run-2'],
      ['summary', 'sum-2'],
      ['message', run.runId],
    ]);
    await fixture.store.close();
  });

  it('loses nothing when it fails, and can be called again', async () => {
    const directory = await tempDir();
    const file = join(directory, 'c-1.jsonl');
    fixture.store = await openJsonlPersistence(directory, fixture.options);
    await fixture.saveRuns(2);
    const run = await fixture.open(covering(1, 'run-1'));
    run.addMessage(message('m3', 'hello'));
    await run.prepareMessages();
    run.complete();

    // A folder in the file's place can't be appended to.
    await rename(file, `${file}.aside`);
    await mkdir(file);
    await expect(run.save()).rejects.toMatchObject({ code: 'storage-failed' });
    await rm(file, { recursive: true });
    await rename(`${file}.aside`, file);

    expect(idsOf((await run.save()).messages)).toBe('m3');
    expect(await fixture.store.loadSummaries(THREAD)).toHaveLength(1);
    expect(await fixture.store.loadTranscript(THREAD)).toHaveLength(3);
    await fixture.store.close();
  });

  it('writes only what is new when a run is saved twice', async () => {
    const run = await fixture.open();
    run.addMessage(message('m1', 'hello'));
    await run.save();
    run.addMessage(message('m2', 'more'));
    expect(idsOf(await run.prepareMessages())).toBe('m1 m2');
    run.complete();
    expect(idsOf((await run.save()).messages)).toBe('m1 m2');
    expect(await fixture.store.loadTranscript(THREAD)).toHaveLength(1);
  });
});
