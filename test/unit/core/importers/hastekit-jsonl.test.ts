import { describe, expect, it } from 'vitest';
import { inspectionOf, readFixture, readSource, textSource } from './read-fixture.ts';

const record = (type: string, body: object): string => JSON.stringify({ type, [type]: body });
const run = (id: string, more: object = {}): string =>
  record('message', { run_id: id, thread_id: 't', conversation_id: 'c', messages: [], ...more });

describe('HasteKit history', () => {
  it('appends the increments of a run, keeps its place, and takes its newest state', async () => {
    const result = await readFixture('library-loans.jsonl');
    const loans = result.threads.find((thread) => thread.threadId === 'loans');
    expect(loans?.runs.map((one) => one.runId)).toEqual(['L1', 'L2', 'L3', 'L4']);
    const second = loans?.runs[1];
    expect(second?.messages.map((message) => message.id)).toEqual(['b1', 'b2', 'b3', 'b4']);
    // Usage is cumulative: 1,295 and not 630 + 630 + 1,295.
    expect(second?.calls.map((call) => call.total)).toEqual([1295]);
    expect(second?.occupancyAfter).toEqual({ measuredTokens: 668, pendingTokens: 0 });
  });

  it('begins a branch with the runs it shares, in their final state', async () => {
    const result = await readFixture('library-loans.jsonl');
    const branch = result.threads.find((thread) => thread.threadId === 'loans-b');
    expect(branch?.branchOf).toEqual({ threadId: 'loans', runId: 'L1' });
    expect(branch?.runs.map((one) => [one.runId, one.threadId, one.copiedFrom])).toEqual([
      ['L1', 'loans', 'loans'],
      ['L2b', 'loans-b', null],
    ]);
    expect(branch?.title).toBe(result.threads[0]?.title);
  });

  it('names the run that made and paid for a summary', async () => {
    const result = await readFixture('library-loans.jsonl');
    const [boundary] = result.threads[0]?.boundaries ?? [];
    expect(boundary).toMatchObject({ summaryId: 'S1', lastSummarizedRunId: 'L2', madeByRunId: 'L4' });
    // One reply, but the sum of 1,590 holds the summary's call too: the last report said 400.
    expect(result.threads[0]?.runs[3]?.calls).toMatchObject([{ total: 1590, perCall: false, replyAt: null }]);
    expect(result.threads[0]?.runs[2]?.calls).toMatchObject([{ total: 712, perCall: true, replyAt: 1 }]);
  });

  it('reads a byte order mark, CRLF and blank lines, and warns of a torn last line', async () => {
    const result = await readFixture('torn-last-line.jsonl');
    expect(result.threads.map((thread) => thread.runs.map((one) => one.runId))).toEqual([['r1', 'r2']]);
    expect(result.errors).toEqual([]);
    // Line 2 is blank and counts.
    expect(result.warnings).toMatchObject([{ code: 'partial-last-line', line: 4 }]);
  });

  it('keeps U+2028, U+2029 and U+0085 inside a text', async () => {
    const result = await readFixture('line-separators.jsonl');
    expect(result.warnings).toEqual([]);
    expect(result.threads[0]?.runs.map((one) => one.messages.length)).toEqual([1, 1]);
    expect(result.threads[0]?.runs[0]?.messages[0]?.items[0]).toMatchObject({
      content: [{ text: 'one\u2028two\u2029three\u0085four' }],
    });
  });

  it('refuses a file with a broken line in the middle, and names the line', async () => {
    const reading = readFixture('broken-line.jsonl');
    await expect(reading).rejects.toMatchObject({ code: 'invalid-import' });
    await expect(reading).rejects.toThrow(/broken-line\.jsonl: Line 2 .*open it anyway/);
  });

  it('goes on behind a broken line when asked to, and still reports it', async () => {
    const result = await readFixture('broken-line.jsonl', { openAnyway: true });
    expect(result.threads[0]?.runs.map((one) => one.runId)).toEqual(['r1', 'r2']);
    expect(result.errors).toMatchObject([{ code: 'invalid-record', line: 2 }]);
  });

  it('skips what it does not know, and says so', async () => {
    const result = await readFixture('odd-records.jsonl');
    expect(result.warnings).toMatchObject([
      { code: 'unknown-record', line: 3 },
      // Lines 2 (42) and 7 (null).
      { code: 'skipped-lines', line: 2 },
      { code: 'summary-without-thread', line: null },
    ]);
    expect(result.warnings[1]?.message).toContain('2 lines');
  });

  it('marks a run whose id comes back after another run', async () => {
    const result = await readFixture('odd-records.jsonl');
    const [first, second] = result.threads[0]?.runs ?? [];
    expect(first).toMatchObject({ runId: 'r1', reopened: true });
    expect(first?.messages.map((message) => message.id)).toEqual(['u1', 'a1', 'a9']);
    expect(second?.reopened).toBeUndefined();
  });

  it('reads older field names, the zero time, a missing namespace and a window without a summary', async () => {
    const result = await readFixture('sliding-window.jsonl');
    const window = inspectionOf(result, 'window');
    expect(window.namespace).toBe('default');
    expect(window.runs.map((one) => [one.id, one.startedAt, one.status])).toEqual([
      ['w1', null, 'complete'],
      ['w2', '2026-03-01T00:00:00Z', 'complete'],
      // Completed, but with 7 tokens nobody reported on.
      ['w3', '2026-03-02T00:00:00Z', 'cancelled'],
      ['w4', '2026-03-03T00:00:00Z', 'complete'],
    ]);
    expect(window.runs[3]?.occupancyAfter).toBeNull();
    expect(window.boundaries).toMatchObject([{ text: null, tokens: null, applies: true, generation: 1 }]);
    expect(window.modelView).toMatchObject({ summaryId: 'win', runs: ['w2', 'w3', 'w4'] });
  });

  it('tells the status of a run without a state from its messages', async () => {
    const bundle = (item: object): object => ({ id: 'b', sender_id: 's', messages: [item] });
    const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
    const result = await readSource(
      textSource(
        [
          run('open', { messages: [bundle({ role: 'user', content: 'x' }), bundle(call)] }),
          run('headless', { messages: [bundle({ role: 'assistant', content: 'x' })] }),
          run('whole', { messages: [bundle({ role: 'user', content: 'x' })] }),
        ].join('\n'),
      ),
    );
    expect(result.inspections[0]?.runs.map((one) => one.status)).toEqual(['open', 'headless', 'complete']);
    // Replies without a report are calls about which nothing is known.
    expect(result.inspections[0]?.runs[1]?.calls).toMatchObject([{ reported: false, total: null }]);
  });

  it('says which record lacks which field', async () => {
    const source = textSource([run('r1'), record('message', { thread_id: 't', messages: null })].join('\n'));
    await expect(readSource(source)).rejects.toThrow('Line 2: the record names no run_id.');
  });

  it('hangs branches of branches together', async () => {
    const result = await readSource(
      textSource(
        [
          run('a'),
          run('b', { previous_run_id: 'a' }),
          run('c', { previous_run_id: 'a', thread_id: 't2' }),
          run('d', { previous_run_id: 'c', thread_id: 't3' }),
          run('e', { previous_run_id: 'a', thread_id: 't4' }),
        ].join('\n'),
      ),
    );
    const shape = (id: string): unknown =>
      result.threads
        .find((thread) => thread.threadId === id)
        ?.runs.map((one) => [one.runId, one.copiedFrom].join('<'));
    expect(shape('t3')).toEqual(['a<t', 'c<t2', 'd<']);
    expect(shape('t4')).toEqual(['a<t', 'e<']);
  });

  it('has nothing to say about a file without a run', async () => {
    const lonely = record('summary', { id: 's', thread_id: 't', summary_message: null });
    await expect(readSource(textSource(lonely))).rejects.toMatchObject({ code: 'invalid-import' });
  });

  it('keeps a result that is JSON inside a string as it was written, and estimates that', async () => {
    const result = await readSource(
      textSource(
        run('r1', {
          messages: [
            { id: 'u', sender_id: 'ida', messages: [{ role: 'user', content: 'Go' }] },
            {
              id: 'r',
              sender_id: 'ida',
              messages: [{ type: 'function_call_output', call_id: 'c', output: '"12 jars"' }],
            },
          ],
        }),
      ),
    );
    expect(result.threads[0]?.runs[0]?.messages[1]?.items).toMatchObject([{ output: '"12 jars"' }]);
    // 4 + ⌈2 / 4⌉ for "Go"; 4 + ⌈9 / 4⌉ for the seven characters and both quotation marks
    expect(result.inspections[0]?.runs[0]?.estimatedTokens).toBe(5 + 7);
  });

  it('takes the newest of several summaries for the one that counts', async () => {
    const summary = (id: string, covered: object): string =>
      record('summary', {
        id,
        thread_id: 't',
        summary_message: { id: `${id}-m`, sender_id: '', messages: [{ role: 'system', content: id }] },
        ...covered,
      });
    const result = await readSource(
      textSource(
        [
          run('r1'),
          run('r2', { previous_run_id: 'r1' }),
          // The older name of the field.
          summary('s1', { last_summarized_message_id: 'r1' }),
          run('r3', { previous_run_id: 'r2' }),
          summary('s2', { last_summarized_run_id: 'r2' }),
          run('r4', { previous_run_id: 'r3' }),
        ].join('\n'),
      ),
    );
    expect(
      result.inspections[0]?.boundaries.map(({ summaryId, afterRun, applies, madeBy }) => [
        summaryId,
        afterRun,
        applies,
        madeBy,
      ]),
    ).toEqual([
      ['s1', 'r1', false, 'r3'],
      ['s2', 'r2', true, 'r4'],
    ]);
    expect(result.inspections[0]?.modelView).toMatchObject({ summaryId: 's2', runs: ['r3', 'r4'] });
  });

  it('leaves a boundary unanchored that names no run, another summary, or what is nowhere', async () => {
    const result = await readFixture('inert-boundaries.jsonl');
    const boundaries = (id: string) =>
      inspectionOf(result, id).boundaries.map(({ summaryId, afterRun, anchored }) => [
        summaryId,
        afterRun,
        anchored,
      ]);
    expect(boundaries('t-empty')).toEqual([['E', null, false]]);
    expect(boundaries('t-unknown')).toEqual([['U', 'gone', false]]);
    expect(boundaries('t-summary-id')).toEqual([
      ['X', 's1', true],
      ['Y', 'X', false],
    ]);
    // Nothing is folded by them.
    expect(inspectionOf(result, 't-unknown').modelView).toMatchObject({ summaryId: null });
  });

  it('keeps what an older run was waiting for', async () => {
    const waiting = { id: 'k1', name: 'order', arguments: '{}' };
    const result = await readSource(
      textSource(
        run('r1', {
          messages: [{ id: 'u', sender_id: 'ida', messages: [{ role: 'user', content: 'Order' }] }],
          meta: {
            run_state: { status: 'paused', pending_tool_calls: [waiting], interrupts: [{ id: 'i1' }] },
          },
        }),
      ),
    );
    expect(result.inspections[0]?.runs[0]?.status).toBe('paused');
    expect(result.threads[0]?.runs[0]?.meta).toMatchObject({
      run_state: { pending_tool_calls: [waiting], interrupts: [{ id: 'i1' }] },
    });
  });
});
