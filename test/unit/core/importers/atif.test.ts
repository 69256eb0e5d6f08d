import { describe, expect, it } from 'vitest';
import { atif } from '../../../../core/importers/atif.ts';
import { importBytes, importFixture } from '../../../support/import-fixture.ts';

const importJson = (value: unknown): ReturnType<typeof importBytes> =>
  importBytes(atif, new TextEncoder().encode(JSON.stringify(value)), 'trajectory.json');

describe('atif', () => {
  it('counts each step of the agent as a request, but none that no model answered', async () => {
    const { detected, inspected, threads, warnings } = await importFixture(atif, 'atif-embedded.json');
    expect(detected).toBe('atif');
    expect(warnings).toEqual([]);
    expect(inspected[0]?.runs.map(({ id, status, calls }) => [id, status, calls.length])).toEqual([
      ['run-1', 'complete', 2],
      ['run-2', 'complete', 1],
    ]);
    expect(inspected[0]?.runs.flatMap(({ calls }) => calls)).toMatchObject([
      { model: 'm-big', prompt: 120, cached: 64, output: 30, total: 150, perCall: true },
      { model: 'm-small', prompt: 170, cached: null, output: 6, total: 176, perCall: true },
      // One step for three requests.
      { model: 'm-big', prompt: 240, output: 18, total: 258, perCall: false },
    ]);
    // 120 + 170 + 240 and 30 + 6 + 18, as the file's own totals say.
    expect(inspected[0]?.usage).toMatchObject({ prompt: 530, output: 54, total: 584 });
    expect(threads[0]?.runs[0]?.meta['instructions']).toMatchObject([{ role: 'system' }]);
  });

  it('pairs results with calls by id, in any order, with pictures', async () => {
    const { threads, inspected } = await importFixture(atif, 'atif-embedded.json');
    const [, called, crew, tide] = threads[0]?.runs[0]?.messages ?? [];
    expect(called?.items.map(({ type }) => type)).toEqual(['reasoning', 'function_call', 'function_call']);
    expect(crew?.items).toMatchObject([{ call_id: 'k2', output: '' }]);
    expect(tide?.items).toMatchObject([
      {
        call_id: 'k1',
        output: [{ text: 'High at 11.' }, { type: 'input_image', image_url: 'images/tide.png' }],
      },
    ]);
    expect(inspected[0]?.runs.map(({ orphans }) => orphans)).toEqual([
      { calls: 0, results: 0 },
      { calls: 0, results: 0 },
    ]);
  });

  it('finds the boundary that a step of the system declares', async () => {
    const { inspected } = await importFixture(atif, 'atif-embedded.json');
    expect(inspected[0]?.boundaries).toMatchObject([
      { afterRun: 'run-1', applies: true, text: 'Summary: sail at 11 on Sunday.', tokensBefore: 176 },
    ]);
    expect(inspected[0]?.modelView.runs).toEqual(['run-2']);
  });

  it('makes a thread of an embedded sub-agent, whose copied steps count where they come from', async () => {
    const { threads, inspected } = await importFixture(atif, 'atif-embedded.json');
    expect(threads.map(({ threadId, startedBy }) => [threadId, startedBy ?? null])).toEqual([
      ['sess-ferry', null],
      ['doc-crew', { threadId: 'sess-ferry', runId: 'run-1' }],
    ]);
    expect(inspected[1]?.runs.map(({ copiedFrom, calls }) => [copiedFrom, calls.length])).toEqual([
      ['sess-ferry', 0],
      [null, 1],
    ]);
    expect(inspected[1]?.usage).toMatchObject({ calls: 1, total: 27 });
  });

  it('takes what the agent is handed for the summary where a summarizer was asked elsewhere', async () => {
    const { threads, inspected } = await importFixture(atif, 'atif-handoff.jsonl');
    expect(inspected[0]?.runs.map(({ id, messages }) => [id, messages])).toEqual([['run-1', 4]]);
    expect(inspected[0]?.boundaries).toMatchObject([
      { afterRun: null, madeBy: 'run-1', text: 'You were making a file. Go on.' },
    ]);
    // A result that names no call is the oldest call's.
    expect(inspected[0]?.runs[0]?.orphans).toEqual({ calls: 0, results: 0 });
    expect(threads[1]).toMatchObject({
      threadId: 'sess-a-summary',
      startedBy: { threadId: 'sess-a', runId: null },
    });
    // Each thread pays for its own: 110 + 44, and 142 for the summary.
    expect(inspected.map(({ usage }) => usage?.total)).toEqual([154, 142]);
  });

  it('finds the summarizer that a step itself refers to', async () => {
    const { inspected } = await importJson({
      schema_version: 'ATIF-v1.5',
      session_id: 's',
      steps: [
        { step_id: 1, source: 'user', message: 'Sort the nets.' },
        {
          step_id: 2,
          source: 'agent',
          message: 'Sorted.',
          metrics: { prompt_tokens: 9, completion_tokens: 2 },
        },
        {
          step_id: 3,
          source: 'system',
          message: 'The context was summarized.',
          subagent_trajectory_ref: [{ session_id: 's-summary', trajectory_path: 's.json' }],
        },
        { step_id: 4, source: 'user', message: 'The nets are sorted. Mend them.' },
        {
          step_id: 5,
          source: 'agent',
          message: 'Mended.',
          metrics: { prompt_tokens: 6, completion_tokens: 1 },
        },
      ],
    });
    expect(inspected[0]?.boundaries).toMatchObject([{ text: 'The nets are sorted. Mend them.' }]);
  });

  it('gives the sum where no step is measured', async () => {
    const { inspected } = await importJson({
      schema_version: 'ATIF-v1.0',
      session_id: 's',
      agent: { name: 'a', version: '1' },
      steps: [
        { step_id: 1, source: 'user', message: 'Hi' },
        { step_id: 2, source: 'agent', message: 'Ho' },
        { step_id: 3, source: 'agent', message: 'Hum' },
      ],
      final_metrics: { total_prompt_tokens: 50, total_completion_tokens: 5 },
    });
    expect(inspected[0]?.runs[0]?.calls).toMatchObject([
      { reported: false },
      { reported: false },
      { reported: true, perCall: false, prompt: 50, output: 5, total: 55 },
    ]);
    expect(inspected[0]?.usage).toMatchObject({ calls: 2, total: 55 });
  });

  it('tells of steps by nobody it knows, and takes a measured one for the agent’s', async () => {
    const { inspected, warnings } = await importJson({
      schema_version: 'ATIF-v1.7',
      session_id: 's',
      steps: [
        { step_id: 1, source: '?', message: 'x' },
        { step_id: 2, source: '?', message: 'y', metrics: { prompt_tokens: 3, completion_tokens: 1 } },
      ],
    });
    expect(warnings.map(({ code }) => code)).toEqual(['unknown-record']);
    expect(inspected[0]?.runs).toMatchObject([{ status: 'headless', messages: 2, calls: [{ total: 4 }] }]);
  });

  it('refuses a file without a trajectory', async () => {
    await expect(importJson({ schema_version: 'ATIF-v1.7' })).rejects.toMatchObject({
      code: 'invalid-import',
    });
  });

  it('keeps lists of token ids and of probabilities out of the thread', async () => {
    const ids = Array.from({ length: 5000 }, (_, index) => 700_000 + index);
    const { threads, inspected } = await importJson({
      schema_version: 'ATIF-v1.4',
      session_id: 's',
      steps: [
        { step_id: 1, source: 'user', message: 'Hi' },
        {
          step_id: 2,
          source: 'agent',
          message: 'Ho',
          metrics: {
            prompt_tokens: 5000,
            completion_tokens: 1,
            prompt_token_ids: ids,
            completion_token_ids: [7],
            logprobs: [-0.1],
          },
        },
      ],
    });
    // 5,000 + 1
    expect(inspected[0]?.usage).toMatchObject({ calls: 1, prompt: 5000, output: 1, total: 5001 });
    expect(JSON.stringify(threads).includes('700123')).toBe(false);
  });
});
