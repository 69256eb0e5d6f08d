import { START_MS, text, timeOf } from './generate-exports.mjs';

/**
 * A data export that is a single conversation without end: what stands before its messages and behind them, and
 * each message.
 *
 * @typedef {object} Conversation
 * @property {string} before
 * @property {(index: number) => string} message
 * @property {(count: number) => string} after
 */

const LENGTH = 1_400;

/** @type {Conversation} */
const chatGpt = {
  before:
    '[{"id":"one","conversation_id":"one","title":"Harbour","mapping":{"root":{"id":"root","message":null,"parent":null,"children":["n-0"]},',
  message: (index) =>
    `"n-${index}":${JSON.stringify({
      id: `n-${index}`,
      parent: index === 0 ? 'root' : `n-${index - 1}`,
      children: [`n-${index + 1}`],
      message: {
        id: `n-${index}`,
        author: { role: index % 2 === 0 ? 'user' : 'assistant', name: null, metadata: {} },
        create_time: START_MS / 1_000 + index,
        content: { content_type: 'text', parts: [text(index, LENGTH)] },
        status: 'finished_successfully',
        weight: 1,
        metadata: index % 2 === 0 ? {} : { model_slug: 'gpt-test' },
        recipient: 'all',
      },
    })}`,
  after: (count) => `},"current_node":"n-${count - 1}"}]`,
};

/** @type {Conversation} */
const claudeAi = {
  before: `[{"uuid":"one","name":"Harbour","created_at":"${timeOf(0)}","updated_at":"${timeOf(0)}","chat_messages":[`,
  message: (index) =>
    JSON.stringify({
      uuid: `m-${index}`,
      text: text(index, LENGTH / 2),
      sender: index % 2 === 0 ? 'human' : 'assistant',
      created_at: timeOf(index),
      updated_at: timeOf(index),
      attachments: [],
      files: [],
      content: [{ type: 'text', text: text(index, LENGTH / 2) }],
    }),
  after: () => ']}]',
};

/** @type {Conversation} */
const openWebUi = {
  before:
    '[{"id":"one","title":"Harbour","chat":{"title":"Harbour","models":["gpt-test"],"history":{"messages":{',
  message: (index) =>
    `"m-${index}":${JSON.stringify({
      id: `m-${index}`,
      parentId: index === 0 ? null : `m-${index - 1}`,
      childrenIds: [`m-${index + 1}`],
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: text(index, LENGTH),
      timestamp: START_MS / 1_000 + index,
      ...(index % 2 === 0 ? {} : { model: 'gpt-test' }),
    })}`,
  after: (count) =>
    `},"currentId":"m-${count - 1}"},"messages":[]},"updated_at":${START_MS / 1_000},"created_at":${START_MS / 1_000}}]`,
};

/** @type {Readonly<Record<string, Conversation>>} */
export const ONE_CONVERSATION = { ChatGPT: chatGpt, 'Claude.ai': claudeAi, 'Open WebUI': openWebUi };

/**
 * @param {Conversation} conversation
 * @param {number} bytes
 */
export function* conversationPieces({ before, message, after }, bytes) {
  let written = before.length;
  let count = 0;
  yield before;
  for (; written < bytes; count += 1) {
    const made = `${count === 0 ? '' : ','}${message(count)}`;
    written += made.length;
    yield made;
  }
  yield after(count);
}
