import { describe, expect, it } from 'vitest';
import { openHands } from '../../../../core/importers/openhands.ts';
import { fixtureBytes, importBytes, importFixture, importLines } from '../../../support/import-fixture.ts';

describe('openHands', () => {
  it('takes the differences of running totals, the agent’s apart from others’, and marks what holds several calls', async () => {
    const { detected, inspected, threads, warnings } = await importFixture(
      openHands,
      'openhands-events.jsonl',
    );
    expect(detected).toBe('openhands');
    // 100 and 20; 250 − 100 and 35 − 20; the condenser's 60 and 9; 700 − 250 and 80 − 35, of which the last call is 170.
    expect(
      threads[0]?.runs[0]?.calls.map(({ prompt, output, perCall, replyAt }) => [
        prompt,
        output,
        perCall,
        replyAt,
      ]),
    ).toEqual([
      [100, 20, true, 1],
      [150, 15, true, 4],
      [60, 9, true, null],
      [450, 45, false, null],
      [null, null, true, 6],
    ]);
    expect(inspected[0]?.usage).toMatchObject({ prompt: 760, cached: 300, output: 89 });
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['unknown-record', 19]]);
  });

  it('joins the actions of one answer and pairs their results by id', async () => {
    const { threads, inspected } = await importFixture(openHands, 'openhands-events.jsonl');
    const run = threads[0]?.runs[0];
    expect(run?.messages.map(({ items }) => items.map(({ type }) => type))).toEqual([
      ['message'],
      ['reasoning', 'message', 'function_call', 'function_call'],
      ['function_call_output'],
      ['function_call_output'],
      ['function_call'],
      ['function_call_output'],
      ['message'],
    ]);
    expect(run?.messages[5]?.items[0]).toMatchObject({ output: 'the clock is broken', is_error: true });
    expect(inspected[0]?.runs[0]).toMatchObject({ status: 'complete', orphans: { calls: 0, results: 0 } });
    expect(run?.meta['instructions']).toMatchObject([{ content: 'You bake.' }]);
  });

  it('puts a condensation before the first event that it did not forget', async () => {
    const { threads } = await importFixture(openHands, 'openhands-events.jsonl');
    expect(threads[0]?.boundaries).toMatchObject([
      {
        summaryId: 'o14',
        lastSummarizedRunId: null,
        coversAbsentRuns: true,
        madeByRunId: 'o2',
        message: { items: [{ content: [{ text: 'Dough was mixed at 220 degrees.' }] }] },
      },
    ]);
    expect(threads[0]?.runs[0]?.meta['boundaryInsideRun']).toEqual([{ summaryId: 'o14', afterMessages: 6 }]);
  });

  it('opens a run at what a user says, which a pause ends', async () => {
    const { threads } = await importFixture(openHands, 'openhands-events.jsonl');
    expect(threads[0]?.runs.map(({ runId, status }) => [runId, status])).toEqual([
      ['o2', 'complete'],
      ['o17', 'paused'],
    ]);
    expect(threads[0]?.runs[1]?.messages[0]?.items[0]).toMatchObject({
      content: [{ text: 'And rolls' }, { image_url: 'data:image/png;base64,iVBORw0KGgo=' }],
    });
  });

  it('takes totals of a conversation that began before the file for a sum', async () => {
    const { threads } = await importLines(openHands, [
      {
        id: 'a',
        kind: 'ConversationStateUpdateEvent',
        source: 'environment',
        key: 'full_state',
        value: {
          stats: {
            usage_to_metrics: {
              default: {
                accumulated_token_usage: { prompt_tokens: 900, completion_tokens: 90, per_turn_token: 200 },
              },
            },
          },
        },
      },
      { id: 'b', kind: 'MessageEvent', source: 'user', llm_message: { role: 'user', content: 'go' } },
    ]);
    expect(threads[0]?.runs[0]?.calls).toMatchObject([
      { prompt: 900, output: 90, perCall: false, reported: true },
    ]);
  });

  it('reads a list of events, and the conversation off the folder of the file', async () => {
    const lines = new TextDecoder().decode(fixtureBytes('openhands-events.jsonl')).trim().split('\n');
    const bytes = new TextEncoder().encode(`[${lines.join(',\n')}]`);
    const { detected, threads } = await importBytes(openHands, bytes, '/ws/conversations/7f3a/events.json');
    expect(detected).toBe('openhands');
    expect(threads.map(({ threadId, runs }) => [threadId, runs.length])).toEqual([['7f3a', 2]]);
  });

  it('survives values of other types, and refuses what holds nothing', async () => {
    const { inspected } = await importLines(openHands, [
      { kind: 'MessageEvent', source: 'user', llm_message: 3 },
      { kind: 'ActionEvent', source: 'agent', tool_call: [], thought: 'plain', action: null },
      { kind: 'ObservationEvent', source: 'environment', observation: 'x' },
      { kind: 'Condensation', source: 'environment', forgotten_event_ids: 9, summary: [] },
      {
        kind: 'ConversationStateUpdateEvent',
        source: 'environment',
        key: 'stats',
        value: { usage_to_metrics: { default: 4 } },
      },
    ]);
    expect(inspected[0]?.runs).toHaveLength(1);
    await expect(importLines(openHands, [{ kind: 'HologramEvent', source: 'x' }])).rejects.toThrow(
      /no event/,
    );
  });
});
