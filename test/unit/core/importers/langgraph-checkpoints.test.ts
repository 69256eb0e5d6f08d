import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode, ExtData } from '@msgpack/msgpack';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../core/adapters/fs/byte-sources.ts';
import { openDatabase } from '../../../../core/adapters/sqlite/open-database.ts';
import { langGraph } from '../../../../core/importers/langgraph.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { SILENT_SINK } from '../../../../core/importers/readers/silent-sink.ts';
import { inspectionOf, readSource, type ReadResult } from './read-fixture.ts';

/** As langgraph-checkpoint-sqlite 3 makes them. */
const TABLES = `
  CREATE TABLE checkpoints (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL,
    parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB, metadata BLOB, PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id));
  CREATE TABLE writes (thread_id TEXT NOT NULL, checkpoint_ns TEXT NOT NULL DEFAULT '', checkpoint_id TEXT NOT NULL,
    task_id TEXT NOT NULL, task_path TEXT NOT NULL DEFAULT '', idx INTEGER NOT NULL, channel TEXT NOT NULL, type TEXT,
    value BLOB, PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx));`;

/** An object of Python, as the serializer writes it: its class, and what it is called with. */
const object = (code: number, ...call: readonly unknown[]) => new ExtData(code, encode(call));
const message = (type: string, fields: Readonly<Record<string, unknown>>) => {
  const name = `${type === 'ai' ? 'AI' : type.charAt(0).toUpperCase() + type.slice(1)}Message`;
  return object(
    5,
    `langchain_core.messages.${type}`,
    name,
    { additional_kwargs: {}, response_metadata: {}, type, name: null, ...fields },
    'model_validate_json',
  );
};
const human = (id: string, content: string) => message('human', { id, content });
const ai = (id: string, content: string, input: number, output: number) =>
  message('ai', {
    id,
    content,
    tool_calls: [],
    usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
  });

interface Row {
  readonly id: string;
  readonly parent?: string;
  readonly source: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly versions?: Readonly<Record<string, unknown>>;
  readonly namespace?: string;
  /** Instead of what the other fields say. */
  readonly raw?: readonly [type: string | null, data: Uint8Array | string];
}

interface Write {
  readonly of: string;
  readonly task: string;
  readonly channel: string;
  readonly value: unknown;
}

async function saverFile(rows: readonly Row[], writes: readonly Write[] = []): Promise<Uint8Array> {
  const path = join(await tempDir(), 'checkpoints.sqlite');
  const database = openDatabase(path);
  database.exec(TABLES);
  const addRow = database.prepare('INSERT INTO checkpoints VALUES (?, ?, ?, ?, ?, ?, ?)');
  rows.forEach(({ id, parent, source, values = {}, versions = {}, namespace = '', raw }, index) => {
    const ts = `2026-08-20T09:00:0${index}+00:00`;
    const [type, data] = raw ?? [
      'msgpack',
      encode({ v: 4, ts, id, channel_values: values, channel_versions: versions }),
    ];
    const blob = typeof data === 'string' ? data : Buffer.from(data);
    const metadata = Buffer.from(JSON.stringify({ source, step: index - 1, parents: {} }));
    addRow.run('t1', namespace, id, parent ?? null, type, blob, metadata);
  });
  const addWrite = database.prepare("INSERT INTO writes VALUES ('t1', '', ?, ?, '', ?, ?, 'msgpack', ?)");
  writes.forEach(({ of, task, channel, value }, index) => {
    addWrite.run(of, task, index, channel, Buffer.from(encode(value)));
  });
  database.close();
  return new Uint8Array(readFileSync(path));
}

const read = (bytes: Uint8Array): Promise<ReadResult> =>
  readSource(memorySource('checkpoints.sqlite', [bytes]));

const runsOf = (result: ReadResult, id = 't1') =>
  inspectionOf(result, id).runs.map((run) => [
    run.status,
    run.messages,
    run.calls.map(({ prompt }) => prompt),
  ]);

describe('a database of LangGraph checkpoints', () => {
  it('is read like the history of its threads: runs, calls once each, a fork as a branch', async () => {
    const first = [human('h1', 'Tide?'), ai('a1', '5.2 m', 21, 4)];
    const result = await read(
      await saverFile([
        { id: 'c1', source: 'input', values: { messages: [human('h1', 'Tide?')] } },
        { id: 'c2', parent: 'c1', source: 'loop', values: { messages: first } },
        { id: 'c3', parent: 'c2', source: 'input', values: { messages: [...first, human('h2', 'When?')] } },
        {
          id: 'c4',
          parent: 'c3',
          source: 'loop',
          values: { messages: [...first, human('h2', 'When?'), ai('a2', 'At noon', 40, 6)] },
        },
        { id: 'c5', parent: 'c2', source: 'fork', values: { messages: [...first, human('h3', 'Where?')] } },
        {
          id: 'c6',
          parent: 'c5',
          source: 'loop',
          values: { messages: [...first, human('h3', 'Where?'), ai('a3', 'Brest', 41, 5)] },
        },
      ]),
    );
    expect(result.format).toBe('langgraph');
    // The newest way first: 21, then 41; the other way shares the first run.
    expect(runsOf(result)).toEqual([
      ['complete', 2, [21]],
      ['complete', 2, [41]],
    ]);
    const branch = result.inspections.find(({ branchOf }) => branchOf !== null);
    expect(branch?.branchOf?.threadId).toBe('t1');
    expect(branch?.runs.map(({ calls }) => calls.map(({ prompt }) => prompt))).toEqual([[21], [40]]);
    expect(result.errors).toEqual([]);
  });

  it('takes dropped messages and the summary beside them for a boundary', async () => {
    const before = [human('h1', 'Tide?'), ai('a1', '5.2 m', 21, 4), human('h2', 'Thanks')];
    const result = await read(
      await saverFile([
        { id: 'c1', source: 'input', values: { messages: before } },
        {
          id: 'c2',
          parent: 'c1',
          source: 'loop',
          values: { messages: [before[2], ai('a2', 'Bye', 30, 2)], summary: 'The tide was asked.' },
        },
      ]),
    );
    expect(inspectionOf(result, 't1').boundaries.map(({ text }) => text)).toEqual(['The tide was asked.']);
  });

  it('tells what waits for an answer, what failed, and which task a graph inside was started by', async () => {
    const result = await read(
      await saverFile(
        [
          {
            id: 'c1',
            source: 'input',
            values: { messages: [human('h1', 'Delete it')], 'branch:to:ask': null },
          },
          { id: 'n1', source: 'input', namespace: 'ask:task-1', values: { messages: [human('g1', 'Ask')] } },
        ],
        [
          {
            of: 'c1',
            task: 'task-1',
            channel: '__interrupt__',
            value: [object(2, 'langgraph.types', 'Interrupt', { value: 'Sure?', id: 'i1' })],
          },
        ],
      ),
    );
    expect(runsOf(result)).toEqual([['paused', 1, []]]);
    const inner = result.threads.find(({ threadId }) => threadId === 't1/ask:task-1');
    const [run] = inspectionOf(result, 't1').runs;
    expect(inner?.startedBy).toEqual({ threadId: 't1', runId: run?.id });

    const failed = await read(
      await saverFile(
        [{ id: 'c1', source: 'input', values: { messages: [human('h1', 'Tide?')] } }],
        [{ of: 'c1', task: 'task-1', channel: '__error__', value: "ValueError('no tide')" }],
      ),
    );
    expect(runsOf(failed)).toEqual([['error', 1, []]]);
  });

  it('puts messages together that the database keeps as writes only', async () => {
    const versions = { messages: '2' };
    const result = await read(
      await saverFile(
        [
          {
            id: 'c1',
            source: 'input',
            // Kept whole now and then.
            values: { messages: new ExtData(7, encode([human('h1', 'Tide?')])) },
          },
          { id: 'c2', parent: 'c1', source: 'loop', versions },
          { id: 'c3', parent: 'c2', source: 'loop', versions },
        ],
        [
          { of: 'c1', task: 'b', channel: 'messages', value: [ai('a1', '5.2 m', 21, 4)] },
          { of: 'c1', task: 'a', channel: 'messages', value: [message('tool', { id: 'x', content: 'no' })] },
          { of: 'c2', task: 'c', channel: 'messages', value: [message('remove', { id: 'x', content: '' })] },
        ],
      ),
    );
    // h1, then x of task a and a1 of task b, whatever row came first. That x went later, from between, shortens nothing.
    expect(runsOf(result)).toEqual([['complete', 3, [21]]]);
    expect(result.threads[0]?.runs[0]?.messages.map(({ items }) => items[0]?.type)).toEqual([
      'message',
      'function_call_output',
      'message',
    ]);
    expect(inspectionOf(result, 't1').boundaries).toEqual([]);
  });

  it('reads the rows of JavaScript and of older versions, which are JSON', async () => {
    const constructed = (name: string, kwargs: Readonly<Record<string, unknown>>) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', name],
      kwargs,
    });
    const state = (messages: readonly unknown[]) => JSON.stringify({ v: 1, channel_values: { messages } });
    const said = [constructed('HumanMessage', { content: 'Tide?', id: 'h1' })];
    const answered = [...said, constructed('AIMessage', { content: '5.2 m', id: 'a1' })];
    const result = await read(
      await saverFile([
        { id: 'c1', source: 'input', raw: ['json', new TextEncoder().encode(state(said))] },
        { id: 'c2', parent: 'c1', source: 'loop', raw: [null, state(answered)] },
      ]),
    );
    expect(runsOf(result)).toEqual([['complete', 2, [null]]]);
  });

  it('runs nothing: objects are their arguments, and what no message can hold becomes a note', async () => {
    const odd = [
      { type: 'text', text: 'When: ' },
      { type: 'text', text: object(3, 'datetime', 'datetime', '2026-08-20T09:00:00', 'fromisoformat') },
      { type: 'text', text: object(0, 'os', 'system', 'touch marker') },
      { type: 'text', text: object(1, 'datetime', 'date', [2026, 8, 2]) },
      { type: 'text', text: new ExtData(99, new Uint8Array([1])) },
      { type: 'text', text: object(6, '<i8', [3], 'C', new Uint8Array(24)) },
      { type: 'text', text: new Uint8Array([1, 2, 3]) },
    ];
    const result = await read(
      await saverFile([
        { id: 'c1', source: 'input', values: { messages: [message('human', { id: 'h', content: odd })] } },
      ]),
    );
    const [item] = result.threads[0]?.runs[0]?.messages[0]?.items ?? [];
    expect(item).toMatchObject({
      content: [
        { text: 'When: ' },
        { text: '2026-08-20T09:00:00' },
        { text: 'touch marker' },
        { text: '2026-08-02' },
        { text: '[extension 99]' },
        { text: '[array of numbers]' },
        { text: '[3 bytes]' },
      ],
    });
    expect(result.warnings.map(({ code }) => code)).toEqual(['unknown-value']);
    expect(result.warnings[0]?.message).toContain('3 values');
  });

  it('leaves out what is pickled, encrypted or damaged, and says what to do', async () => {
    const bad: readonly Row[] = [
      { id: 'b1', source: 'loop', raw: [null, new Uint8Array([0x80, 4, 0x95, 1])] },
      { id: 'b2', source: 'loop', raw: ['msgpack+aes', new Uint8Array([1, 2])] },
      { id: 'b3', source: 'loop', raw: ['msgpack', new Uint8Array([0xdd, 0xff, 0xff, 0xff, 0xff])] },
    ];
    const result = await read(
      await saverFile([...bad, { id: 'c1', source: 'input', values: { messages: [human('h1', 'Hi')] } }]),
    );
    expect(result.inspections).toHaveLength(1);
    expect(result.errors.map(({ code, message: text }) => [code, text.includes('JSON')])).toEqual([
      ['unreadable-state', true],
      ['unreadable-state', true],
      ['unreadable-state', false],
    ]);
    await expect(read(await saverFile(bad.slice(0, 1)))).rejects.toThrow(
      /checkpoints\.sqlite: its checkpoints are pickled.*get_state_history/,
    );
    await expect(read(await saverFile([]))).rejects.toThrow(/holds no checkpoint/);
  });

  it('survives any byte that is wrong', async () => {
    const bytes = await saverFile([
      { id: 'c1', source: 'input', values: { messages: [human('h1', 'Tide?')] } },
      {
        id: 'c2',
        parent: 'c1',
        source: 'loop',
        values: { messages: [human('h1', 'Tide?'), ai('a', 'x', 1, 1)] },
      },
    ]);
    let readable = 0;
    for (let at = 100; at < bytes.length; at += 37) {
      const damaged = new Uint8Array(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ 0x5b;
      await langGraph.read(memorySource('x', [damaged]), SILENT_SINK, {}).then(
        () => {
          readable += 1;
        },
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'invalid-import' });
        },
      );
    }
    expect(readable).toBeGreaterThan(0);
  });
});
