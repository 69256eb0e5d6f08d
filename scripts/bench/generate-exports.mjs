import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { threadLines } from './generate-thread.mjs';

const words = (
  'tide gauge harbour pilot berth crane quay mooring draught beacon channel buoy ledger docket fuel barge lock ' +
  'keeper water level signal anchor freight manifest customs weather report schedule vessel agent crew'
).split(' ');

/** Texts to take pieces from: cheaper than making each up, and a gigabyte is asked for. */
const pool = Array.from({ length: 64 }, (_, index) => proseOf(4_000, index + 1));
export const START_MS = Date.UTC(2026, 2, 2, 8);

/**
 * Pieces of an invented export of about `bytes`, in one of the formats. The same numbers give the same file.
 *
 * @param {'hastekit' | 'claude-code' | 'codex' | 'openai-chat' | 'chatgpt' | 'langfuse'} format
 * @param {number} bytes
 * @returns {Generator<string, void, undefined>}
 */
function* pieces(format, bytes) {
  switch (format) {
    case 'hastekit':
      yield* withLineEnds(threadLines({ runs: Math.ceil(bytes / 4_500) }));
      return;
    case 'claude-code':
      yield* withLineEnds(claudeCodeLines(bytes));
      return;
    case 'codex':
      yield* withLineEnds(codexLines(bytes));
      return;
    case 'openai-chat':
      yield* withLineEnds(chatLines(bytes));
      return;
    case 'chatgpt':
      yield* chatGptPieces(bytes);
      return;
    case 'langfuse':
      yield* withLineEnds(langfuseLines(bytes));
      return;
  }
}

/**
 * @param {string} path
 * @param {Parameters<typeof pieces>[0]} format
 * @param {number} bytes
 */
export async function writeExport(path, format, bytes) {
  await writePieces(path, pieces(format, bytes));
}

/**
 * @param {string} path
 * @param {Iterable<string | Buffer>} all
 */
export async function writePieces(path, all) {
  const file = createWriteStream(path, { highWaterMark: 1 << 20 });
  for (const piece of all) if (!file.write(piece)) await once(file, 'drain');
  file.end();
  await finished(file);
}

/** @param {Iterable<string>} lines */
function* withLineEnds(lines) {
  for (const line of lines) yield `${line}\n`;
}

/** @param {number} index */
export const text = (index, length = 2_000) => {
  const from = (index * 37) % 1_900;
  return `No. ${index}: ${(pool[index % pool.length] ?? '').slice(from, from + length)}`;
};
/** @param {number} index */
export const timeOf = (index) => new Date(START_MS + index * 4_000).toISOString();

/**
 * One HasteKit line after another without end; quick to make.
 *
 * @param {number} bytes
 */
export function* quickThreadLines(bytes) {
  let written = 0;
  for (let index = 0; written < bytes; index += 1) {
    const line = `${JSON.stringify({
      type: 'message',
      message: {
        run_id: `run-${index}`,
        ...(index === 0 ? {} : { previous_run_id: `run-${index - 1}` }),
        thread_id: 'thread-large',
        conversation_id: 'conversation-large',
        namespace: 'default',
        messages: [
          say(`u-${index}`, {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: text(index, 900) }],
          }),
          ...[0, 1, 2, 3].flatMap((step) => [
            say(`c-${index}-${step}`, {
              type: 'function_call',
              call_id: `k-${index}-${step}`,
              name: 'look_up',
              arguments: '{"q":1}',
            }),
            say(`o-${index}-${step}`, {
              type: 'function_call_output',
              call_id: `k-${index}-${step}`,
              output: text(index + step) + text(index + step + 9),
            }),
          ]),
          say(`a-${index}`, {
            role: 'assistant',
            content: [{ type: 'output_text', text: text(index + 2, 900) }],
          }),
        ],
        meta: { run_state: { status: 'completed', current_step: 'complete' } },
        created_at: timeOf(index),
      },
    })}\n`;
    written += line.length;
    yield line;
  }
}

/**
 * @param {string} id
 * @param {object} item
 */
const say = (id, item) => ({ id, sender_id: 'anna', messages: [item] });

/** @param {number} bytes */
function* claudeCodeLines(bytes) {
  let written = 0;
  /** @type {string | null} */
  let parent = null;
  for (let index = 0; written < bytes; index += 1) {
    const base = (/** @type {string} */ name, /** @type {number} */ step) => ({
      uuid: `${name}-${index}`,
      parentUuid: parent,
      sessionId: 'session-large',
      timestamp: timeOf(index * 4 + step),
      isSidechain: false,
    });
    const answer = (/** @type {string} */ name, /** @type {number} */ step, /** @type {object} */ block) => ({
      ...base(name, step),
      type: 'assistant',
      message: {
        id: `msg-${name}-${index}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-test-1',
        content: [block],
        usage: {
          input_tokens: 12,
          cache_read_input_tokens: 9_000,
          cache_creation_input_tokens: 800,
          output_tokens: 90,
        },
      },
    });
    const result = { type: 'tool_result', tool_use_id: `tool-${index}`, content: text(index + 1) };
    const records = [
      () => ({ ...base('u', 0), type: 'user', message: { role: 'user', content: text(index, 400) } }),
      () =>
        answer('c', 1, {
          type: 'tool_use',
          id: `tool-${index}`,
          name: 'Read',
          input: { path: `/w/${index}` },
        }),
      () => ({ ...base('r', 2), type: 'user', message: { role: 'user', content: [result] } }),
      () => answer('a', 3, { type: 'text', text: text(index + 2, 700) }),
    ];
    for (const record of records) {
      const made = record();
      parent = made.uuid;
      const line = JSON.stringify(made);
      written += line.length + 1;
      yield line;
    }
  }
}

/** @param {number} bytes */
function* codexLines(bytes) {
  let written = 0;
  let at = 0;
  const line = (/** @type {string} */ type, /** @type {object} */ payload) => {
    at += 1;
    const made = JSON.stringify({ timestamp: timeOf(at), type, payload });
    written += made.length + 1;
    return made;
  };
  yield line('session_meta', { id: 'rollout-large', cwd: '/w', cli_version: '0.104.0' });
  for (let index = 0; written < bytes; index += 1) {
    const usage = {
      input_tokens: 9_000,
      cached_input_tokens: 8_000,
      output_tokens: 60,
      reasoning_output_tokens: 9,
      total_tokens: 9_060,
    };
    const message = (/** @type {string} */ role, /** @type {string} */ type, /** @type {string} */ said) => ({
      type: 'message',
      role,
      content: [{ type, text: said }],
    });
    yield line('turn_context', { turn_id: `turn-${index}`, model: 'gpt-test' });
    yield line('response_item', message('user', 'input_text', text(index, 400)));
    yield line('event_msg', { type: 'user_message', message: text(index, 400), images: [] });
    yield line('response_item', {
      type: 'function_call',
      name: 'shell',
      arguments: '{"command":["ls"]}',
      call_id: `c-${index}`,
    });
    yield line('response_item', {
      type: 'function_call_output',
      call_id: `c-${index}`,
      output: text(index + 1),
    });
    yield line('response_item', message('assistant', 'output_text', text(index + 2, 700)));
    yield line('event_msg', { type: 'agent_message', message: text(index + 2, 700) });
    yield line('event_msg', {
      type: 'token_count',
      info: { total_token_usage: usage, last_token_usage: usage },
    });
  }
}

/** @param {number} bytes */
function* chatLines(bytes) {
  let written = 0;
  for (let index = 0; written < bytes; index += 1) {
    const call = {
      id: `call-${index}`,
      type: 'function',
      function: { name: 'look_up', arguments: '{"q":1}' },
    };
    const records = [
      { role: 'user', content: text(index, 400) },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: `call-${index}`, content: text(index + 1) },
      { role: 'assistant', content: text(index + 2, 700) },
    ];
    for (const record of records) {
      const line = JSON.stringify(record);
      written += line.length + 1;
      yield line;
    }
  }
}

/** @param {number} bytes */
function* chatGptPieces(bytes) {
  let written = 0;
  for (let chat = 0; written < bytes; chat += 1) {
    /** @type {Record<string, object>} */
    const mapping = { root: { id: 'root', message: null, parent: null, children: [`n-${chat}-0`] } };
    const turns = 40;
    for (let turn = 0; turn < turns; turn += 1) {
      const id = `n-${chat}-${turn}`;
      mapping[id] = {
        id,
        parent: turn === 0 ? 'root' : `n-${chat}-${turn - 1}`,
        children: turn === turns - 1 ? [] : [`n-${chat}-${turn + 1}`],
        message: {
          id,
          author: { role: turn % 2 === 0 ? 'user' : 'assistant', name: null, metadata: {} },
          create_time: START_MS / 1_000 + chat * 9_000 + turn * 30,
          content: { content_type: 'text', parts: [text(chat * turns + turn, 1_400)] },
          status: 'finished_successfully',
          end_turn: true,
          weight: 1,
          metadata: turn % 2 === 0 ? {} : { model_slug: 'gpt-test' },
          recipient: 'all',
        },
      };
    }
    const made = JSON.stringify({
      id: `chat-${chat}`,
      conversation_id: `chat-${chat}`,
      title: `Harbour log ${chat}`,
      create_time: START_MS / 1_000 + chat * 9_000,
      update_time: START_MS / 1_000 + chat * 9_000 + 1_200,
      mapping,
      current_node: `n-${chat}-${turns - 1}`,
    });
    written += made.length + 1;
    yield `${chat === 0 ? '[' : ','}${made}`;
  }
  yield ']';
}

const TRACES_PER_SESSION = 10;

/**
 * A generation after each trace; its input is the session so far, as chat apps send it.
 *
 * @param {number} bytes
 */
function* langfuseLines(bytes) {
  let written = 0;
  /** @type {object[]} */
  let said = [];
  for (let index = 0; written < bytes; index += 1) {
    if (index % TRACES_PER_SESSION === 0) said = [{ role: 'system', content: text(7, 700) }];
    const traceId = `trace-${index}`;
    const output = { role: 'assistant', content: text(index + 2, 700) };
    said = [...said, { role: 'user', content: text(index, 400) }];
    const records = [
      {
        id: traceId,
        name: 'harbour agent',
        sessionId: `session-${Math.floor(index / TRACES_PER_SESSION)}`,
        timestamp: timeOf(index * 4),
        input: { messages: said },
        output,
      },
      {
        id: `generation-${index}`,
        traceId,
        type: 'GENERATION',
        name: 'answer',
        parentObservationId: null,
        startTime: timeOf(index * 4 + 1),
        endTime: timeOf(index * 4 + 2),
        model: 'gpt-test',
        input: said,
        output,
        usage: { input: 300, output: 120, total: 420, unit: 'TOKENS' },
      },
    ];
    said = [...said, output];
    for (const record of records) {
      const line = JSON.stringify(record);
      written += line.length + 1;
      yield line;
    }
  }
}

/**
 * @param {number} characters
 * @param {number} seed
 */
function proseOf(characters, seed) {
  let state = seed;
  let made = '';
  while (made.length < characters) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    made += `${words[state % words.length] ?? ''} ${state % 7 === 0 ? `${state % 9_973}, ` : ''}`;
  }
  return made.slice(0, characters);
}
