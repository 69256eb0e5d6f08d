import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';

/** 10,000 runs of it make a file of about 46 MB. */
const DEFAULT_TOOL_TEXT_CHARACTERS = 2600;

const topics = ['tide tables', 'berth plans', 'crane hours', 'pilot orders', 'mooring lines', 'fuel dockets'];
const verbs = ['check', 'compare', 'book', 'move', 'confirm', 'explain'];
const words = (
  'the harbour office keeps a list of every vessel with draught length and agent so that a pilot can be ' +
  'ordered before high water while the crane crew waits for the berth to clear and the fuel barge reports ' +
  'its position to the lock keeper who writes the level down each quarter of an hour'
).split(' ');

/**
 * One record a line of an invented HasteKit thread: each run has a question, a tool call with its result
 * and an answer. The same options give the same bytes.
 *
 * @param {{ runs: number, toolTextCharacters?: number, threadId?: string, summaryEvery?: number }} options
 *   `summaryEvery`: a summary of everything older than five runs, every so many runs; default never.
 * @returns {Generator<string, void, undefined>}
 */
export function* threadLines(options) {
  const toolText = options.toolTextCharacters ?? DEFAULT_TOOL_TEXT_CHARACTERS;
  const threadId = options.threadId ?? 'thread-generated';
  const random = seededRandom(7);
  let measured = 350;
  for (let index = 0; index < options.runs; index += 1) {
    if (options.summaryEvery !== undefined && index > 6 && index % options.summaryEvery === 0) {
      yield JSON.stringify(summaryRecord(threadId, index));
    }
    const messages = runMessages(index, toolText, random);
    measured = Math.min(120_000, measured + Math.ceil(JSON.stringify(messages).length / 4.1));
    yield JSON.stringify(runRecord(threadId, index, messages, measured));
  }
}

/**
 * @param {string} path
 * @param {Parameters<typeof threadLines>[0]} options
 * @returns {Promise<number>} Bytes written.
 */
export async function writeThreadFile(path, options) {
  const file = createWriteStream(path);
  let bytes = 0;
  for (const line of threadLines(options)) {
    bytes += Buffer.byteLength(line) + 1;
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  return bytes;
}

/**
 * Lines of a HasteKit thread whose runs are a question and an answer of a few words.
 *
 * @param {number} runs
 * @returns {Generator<string, void, undefined>}
 */
export function* smallRunLines(runs) {
  const words = 'the tide and the berth '.repeat(6);
  for (let index = 0; index < runs; index += 1) {
    const messages = [
      bundle(`u-${index}`, 'anna', {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: `Question ${index}: ${words}` }],
      }),
      bundle(`a-${index}`, 'harbour', {
        id: `msg-${index}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: `Answer ${index}: ${words}`, annotations: [] }],
      }),
    ];
    yield `${JSON.stringify(runRecord('thread-small', index, messages, 350))}\n`;
  }
}

/** @param {number} index */
const runIdOf = (index) => `run-${String(index).padStart(6, '0')}`;
/** @param {number} index */
const timeOf = (index) => new Date(Date.UTC(2026, 0, 5, 8) + index * 97_000).toISOString();

/**
 * @param {number} index
 * @param {number} toolText
 * @param {() => number} random
 */
function runMessages(index, toolText, random) {
  const topic = topics[index % topics.length];
  const verb = verbs[Math.floor(random() * verbs.length)];
  const callId = `call-${index}`;
  return [
    bundle(`u-${index}`, 'anna', {
      type: 'message',
      role: 'user',
      content: [
        {
          type: 'input_text',
          text: `Please ${verb} the ${topic} of berth B-${index}. ${prose(300, random)}`,
        },
      ],
    }),
    bundle(`c-${index}`, 'harbour', {
      type: 'function_call',
      id: `fc-${index}`,
      call_id: callId,
      name: 'look_up',
      arguments: JSON.stringify({ berth: `B-${index}`, topic }),
    }),
    bundle(`o-${index}`, 'anna', {
      type: 'function_call_output',
      call_id: callId,
      output: JSON.stringify(prose(toolText, random)),
    }),
    bundle(`a-${index}`, 'harbour', {
      id: `msg-${index}`,
      role: 'assistant',
      content: [
        { type: 'output_text', text: `The ${topic} of B-${index}: ${prose(420, random)}`, annotations: [] },
      ],
    }),
  ];
}

/**
 * @param {string} id
 * @param {string} senderId
 * @param {Record<string, unknown>} item
 */
const bundle = (id, senderId, item) => ({ id, sender_id: senderId, messages: [item] });

/**
 * @param {string} threadId
 * @param {number} index
 * @param {unknown[]} messages
 * @param {number} measured
 */
function runRecord(threadId, index, messages, measured) {
  const usage = {
    input_tokens: measured - 120,
    input_tokens_details: { cached_tokens: Math.floor((measured * 0.7) / 128) * 128 },
    output_tokens: 120,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: measured,
  };
  return {
    type: 'message',
    message: {
      run_id: runIdOf(index),
      ...(index > 0 ? { previous_run_id: runIdOf(index - 1) } : {}),
      thread_id: threadId,
      conversation_id: `conversation-of-${threadId}`,
      namespace: 'default',
      messages,
      meta: {
        run_state: {
          status: 'completed',
          current_step: 'complete',
          loop_iteration: 1,
          usage,
          context_tokens: measured,
          pending_context_tokens: 0,
          traceid: '',
        },
        state: {},
      },
      created_at: timeOf(index),
    },
  };
}

/**
 * @param {string} threadId
 * @param {number} index
 */
function summaryRecord(threadId, index) {
  return {
    type: 'summary',
    summary: {
      id: `summary-${index}`,
      thread_id: threadId,
      namespace: 'default',
      summary_message: bundle(`sm-${index}`, '', {
        type: 'message',
        role: 'system',
        content: [
          {
            type: 'input_text',
            text: `Previous conversation summary: berths up to B-${index - 6} are settled.`,
          },
        ],
      }),
      last_summarized_run_id: runIdOf(index - 6),
      created_at: timeOf(index),
      meta: { is_summary: true },
    },
  };
}

/**
 * @param {number} characters
 * @param {() => number} random
 */
function prose(characters, random) {
  let text = '';
  while (text.length < characters) {
    const word = words[Math.floor(random() * words.length)];
    text += random() < 0.06 ? `${word} ${Math.floor(random() * 10_000)}, ` : `${word} `;
  }
  return text.slice(0, characters);
}

/**
 * A linear congruential generator: the same seed gives the same thread on every machine.
 *
 * @param {number} seed
 */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
