const DEPTH = 200_000;
const deep = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
/** A text of JSON in which a marked place is filled with what no writer of JSON could write there. */
const filled = (/** @type {unknown} */ value, /** @type {string} */ json) =>
  JSON.stringify(value).replace('"@"', () => json);

/**
 * Files that nobody would write, and that somebody's program did.
 *
 * @returns {readonly { readonly name: string, readonly ending: 'json' | 'jsonl', readonly pieces: readonly (string | Buffer)[], readonly isData?: boolean }[]}
 */
export function hostileFiles() {
  const long = 'tide '.repeat(10_000_000);
  const image = Buffer.alloc(75_000_000, 'harbour picture').toString('base64');
  const url = `data:image/png;base64,${image}`;
  const user = (/** @type {object} */ part) => ({ type: 'message', role: 'user', content: [part] });
  const chat = (/** @type {unknown} */ content, /** @type {object} */ more = {}) => ({
    messages: [
      { role: 'user', content },
      { role: 'assistant', content: 'Seen.', ...more },
    ],
  });
  const call = (/** @type {string} */ args) => ({
    content: null,
    tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'look_up', arguments: args } }],
  });
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: image } };
  return [
    lines('one line of 50 MB', record(user({ type: 'input_text', text: long }))),
    lines('one line of 50 MB, Claude Code', claudeCode(long)),
    text('one text of 50 MB in a document', JSON.stringify(chat(long))),
    data(lines('an image of 100 MB of base64', record(user({ type: 'input_image', image_url: url })))),
    data(text('the same, OpenAI chat', JSON.stringify(chat([{ type: 'image_url', image_url: { url } }])))),
    data(text('the same, Anthropic', JSON.stringify(chat([picture, { type: 'text', text: 'What is it?' }])))),
    data(lines('the same, Claude Code', claudeCode([picture, { type: 'text', text: 'What is it?' }]))),
    data(text('the same, gateway answer', gateway(user({ type: 'input_image', image_url: url })))),
    lines(`${DEPTH} levels of nesting`, `${filled(line({ type: 'odd', nested: '@' }), deep)}\n`),
    text(`${DEPTH} levels in a document`, filled(chat('Hello', { extra: '@' }), deep)),
    text(`${DEPTH} levels in a text of it`, JSON.stringify(chat('Hello', call(deep)))),
    text(`${DEPTH} levels in a trace's text`, langfuse(deep)),
    lines(`${DEPTH} levels that never end`, '['.repeat(DEPTH)),
    lines('200 MB that are no text', Buffer.alloc(200_000_000, 0xfe)),
  ];
}

/**
 * A file of data, which need not become a text.
 *
 * @template File
 * @param {File} file
 */
const data = (file) => ({ ...file, isData: true });
/** @param {string} name @param {string | Buffer} piece */
const lines = (name, piece) => ({ name, ending: /** @type {const} */ ('jsonl'), pieces: [piece] });
/** @param {string} name @param {string} piece */
const text = (name, piece) => ({ name, ending: /** @type {const} */ ('json'), pieces: [piece] });

/** @param {object} item */
const line = (item) => ({
  type: 'message',
  message: {
    run_id: 'run-1',
    thread_id: 'thread-hostile',
    conversation_id: 'conversation-hostile',
    namespace: 'default',
    messages: [{ id: 'message-1', sender_id: 'anna', messages: [item] }],
    created_at: '2026-03-02T08:00:00Z',
  },
});

/** @param {object} item */
const record = (item) => `${JSON.stringify(line(item))}\n`;

/** @param {object} item */
const gateway = (item) =>
  JSON.stringify({ status: 200, message: 'ok', data: [{ ...line(item).message, meta: {} }] });

/** @param {unknown} content */
const claudeCode = (content) =>
  `${JSON.stringify({
    uuid: 'u-1',
    parentUuid: null,
    sessionId: 'session-hostile',
    timestamp: '2026-03-02T08:00:00.000Z',
    type: 'user',
    message: { role: 'user', content },
  })}\n`;

/** @param {string} input */
const langfuse = (input) =>
  JSON.stringify([
    {
      id: 'generation-1',
      traceId: 'trace-1',
      type: 'GENERATION',
      name: 'answer',
      parentObservationId: null,
      startTime: '2026-03-02T08:00:00.000Z',
      model: 'gpt-test',
      input,
      output: { role: 'assistant', content: 'Seen.' },
    },
  ]);
