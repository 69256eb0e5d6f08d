import { text, timeOf } from './generate-exports.mjs';

/** @param {number} turn */
const chatMessages = (turn) => [
  { role: 'user', content: text(turn, 400) },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: `call-${turn}`, type: 'function', function: { name: 'look_up', arguments: '{"q":1}' } },
    ],
  },
  { role: 'tool', tool_call_id: `call-${turn}`, content: text(turn + 1) },
  { role: 'assistant', content: text(turn + 2, 700) },
];

/** @param {number} turn */
const anthropicMessages = (turn) => [
  { role: 'user', content: [{ type: 'text', text: text(turn, 400) }] },
  {
    role: 'assistant',
    content: [{ type: 'tool_use', id: `tool-${turn}`, name: 'look_up', input: { q: turn } }],
  },
  {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: `tool-${turn}`, content: text(turn + 1) }],
  },
  { role: 'assistant', content: [{ type: 'text', text: text(turn + 2, 700) }] },
];

/** @param {number} turn */
export const geminiContents = (turn) => [
  { role: 'user', parts: [{ text: text(turn, 400) }] },
  { role: 'model', parts: [{ functionCall: { name: 'look_up', args: { q: turn } } }] },
  { role: 'user', parts: [{ functionResponse: { name: 'look_up', response: { output: text(turn + 1) } } }] },
  { role: 'model', parts: [{ text: text(turn + 2, 700) }] },
];

/** @param {number} turn */
const responseItems = (turn) => [
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: text(turn, 400) }] },
  {
    type: 'function_call',
    id: `fc_${turn}`,
    call_id: `call-${turn}`,
    name: 'look_up',
    arguments: '{"q":1}',
  },
  { type: 'function_call_output', call_id: `call-${turn}`, output: text(turn + 1) },
  {
    type: 'message',
    id: `msg_${turn}`,
    role: 'assistant',
    content: [{ type: 'output_text', text: text(turn + 2, 700), annotations: [] }],
  },
];

/** @type {Readonly<Record<string, import('./generate-documents.mjs').DocumentFormat>>} */
export const CHAT_DOCUMENTS = {
  'openai-chat': { before: '{"model":"gpt-test","messages":[', after: ']}', entries: chatMessages },
  'openai-chat-list': {
    before: '[',
    after: ']',
    entries: (turn) => [
      {
        conversation_id: `chat-${turn}`,
        messages: [{ role: 'system', content: text(3, 300) }, ...chatMessages(turn)],
      },
    ],
  },
  'anthropic-messages': {
    before: '{"model":"claude-test-1","max_tokens":900,"system":"You keep the log.","messages":[',
    after: ']}',
    entries: anthropicMessages,
  },
  'gemini-api': { before: '{"model":"gemini-test","contents":[', after: ']}', entries: geminiContents },
  'gemini-cli': {
    before: `{"sessionId":"session-large","projectHash":"abc","startTime":"${timeOf(0)}","messages":[`,
    after: ']}',
    entries: (turn) => [
      { id: `u-${turn}`, timestamp: timeOf(turn * 2), type: 'user', content: text(turn, 400) },
      {
        id: `g-${turn}`,
        timestamp: timeOf(turn * 2 + 1),
        type: 'gemini',
        content: text(turn + 2, 1_900),
        model: 'gemini-test',
        tokens: { input: 900, output: 120, cached: 0, thoughts: 0, tool: 0, total: 1_020 },
      },
    ],
  },
  'vercel-ai-sdk': {
    before: '{"id":"chat-large","messages":[',
    after: ']}',
    entries: (turn) => [
      { id: `u-${turn}`, role: 'user', parts: [{ type: 'text', text: text(turn, 400) }] },
      {
        id: `a-${turn}`,
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          {
            type: 'tool-look_up',
            toolCallId: `call-${turn}`,
            state: 'output-available',
            input: { q: turn },
            output: text(turn + 1),
          },
          { type: 'step-start' },
          { type: 'text', text: text(turn + 2, 700), state: 'done' },
        ],
      },
    ],
  },
  'hastekit-rest': {
    before: '{"status":200,"message":"ok","data":[',
    after: ']}',
    entries: (turn) => [
      {
        run_id: `run-${turn}`,
        ...(turn === 0 ? {} : { previous_run_id: `run-${turn - 1}` }),
        thread_id: 'thread-large',
        conversation_id: 'conversation-large',
        messages: responseItems(turn).map((item, index) => ({
          id: `b-${turn}-${index}`,
          sender_id: index % 2 === 0 ? 'anna' : 'desk',
          messages: [item],
        })),
        meta: { run_state: { status: 'completed', current_step: 'complete' } },
      },
    ],
  },
  'openai-responses': {
    before: '{"object":"list","data":[',
    after: '],"has_more":false}',
    entries: responseItems,
  },
  'openai-conversations': {
    before:
      '{"id":"conv_large","object":"conversation","created_at":1772438400,"metadata":{},"items":{"object":"list","data":[',
    after: '],"has_more":false}}',
    entries: responseItems,
  },
  'openai-agents': {
    before: '[',
    after: ']',
    entries: (turn) =>
      responseItems(turn).map((item, index) => ({
        id: turn * 4 + index + 1,
        session_id: 'session-large',
        message_data: JSON.stringify(item),
        created_at: timeOf(turn),
      })),
  },
  letta: {
    before:
      '{"agents":[{"id":"agent-0","name":"desk","llm_config":{"model":"gpt-test"},"in_context_message_ids":[],"messages":[',
    after: ']}],"blocks":[],"tools":[]}',
    entries: (turn) => [
      {
        id: `message-${turn * 2}`,
        type: 'message',
        role: 'user',
        content: [{ type: 'text', text: text(turn, 900) }],
        created_at: timeOf(turn * 2),
      },
      {
        id: `message-${turn * 2 + 1}`,
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: text(turn + 2, 1_500) }],
        created_at: timeOf(turn * 2 + 1),
      },
    ],
  },
  librechat: {
    before: '{"conversationId":"conversation-large","endpoint":"openAI","title":"Harbour log","messages":[',
    after: ']}',
    entries: (turn) => [
      {
        messageId: `u-${turn}`,
        parentMessageId: turn === 0 ? '00000000-0000-0000-0000-000000000000' : `a-${turn - 1}`,
        isCreatedByUser: true,
        sender: 'User',
        text: text(turn, 400),
        createdAt: timeOf(turn * 2),
      },
      {
        messageId: `a-${turn}`,
        parentMessageId: `u-${turn}`,
        isCreatedByUser: false,
        sender: 'GPT',
        text: text(turn + 2, 1_900),
        model: 'gpt-test',
        createdAt: timeOf(turn * 2 + 1),
      },
    ],
  },
};
