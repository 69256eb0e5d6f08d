import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource, openFileSource } from '../../../../core/adapters/fs/byte-sources.ts';
import { openDatabase } from '../../../../core/adapters/sqlite/open-database.ts';
import { collectThreads } from '../../../../core/importers/collect-threads.ts';
import { openAiAgents } from '../../../../core/importers/openai-agents.ts';
import { openAiResponses } from '../../../../core/importers/openai-responses.ts';
import type { ByteSource, ThreadImporter } from '../../../../core/importers/thread-import.ts';

const CHUNK_BYTES = 64 * 1024;

/** A source that can be read in order only. */
function inOrder(text: string): ByteSource {
  const bytes = new TextEncoder().encode(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
    bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  );
  return memorySource('log', chunks);
}

/** The same, which can be read at any place. */
function placed(text: string): ByteSource {
  const bytes = new TextEncoder().encode(text);
  return {
    ...inOrder(text),
    readInto: (memory, start) => {
      const found = bytes.subarray(start, start + memory.length);
      memory.set(found);
      return found.length;
    },
  };
}

async function read(
  importer: ThreadImporter,
  source: ByteSource,
): Promise<ReturnType<typeof collectThreads>> {
  const collected = collectThreads();
  await importer.read(source, collected.sink, {});
  return collected;
}

const lines = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n');

const message = (role: string, text: string, id?: string): Record<string, unknown> => ({
  type: 'message',
  ...(id === undefined ? {} : { id }),
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
});

const response = (
  id: string,
  previous: string | null,
  output: readonly unknown[],
): Record<string, unknown> => ({
  id,
  object: 'response',
  status: 'completed',
  model: 'm',
  previous_response_id: previous,
  output,
  usage: { input_tokens: 10, output_tokens: 2, total_tokens: 12 },
});

/** Some of it beyond the first 256 kB, and none of it like another. */
const TURNS = Array.from({ length: 600 }, (_, turn) => turn);
const question = (turn: number): string => `Question ${turn} ${'tide '.repeat(60)}`;
const answer = (turn: number): string => `Answer ${turn} ${'é'.repeat(150)}`;

const items = TURNS.flatMap((turn) => [
  message('user', question(turn)),
  { type: 'function_call', call_id: `call-${turn}`, name: 'look', arguments: '{}' },
  // Sent while the tool runs: steering, no turn of its own.
  ...(turn % 3 === 0 ? [message('user', `Hurry ${turn}`)] : []),
  { type: 'function_call_output', call_id: `call-${turn}`, output: 'high' },
  message('assistant', answer(turn), `msg-${turn}`),
]);

const exchanges = TURNS.map((turn) => ({
  request: {
    model: 'm',
    instructions: 'Be brief.',
    input: [message('user', question(turn))],
    ...(turn % 20 === 0 ? {} : { previous_response_id: `resp-${turn - 1}` }),
  },
  response: response(`resp-${turn}`, null, [message('assistant', answer(turn), `msg-${turn}`)]),
}));

const events = TURNS.flatMap((turn) => {
  const whole = response(`resp-${turn}`, turn % 20 === 0 ? null : `resp-${turn - 1}`, [
    message('assistant', answer(turn), `msg-${turn}`),
  ]);
  return [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.done', item: message('assistant', answer(turn), `msg-${turn}`) },
    // Every tenth was cut off before its end.
    ...(turn % 10 === 9 ? [] : [{ type: 'response.completed', response: whole }]),
  ];
});

const rows = TURNS.flatMap((turn) => [
  {
    id: 2 * turn + 1,
    session_id: `s-${turn % 3}`,
    message_data: JSON.stringify(message('user', question(turn))),
    created_at: '2026-08-20 09:00:00',
  },
  {
    id: 2 * turn + 2,
    session_id: `s-${turn % 3}`,
    message_data: JSON.stringify(message('assistant', answer(turn))),
    created_at: '2026-08-20 09:00:01',
  },
]);

describe('a log that is put together before it is delivered', () => {
  it.each([
    // A run for each turn.
    ['items', openAiResponses, lines(items), 1, 600],
    // A conversation for every twenty.
    ['exchanges', openAiResponses, lines(exchanges), 30, 600],
    // Nobody asks in them, so that each conversation is one run.
    ['events on lines', openAiResponses, lines(events), 30, 30],
    [
      'an event stream',
      openAiResponses,
      events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
      30,
      30,
    ],
    ['rows of sessions', openAiAgents, lines(rows), 3, 600],
  ])(
    'is the same read again by its places and kept packed: %s',
    async (_, importer, text, threadCount, runCount) => {
      const byPlace = await read(importer, placed(text));
      const packed = await read(importer, inOrder(text));
      expect(JSON.stringify(packed.threads())).toBe(JSON.stringify(byPlace.threads()));
      const said = byPlace.threads().flatMap(({ runs }) => runs);
      expect([byPlace.threads().length, said.length]).toEqual([threadCount, runCount]);
      const words = JSON.stringify(said);
      expect(TURNS.every((turn) => words.includes(answer(turn)))).toBe(true);
      expect([...byPlace.errors, ...byPlace.warnings]).toEqual([]);
    },
  );

  it('is the same from rows in any order of their ids', async () => {
    const inOrderOfIds = await read(openAiAgents, placed(lines(rows)));
    const mixed = [...rows].sort((left, right) => (left.id % 7) - (right.id % 7) || right.id - left.id);
    const sorted = await read(openAiAgents, placed(lines(mixed)));
    expect(JSON.stringify(sorted.threads())).toBe(JSON.stringify(inOrderOfIds.threads()));
  });

  it('continues a response that stands behind the one that continues it', async () => {
    const collected = await read(
      openAiResponses,
      placed(
        lines([
          response('resp-3', 'resp-2', [message('assistant', 'three')]),
          response('resp-1', null, [message('assistant', 'one')]),
          response('resp-2', 'resp-1', [message('assistant', 'two')]),
        ]),
      ),
    );
    expect(
      collected
        .threads()
        .map(({ runs }) => runs.flatMap(({ messages }) => messages.map(({ items: [item] }) => item))),
    ).toMatchObject([
      [{ content: [{ text: 'one' }] }, { content: [{ text: 'two' }] }, { content: [{ text: 'three' }] }],
    ]);
    expect(collected.warnings).toEqual([]);
  });

  it('counts a response once that stands in it twice, and items once that later requests repeat', async () => {
    const first = { request: { model: 'm', input: [message('user', 'one?')] } };
    const one = response('resp-1', null, [message('assistant', 'one', 'msg-1')]);
    const two = response('resp-2', null, [message('assistant', 'two', 'msg-2')]);
    const repeating = {
      request: {
        model: 'm',
        input: [message('user', 'one?'), message('assistant', 'one', 'msg-1'), message('user', 'two?')],
      },
      response: two,
    };
    const collected = await read(
      openAiResponses,
      placed(lines([{ ...first, response: one }, { ...first, response: one }, repeating, repeating])),
    );
    // What another thread begins with counts there.
    const own = collected
      .threads()
      .flatMap(({ runs }) => runs.filter(({ copiedFrom }) => copiedFrom === null));
    // 12 tokens for each of the two.
    expect(own.flatMap(({ calls }) => calls.map(({ total }) => total))).toEqual([12, 12]);
    const answers = own.flatMap(({ messages }) =>
      messages.filter(({ senderId }) => senderId === 'assistant').map(({ id }) => id),
    );
    expect(answers).toEqual(['resp-1', 'resp-2']);
  });

  it('finds the conversation that a request repeats among many that begin with the same words', async () => {
    const rules = message('user', 'You work in /w.');
    const opening = (turn: number): Record<string, unknown> => ({
      request: { model: 'm', input: [rules, message('user', question(turn))] },
      response: response(`resp-${turn}`, null, [message('assistant', answer(turn), `msg-${turn}`)]),
    });
    const goingOn = (turn: number): Record<string, unknown> => ({
      request: {
        model: 'm',
        // The answer in other words, and still the same by its id.
        input: [
          rules,
          message('user', question(turn)),
          message('assistant', '…', `msg-${turn}`),
          message('user', 'And?'),
        ],
      },
      response: response(`resp-${turn}-2`, null, [message('assistant', 'Yes.')]),
    });
    const log = [opening(0), opening(1), opening(2), goingOn(1), goingOn(0)];
    const collected = await read(openAiResponses, placed(lines(log)));
    // Rules and question open one run together.
    expect(
      collected.threads().map(({ threadId, runs }) => [threadId, ...runs.map((run) => run.messages.length)]),
    ).toEqual([
      ['resp-0', 3, 2],
      ['resp-1', 3, 2],
      ['resp-2', 3],
    ]);
  });

  it('is put together of records, events and items in one file, the items last', async () => {
    const collected = await read(
      openAiResponses,
      placed(
        lines([
          message('user', 'apart?'),
          response('resp-1', null, [message('assistant', 'one')]),
          {
            type: 'response.completed',
            response: response('resp-2', 'resp-1', [message('assistant', 'two')]),
          },
          message('assistant', 'apart', 'msg-9'),
        ]),
      ),
    );
    expect(
      collected.threads().map(({ title, runs }) => [title, runs.flatMap(({ messages }) => messages).length]),
    ).toEqual([
      ['one', 2],
      ['apart?', 2],
    ]);
  });

  it('is refused when it is changed while it is imported', async () => {
    const text = lines(items);
    const changed = new TextEncoder().encode(text.replaceAll('{', ' '));
    const source: ByteSource = {
      ...inOrder(text),
      readInto: (memory, start) => {
        const found = changed.subarray(start, start + memory.length);
        memory.set(found);
        return found.length;
      },
    };
    await expect(read(openAiResponses, source)).rejects.toThrow(/was changed while it was read/);
  });

  it('is half read when all has been seen once, and read when all is delivered', async () => {
    const text = lines(items);
    const size = new TextEncoder().encode(text).length;
    const told: number[] = [];
    let whenFirst: number | undefined;
    const collected = collectThreads();
    const sink = {
      ...collected.sink,
      thread: () => {
        whenFirst = told.filter((bytes) => bytes <= size / 2).at(-1);
      },
      run: () => undefined,
    };
    await openAiResponses.read(placed(text), sink, { onProgress: (bytes) => told.push(bytes) });
    expect([whenFirst, told.at(-1)]).toEqual([size / 2, size]);
    expect(told).toEqual([...told].sort((left, right) => left - right));
  });

  it('can be cancelled while its threads are delivered', async () => {
    const collected = collectThreads();
    const controller = new AbortController();
    let runs = 0;
    const sink = {
      ...collected.sink,
      run: () => {
        runs += 1;
        if (runs === 3) controller.abort();
      },
    };
    const reading = openAiResponses.read(placed(lines(items)), sink, {
      signal: controller.signal,
    });
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    // The next message is not read any more.
    expect(runs).toBe(3);
  });
});

describe('a store of sessions with branches', () => {
  it('is the same read page by page, read whole, and from the JSON of its tables', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sessions-'));
    try {
      const path = join(folder, 'sessions.db');
      const database = openDatabase(path);
      database.exec(
        `PRAGMA journal_mode = DELETE;
         CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY, updated_at TEXT);
         CREATE TABLE agent_messages (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT, created_at TEXT);
         CREATE TABLE message_structure (id INTEGER PRIMARY KEY, session_id TEXT, message_id INTEGER,
           branch_id TEXT, sequence_number INTEGER, user_turn_number INTEGER);
         CREATE TABLE turn_usage (id INTEGER PRIMARY KEY, session_id TEXT, branch_id TEXT,
           user_turn_number INTEGER, requests INTEGER, input_tokens INTEGER, output_tokens INTEGER,
           total_tokens INTEGER);`,
      );
      const structure = rows.flatMap(({ id, session_id }) => {
        const turn = Math.floor((id - 1) / 6) + 1;
        const row = { session_id, message_id: id, sequence_number: id, user_turn_number: turn };
        // The last session has a branch, which leaves it in the middle.
        return session_id === 's-2' && turn <= 100
          ? [
              { ...row, branch_id: 'main' },
              { ...row, branch_id: 'other' },
            ]
          : [{ ...row, branch_id: 'main' }];
      });
      const usage = ['s-0', 's-1', 's-2'].flatMap((session_id) =>
        Array.from({ length: 200 }, (_, turn) => ({
          session_id,
          branch_id: 'main',
          user_turn_number: turn + 1,
          requests: 1,
          input_tokens: 10,
          output_tokens: 2,
          total_tokens: 12,
        })),
      );
      const sessions = ['s-0', 's-1', 's-2', 's-empty'].map((session_id) => ({ session_id, updated_at: '' }));
      const tables = {
        agent_sessions: sessions,
        agent_messages: rows,
        message_structure: structure,
        turn_usage: usage,
      };
      database.exec('BEGIN');
      for (const [table, list] of Object.entries(tables)) {
        for (const row of list) {
          const names = Object.keys(row);
          database
            .prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`)
            .run(...Object.values(row));
        }
      }
      database.exec('COMMIT');
      database.close();

      const file = await openFileSource(path);
      const byPage = await read(openAiAgents, file);
      const whole = await read(openAiAgents, {
        name: file.name,
        sizeBytes: file.sizeBytes,
        read: () => file.read(),
      });
      const json = await read(openAiAgents, inOrder(JSON.stringify(tables)));
      expect(JSON.stringify(whole.threads())).toBe(JSON.stringify(byPage.threads()));
      expect(JSON.stringify(json.threads())).toBe(JSON.stringify(byPage.threads()));
      expect(byPage.warnings).toMatchObject([{ code: 'empty-sessions' }]);
      const found = byPage.threads();
      expect(found.map(({ threadId }) => threadId)).toEqual(['s-0', 's-1', 's-2', 's-2/other']);
      // 200 turns each; the branch has the first 100 of them.
      expect(found.map(({ runs }) => runs.length)).toEqual([200, 200, 200, 100]);
      expect(found[0]?.runs.every(({ calls }) => calls.length === 1 && calls[0]?.total === 12)).toBe(true);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
