import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFileSource } from '../../../../core/adapters/fs/byte-sources.ts';
import { openDatabase } from '../../../../core/adapters/sqlite/open-database.ts';
import { toWireItem } from '../../../../core/domain/wire-item.ts';
import { inspectionOf, readFixture, readSource, textSource, type ReadResult } from './read-fixture.ts';

const only = (result: ReadResult) => {
  expect(result.inspections.map(({ id }) => id)).toHaveLength(1);
  const [document] = result.threads;
  if (document === undefined) throw new Error('no thread');
  return { document, inspection: inspectionOf(result, document.threadId) };
};

const itemsOf = (result: ReadResult) =>
  only(result).document.runs.flatMap((run) => run.messages.flatMap(({ items }) => items.map(toWireItem)));

describe('OpenAI Agents SDK', () => {
  it('reads a paused run: its answers are its calls, and an approval repeats no call', async () => {
    const { document, inspection } = only(await readFixture('agents-run-state.json'));
    expect(inspection.id).toBe('trace_0001');
    expect(document.conversationId).toBe('g-1');
    expect(
      inspection.runs.map((run) => [run.status, run.messages, run.items, run.toolCalls, run.toolResults]),
    ).toEqual([
      // An earlier turn stands in the input.
      ['complete', 2, 2, 0, 0],
      // turn; thought and call; result; call
      ['paused', 4, 5, 2, 1],
    ]);
    // Details are lists of one object.
    expect(inspection.runs[1]?.calls).toMatchObject([
      { prompt: 80, cached: 3, cacheWritten: 7, output: 12, reasoning: 4, total: 92, perCall: true },
      { prompt: 110, cached: 80, output: 9, total: 119, perCall: true },
    ]);
    // 80 + 110 in, 12 + 9 out: the sum in the context is not counted again.
    expect(inspection.usage).toMatchObject({ prompt: 190, output: 21, total: 211 });
  });

  it('reads the state of the JavaScript SDK, and an agent called as a tool as a thread of its own', async () => {
    const result = await readFixture('agents-run-state-js.json');
    const [outer, inner] = result.threads;
    expect(
      result.inspections.map((thread) =>
        thread.runs.map((run) => [run.status, run.toolCalls, run.toolResults]),
      ),
    ).toEqual([[['paused', 2, 1]], [['paused', 1, 0]]]);
    expect(inner?.startedBy).toEqual({ threadId: outer?.threadId, runId: 'run-1' });
    expect(outer?.runs[0]?.calls).toMatchObject([
      { prompt: 90, cached: 64, output: 11, reasoning: 5, total: 101 },
    ]);
    expect(inner?.runs[0]?.calls).toMatchObject([{ prompt: 40, cached: 10, output: 6, total: 46 }]);
  });

  it('takes the sum of the context where no answer reports anything, and does not split it', async () => {
    const { inspection } = only(await readFixture('agents-run-state-sum.json'));
    expect(inspection.runs[0]?.calls.filter(({ reported }) => reported)).toMatchObject([
      { prompt: 200, output: 20, total: 220, perCall: false },
    ]);
    expect(inspection.usage).toMatchObject({ calls: 2, total: 220 });
  });

  it('reads the tables of a store: branches share their beginning, usage is told by the turn', async () => {
    const result = await readFixture('agents-session-tables.json');
    const main = inspectionOf(result, 'desk-1');
    const branch = inspectionOf(result, 'desk-1/branch_rain');
    expect(main.runs.map((run) => [run.messages, run.toolCalls, run.toolResults])).toEqual([
      [4, 1, 1],
      [2, 0, 0],
    ]);
    // Two requests of turn 1 are a sum, the one of turn 2 is the call's own.
    expect(main.runs.map((run) => run.calls.filter(({ reported }) => reported))).toMatchObject([
      [{ prompt: 150, cached: 60, output: 20, total: 170, perCall: false }],
      [{ prompt: 100, cached: 80, output: 5, total: 105, perCall: true }],
    ]);
    expect(branch.branchOf).toEqual({ threadId: 'desk-1', runId: 'run-1' });
    expect(branch.runs.map((run) => [run.copiedFrom, run.messages])).toEqual([
      ['desk-1', 4],
      [null, 2],
    ]);
    expect(branch.usage).toMatchObject({ calls: 1, prompt: 101, output: 4 });
    expect(main.runs[0]).toMatchObject({
      startedAt: '2026-08-20T09:00:00Z',
      endedAt: '2026-08-20T09:00:06Z',
    });
    expect(result.warnings).toMatchObject([{ code: 'empty-sessions' }]);
  });

  it('reads the database that a session store keeps', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'agents-session-'));
    try {
      const path = join(folder, 'sessions.db');
      const database = openDatabase(path);
      database.pragma('journal_mode = WAL');
      database.exec(
        `CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY, created_at TIMESTAMP, updated_at TIMESTAMP);
         CREATE TABLE agent_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
           message_data TEXT NOT NULL, created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
           FOREIGN KEY (session_id) REFERENCES agent_sessions (session_id));
         INSERT INTO agent_sessions VALUES ('s-9', '2026-08-20 09:00:00', '2026-08-20 09:00:02');`,
      );
      const insert = database.prepare(
        'INSERT INTO agent_messages (session_id, message_data, created_at) VALUES (?, ?, ?)',
      );
      insert.run(
        's-9',
        JSON.stringify({ role: 'user', content: 'Tide? '.repeat(2000) }),
        '2026-08-20 09:00:00',
      );
      insert.run(
        's-9',
        JSON.stringify({
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: '5 m.' }],
        }),
        '2026-08-20 09:00:02',
      );
      database.close();
      const result = await readSource(await openFileSource(path));
      expect(result.format).toBe('openai-agents');
      expect(only(result).inspection).toMatchObject({
        id: 's-9',
        runs: [
          {
            status: 'complete',
            messages: 2,
            startedAt: '2026-08-20T09:00:00Z',
            endedAt: '2026-08-20T09:00:02Z',
          },
        ],
      });
      // Rows may stand in the log beside the file.
      expect(result.warnings).toMatchObject([{ code: 'write-ahead-log' }]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('skips rows whose JSON is broken, and keeps results and thoughts that stand alone', async () => {
    const result = await readFixture('agents-session-rows.jsonl');
    expect(result.warnings).toMatchObject([{ code: 'broken-rows' }]);
    expect(inspectionOf(result, 's-1').runs).toMatchObject([{ messages: 2, items: 3 }]);
    expect(inspectionOf(result, 's-2').runs).toMatchObject([
      { status: 'headless', toolResults: 1, orphans: { calls: 0, results: 1 }, items: 2 },
      { messages: 1 },
    ]);
  });

  it('takes the row of a compaction for a boundary before everything that is left', async () => {
    const thread = inspectionOf(await readFixture('agents-session-rows.jsonl'), 's-1');
    expect(thread.boundaries).toMatchObject([{ afterRun: null, opaque: true, text: null, applies: true }]);
  });

  it('reads items in the spelling of the JavaScript SDK', async () => {
    const result = await readFixture('agents-session-js.json');
    expect(itemsOf(result)).toMatchObject([
      {
        role: 'user',
        content: [{ text: 'What is this?' }, { type: 'input_image', image_url: 'https://example.org/a.png' }],
      },
      { type: 'function_call', call_id: 'k1', name: 'look' },
      { type: 'function_call_output', call_id: 'k1', output: [{ type: 'input_text', text: 'a wren' }] },
      { type: 'hosted_tool_call', name: 'web_search_call' },
      { role: 'assistant', content: [{ text: 'A wren.' }] },
    ]);
    expect(only(result).inspection.runs).toMatchObject([{ status: 'complete', messages: 4 }]);
  });

  it('reads a store that keeps each item as a text of JSON', async () => {
    expect(only(await readFixture('agents-session-strings.json')).inspection.runs).toMatchObject([
      { messages: 2 },
    ]);
  });

  it('reads a run that has not begun', async () => {
    const state = { $schemaVersion: '1.0', originalInput: 'hello', modelResponses: [], generatedItems: [] };
    const { inspection } = only(await readSource(textSource(JSON.stringify(state))));
    expect(inspection.runs).toMatchObject([{ messages: 1, modelCalls: 0 }]);
    expect(inspection.usage).toBeNull();
  });
});
