import { START_MS, text } from './generate-exports.mjs';

/** Turns of one trace or session, where a format has such. */
export const GROUP = 10;

/**
 * What was said before a turn, as each request repeats it.
 *
 * @param {number} turn
 */
export const said = (turn) =>
  Array.from({ length: turn % GROUP }, (_, index) => turn - (turn % GROUP) + index).flatMap((earlier) => [
    { role: 'user', content: text(earlier, 400) },
    { role: 'assistant', content: text(earlier + 2, 700) },
  ]);

/**
 * Logs of requests, each with what was said before it.
 *
 * @type {Readonly<Record<string, import('./generate-documents.mjs').DocumentFormat>>}
 */
export const LOG_DOCUMENTS = {
  'openai-chat-log': {
    before: '[',
    after: ']',
    entries: (turn) => [
      {
        request: { model: 'gpt-test', messages: [...said(turn), { role: 'user', content: text(turn, 400) }] },
        response: {
          id: `chatcmpl-${turn}`,
          object: 'chat.completion',
          created: START_MS / 1_000 + turn,
          model: 'gpt-test',
          choices: [
            { index: 0, message: { role: 'assistant', content: text(turn + 2, 700) }, finish_reason: 'stop' },
          ],
          usage: { prompt_tokens: 300, completion_tokens: 120, total_tokens: 420 },
        },
      },
    ],
  },
  'anthropic-messages-log': {
    before: '[',
    after: ']',
    entries: (turn) => [
      {
        request: {
          model: 'claude-test-1',
          max_tokens: 900,
          messages: [...said(turn), { role: 'user', content: text(turn, 400) }],
        },
        response: {
          id: `msg_${turn}`,
          type: 'message',
          role: 'assistant',
          model: 'claude-test-1',
          content: [{ type: 'text', text: text(turn + 2, 700) }],
          stop_reason: 'end_turn',
          usage: { input_tokens: 300, output_tokens: 120 },
        },
      },
    ],
  },
  'gemini-api-log': {
    before: '[',
    after: ']',
    entries: (turn) => [
      {
        request: {
          contents: [...said(turn), { role: 'user', content: text(turn, 400) }].map(({ role, content }) => ({
            role: role === 'user' ? 'user' : 'model',
            parts: [{ text: content }],
          })),
        },
        response: {
          responseId: `response-${turn}`,
          modelVersion: 'gemini-test',
          candidates: [
            {
              index: 0,
              content: { role: 'model', parts: [{ text: text(turn + 2, 700) }] },
              finishReason: 'STOP',
            },
          ],
          usageMetadata: { promptTokenCount: 300, candidatesTokenCount: 120, totalTokenCount: 420 },
        },
      },
    ],
  },
  'openai-responses-log': {
    before: '[',
    after: ']',
    entries: (turn) => [
      {
        request: { model: 'gpt-test', input: [...said(turn), { role: 'user', content: text(turn, 400) }] },
        response: {
          object: 'response',
          id: `resp_${turn}`,
          created_at: START_MS / 1_000 + turn,
          model: 'gpt-test',
          status: 'completed',
          output: [
            {
              type: 'message',
              id: `msg_${turn}`,
              role: 'assistant',
              content: [{ type: 'output_text', text: text(turn + 2, 700), annotations: [] }],
            },
          ],
          usage: { input_tokens: 300, output_tokens: 120, total_tokens: 420 },
        },
      },
    ],
  },
};
