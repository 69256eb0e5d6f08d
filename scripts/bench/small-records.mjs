import { START_MS, text, timeOf } from './generate-exports.mjs';

/**
 * Lines of as few words as anybody writes: what is kept of a record, a run or a thread is what counts then, and
 * not how long its text is.
 *
 * @typedef {(index: number) => readonly object[]} Records
 */

const TURNS_OF_A_SESSION = 20;

/** @type {Records} */
const claudeCode = (turn) => {
  const base = (
    /** @type {string} */ name,
    /** @type {string | null} */ parent,
    /** @type {number} */ step,
  ) => ({
    uuid: `${name}-${turn}`,
    parentUuid: parent,
    sessionId: `session-${Math.floor(turn / TURNS_OF_A_SESSION)}`,
    timestamp: timeOf(turn * 2 + step),
    isSidechain: false,
  });
  const isFirst = turn % TURNS_OF_A_SESSION === 0;
  return [
    {
      ...base('u', isFirst ? null : `a-${turn - 1}`, 0),
      type: 'user',
      message: { role: 'user', content: text(turn, 300) },
    },
    {
      ...base('a', `u-${turn}`, 1),
      type: 'assistant',
      message: {
        id: `msg-${turn}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-test-1',
        content: [{ type: 'text', text: text(turn + 2, 300) }],
        usage: { input_tokens: 12, cache_read_input_tokens: 9_000, output_tokens: 90 },
      },
    },
  ];
};

/** @type {Records} */
const chats = (chat) => [
  {
    messages: [
      { role: 'system', content: text(7, 100) },
      { role: 'user', content: text(chat, 300) },
      { role: 'assistant', content: text(chat + 2, 450) },
    ],
  },
];

/** @type {Records} */
const responses = (answer) => [
  {
    id: `resp_${answer}`,
    object: 'response',
    created_at: START_MS / 1_000 + answer,
    status: 'completed',
    model: 'gpt-test',
    previous_response_id: answer % TURNS_OF_A_SESSION === 0 ? null : `resp_${answer - 1}`,
    output: [
      {
        type: 'message',
        id: `msg_${answer}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: text(answer + 2, 700), annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 120,
    },
  },
];

/** @type {Records} */
const spans = (span) => {
  const said = (/** @type {string} */ role, /** @type {string} */ content) =>
    JSON.stringify([{ role, parts: [{ type: 'text', content }] }]);
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-test',
    'gen_ai.conversation.id': `conversation-${Math.floor(span / TURNS_OF_A_SESSION)}`,
    'gen_ai.input.messages': said('user', text(span, 200)),
    'gen_ai.output.messages': said('assistant', text(span + 2, 200)),
  };
  return [
    {
      traceId: (span + 1).toString(16).padStart(32, '0'),
      spanId: (span + 1).toString(16).padStart(16, '0'),
      name: 'chat gpt-test',
      kind: 3,
      startTimeUnixNano: `${START_MS + span * 1_000}000000`,
      endTimeUnixNano: `${START_MS + span * 1_000 + 500}000000`,
      attributes: [
        ...Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
        { key: 'gen_ai.usage.input_tokens', value: { intValue: '100' } },
        { key: 'gen_ai.usage.output_tokens', value: { intValue: '20' } },
      ],
    },
  ];
};

/** @type {Readonly<Record<string, Records>>} */
export const SMALL_RECORDS = {
  'Claude Code': claudeCode,
  'OpenAI chat, a conversation each line': chats,
  'OpenAI Responses': responses,
  'OpenTelemetry spans': spans,
};

/**
 * @param {Records} records
 * @param {number} bytes
 */
export function* smallRecordLines(records, bytes) {
  let written = 0;
  for (let index = 0; written < bytes; index += 1) {
    for (const record of records(index)) {
      const line = `${JSON.stringify(record)}\n`;
      written += line.length;
      yield line;
    }
  }
}
