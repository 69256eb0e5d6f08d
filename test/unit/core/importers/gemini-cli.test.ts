import { describe, expect, it } from 'vitest';
import { geminiCli } from '../../../../core/importers/gemini-cli.ts';
import { geminiRecording } from '../../../../core/importers/gemini-recording.ts';
import { fixtureBytes, importBytes, importFixture, importLines } from '../../../support/import-fixture.ts';

describe('geminiCli', () => {
  it('takes a message that is written again once, at its first place and as it was written last', async () => {
    const { detected, inspected, threads } = await importFixture(geminiCli, 'gemini-cli-log.jsonl');
    expect(detected).toBe('gemini-cli');
    expect(inspected[0]).toMatchObject({ id: 'g-1', title: 'Pots' });
    const run = threads[0]?.runs[0];
    expect(run?.runId).toBe('m1');
    // The context that the program gives is no turn; the call's result stands in its message, with a picture.
    expect(run?.messages.map(({ items }) => items.map(({ type }) => type))).toEqual([
      ['message'],
      ['message'],
      ['reasoning', 'function_call'],
      ['function_call_output'],
      ['message'],
    ]);
    expect(run?.messages[3]?.items[0]).toMatchObject({
      call_id: 't1',
      output: [
        { type: 'input_text', text: '3 pots' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
      ],
    });
  });

  it('adds thoughts to the output and tool tokens to the prompt, which holds the cached ones already', async () => {
    const { threads } = await importFixture(geminiCli, 'gemini-cli-log.jsonl');
    // m2: 900 in, 20 + 50 out. m3: 990 + 12 in, of which 896 cached, 8 out.
    expect(
      threads[0]?.runs[0]?.calls.map(({ prompt, cached, output, reasoning, total }) => [
        prompt,
        cached,
        output,
        reasoning,
        total,
      ]),
    ).toEqual([
      [900, 0, 70, 50, 970],
      [1002, 896, 8, 0, 1010],
    ]);
  });

  it('keeps what was taken back as a branch, whose tokens were spent', async () => {
    const { inspected, warnings } = await importFixture(geminiCli, 'gemini-cli-log.jsonl');
    expect(
      inspected.map(({ id, branchOf, runs }) => [id, branchOf?.runId ?? null, runs.map((run) => run.id)]),
    ).toEqual([
      ['g-1', null, ['m1', 'm6']],
      ['g-1/branch-m4', 'm1', ['m1', 'm4']],
    ]);
    expect(inspected.map(({ usage }) => usage?.total)).toEqual([1980, 1014]);
    // No tokens are told of the reply that was cancelled.
    expect(inspected[0]?.runs[1]).toMatchObject({
      status: 'cancelled',
      calls: [{ reported: false, total: null }],
    });
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['unknown-record', 14],
      ['unknown-record', 16],
    ]);
  });

  it('takes a replacement that begins with a summary for a compaction that keeps what it repeats', async () => {
    const { inspected } = await importFixture(geminiCli, 'gemini-cli-compression.jsonl');
    expect(inspected).toHaveLength(1);
    expect(inspected[0]?.runs.map(({ id, messages }) => [id, messages])).toEqual([
      ['c1', 2],
      ['c3', 2],
      ['c5', 2],
    ]);
    expect(inspected[0]?.boundaries).toMatchObject([
      {
        summaryId: 's1',
        afterRun: 'c1',
        text: '<state_snapshot>The first century was long.</state_snapshot>',
      },
    ]);
    // 109 + 139 + 85; the words with which the program answers for the model are no call.
    expect(inspected[0]?.usage).toMatchObject({ calls: 3, total: 333 });
  });

  it('takes other replacements, and going back to an unknown message, for branches', async () => {
    const { inspected } = await importFixture(geminiCli, 'gemini-cli-replaced.jsonl');
    expect(inspected.map(({ id, runs }) => [id, runs.map((run) => run.id)])).toEqual([
      ['g-3', ['r7']],
      ['g-3/branch-r1', ['r1', 'r3']],
      ['g-3/branch-r5', ['r1', 'r5']],
    ]);
    // Every call once: 12 + 16 + 16 + 10.
    expect(inspected.reduce((sum, { usage }) => sum + (usage?.total ?? 0), 0)).toBe(54);
  });

  it('reads an older session, with calls that have no ids and no tokens', async () => {
    const { detected, inspected } = await importFixture(geminiCli, 'gemini-cli-session.json');
    expect(detected).toBe('gemini-cli');
    expect(inspected).toMatchObject([
      {
        title: 'A walk',
        usage: null,
        runs: [{ status: 'error', toolCalls: 2, toolResults: 1, orphans: { calls: 1, results: 0 } }],
      },
    ]);
    const line = JSON.stringify(
      JSON.parse(new TextDecoder().decode(fixtureBytes('gemini-cli-session.json'))),
    );
    const onOneLine = await importLines(geminiCli, [line, { id: 'w4', type: 'user', content: 'Go on' }]);
    expect(onOneLine.inspected[0]?.runs.map(({ id }) => id)).toEqual(['w1', 'w4']);
  });

  it('reads a checkpoint, pairs calls without ids by name, and keeps a summary of runs that are not in it', async () => {
    const { detected, inspected, threads } = await importFixture(geminiCli, 'gemini-cli-checkpoint.json');
    expect(detected).toBe('gemini-cli');
    expect(inspected[0]?.runs).toMatchObject([
      { toolCalls: 2, toolResults: 2, orphans: { calls: 0, results: 0 } },
    ]);
    expect(inspected[0]?.boundaries).toMatchObject([{ afterRun: null, applies: true }]);
    expect(threads[0]?.boundaries[0]?.coversAbsentRuns).toBe(true);
    const results = threads[0]?.runs[0]?.messages[3]?.items;
    expect(results).toMatchObject([{ output: 'dry' }, { output: '{"sheet":3}' }]);
  });

  it('says so when a session holds nothing but notices', async () => {
    const { inspected, warnings } = await importLines(geminiCli, [
      { sessionId: 'g-5', projectHash: 'x' },
      { id: 'n1', type: 'info', content: 'Welcome' },
    ]);
    expect(inspected).toMatchObject([{ id: 'g-5', runs: [] }]);
    expect(warnings.map(({ code }) => code)).toEqual(['no-messages']);
  });

  it('finds the session of a sub-agent in the folder of its log', async () => {
    const lines = [
      { sessionId: 'g-sub', projectHash: 'x', kind: 'subagent' },
      { id: 'u1', type: 'user', content: 'Search' },
    ];
    const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { threads } = await importBytes(geminiCli, bytes, '/home/chats/g-main/g-sub.jsonl');
    expect(threads[0]?.startedBy).toEqual({ threadId: 'g-main', runId: null });
  });

  it('survives values of other types', async () => {
    const { inspected } = await importLines(geminiCli, [
      { sessionId: 'g-6', projectHash: 'x', messages: [null, 4, { type: 'user' }] },
      { id: 'u1', type: 'user', content: { text: 'one part' } },
      {
        id: 'a1',
        type: 'gemini',
        content: [7, null, 'two'],
        tokens: [],
        thoughts: 'none',
        toolCalls: [null, { args: 3 }],
      },
      { $rewindTo: 9 },
      { $set: 5 },
    ]);
    expect(inspected.map(({ runs }) => runs.length)).toEqual([0, 1]);
  });

  it('keeps a long result whole, takes no tokens for none, and no words of the program for a turn', async () => {
    const output = 'jar '.repeat(12_500);
    const { inspected, threads } = await importLines(geminiCli, [
      { sessionId: 'g-7', projectHash: 'x' },
      { id: 'u1', type: 'user', content: 'List' },
      {
        id: 'a1',
        type: 'gemini',
        content: '',
        tokens: null,
        toolCalls: [
          {
            id: 't1',
            name: 'ls',
            args: {},
            status: 'success',
            result: [{ functionResponse: { id: 't1', name: 'ls', response: { output } } }],
          },
        ],
      },
      { id: 'u2', type: 'user', content: 'System: Please continue.' },
      { id: 'a2', type: 'gemini', content: 'Many.', tokens: { input: 20, output: 2, cached: 0, total: 22 } },
    ]);
    expect(inspected[0]?.runs.map(({ id }) => id)).toEqual(['u1']);
    expect(inspected[0]?.runs[0]?.calls).toMatchObject([
      { reported: false, total: null },
      { reported: true, prompt: 20, output: 2, total: 22 },
    ]);
    // 12,500 times four characters
    const result = threads[0]?.runs[0]?.messages[2]?.items[0];
    expect(result).toMatchObject({ type: 'function_call_output', output });
  });
});

describe('geminiRecording', () => {
  it('joins streamed answers and takes the last report of each', async () => {
    const { detected, inspected, threads, warnings } = await importFixture(
      geminiRecording,
      'gemini-recording.jsonl',
    );
    expect(detected).toBe('gemini-recording');
    expect(inspected[0]?.runs).toMatchObject([{ status: 'headless', messages: 2, items: 3 }]);
    expect(threads[0]?.runs[0]?.messages[0]?.items[1]).toMatchObject({
      content: [{ type: 'output_text', text: 'Good day.' }],
    });
    // 50 in, 3 + 7 out; 70 + 5 in, 4 out.
    expect(inspected[0]?.usage).toEqual({ calls: 2, prompt: 125, cached: 20, output: 14, total: 139 });
    expect(warnings.map(({ line }) => line)).toEqual([3]);
  });
});
