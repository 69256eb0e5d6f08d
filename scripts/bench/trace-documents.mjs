import { geminiContents } from './chat-documents.mjs';
import { START_MS, text, timeOf } from './generate-exports.mjs';
import { GROUP, said } from './log-documents.mjs';

/** @param {Record<string, string | number>} values */
const attributes = (values) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

const nanoseconds = (/** @type {number} */ at) => `${START_MS + at * 4_000}000000`;

/** @type {Readonly<Record<string, import('./generate-documents.mjs').DocumentFormat>>} */
export const TRACE_DOCUMENTS = {
  'google-adk': {
    before: '{"id":"session-large","appName":"harbour","userId":"anna","state":{},"events":[',
    after: ']}',
    entries: (turn) =>
      geminiContents(turn).map((content, index) => ({
        id: `e-${turn}-${index}`,
        invocationId: `i-${turn}`,
        author: index === 0 ? 'user' : 'desk',
        timestamp: START_MS / 1_000 + turn * 10 + index,
        content,
        ...(index % 2 === 0
          ? {}
          : {
              usageMetadata: { promptTokenCount: 300, candidatesTokenCount: 120, totalTokenCount: 420 },
            }),
        actions: {},
      })),
  },
  atif: {
    before:
      '{"schema_version":"ATIF-v1.4","session_id":"session-large","agent":{"name":"desk","version":"1","model_name":"gpt-test"},"steps":[',
    after: ']}',
    entries: (turn) => [
      { step_id: turn * 2 + 1, source: 'user', timestamp: timeOf(turn * 2), message: text(turn, 400) },
      {
        step_id: turn * 2 + 2,
        source: 'agent',
        timestamp: timeOf(turn * 2 + 1),
        message: text(turn + 2, 700),
        tool_calls: [{ tool_call_id: `call-${turn}`, function_name: 'look_up', arguments: { q: turn } }],
        observation: { results: [{ source_call_id: `call-${turn}`, content: text(turn + 1) }] },
        metrics: { prompt_tokens: 300, completion_tokens: 120 },
      },
    ],
  },
  langfuse: {
    before: '{"trace":{"id":"trace-0","name":"desk","timestamp":"2026-03-02T08:00:00.000Z"},"observations":[',
    after: ']}',
    entries: (turn) => [
      {
        id: `generation-${turn}`,
        traceId: `trace-${Math.floor(turn / GROUP)}`,
        type: 'GENERATION',
        name: 'answer',
        parentObservationId: null,
        startTime: timeOf(turn * 4 + 1),
        endTime: timeOf(turn * 4 + 2),
        model: 'gpt-test',
        input: [...said(turn), { role: 'user', content: text(turn, 400) }],
        output: { role: 'assistant', content: text(turn + 2, 700) },
        usage: { input: 300, output: 120, total: 420, unit: 'TOKENS' },
      },
    ],
  },
  'otel-genai': {
    before:
      '{"resourceSpans":[{"resource":{"attributes":[]},"scopeSpans":[{"scope":{"name":"desk"},"spans":[',
    after: ']}]}]}',
    entries: (turn) => [
      {
        traceId: `${Math.floor(turn / GROUP) + 1}`.padStart(32, 'a'),
        spanId: `${turn}`.padStart(16, 'b'),
        name: 'chat gpt-test',
        startTimeUnixNano: nanoseconds(turn),
        endTimeUnixNano: nanoseconds(turn + 1),
        attributes: attributes({
          'gen_ai.operation.name': 'chat',
          'gen_ai.request.model': 'gpt-test',
          'gen_ai.usage.input_tokens': 300,
          'gen_ai.usage.output_tokens': 120,
          'gen_ai.input.messages': JSON.stringify(
            [...said(turn), { role: 'user', content: text(turn, 400) }].map(({ role, content }) => ({
              role,
              parts: [{ type: 'text', content }],
            })),
          ),
          'gen_ai.output.messages': JSON.stringify([
            { role: 'assistant', parts: [{ type: 'text', content: text(turn + 2, 700) }] },
          ]),
        }),
      },
    ],
  },
  langchain: {
    before: '{"session_id":"session-large","messages":[',
    after: ']}',
    entries: (turn) => [
      { type: 'human', data: { content: text(turn, 400), type: 'human' } },
      {
        type: 'ai',
        data: {
          content: '',
          type: 'ai',
          tool_calls: [{ name: 'look_up', args: { q: turn }, id: `call-${turn}` }],
        },
      },
      { type: 'tool', data: { content: text(turn + 1), type: 'tool', tool_call_id: `call-${turn}` } },
      {
        type: 'ai',
        data: {
          content: text(turn + 2, 700),
          type: 'ai',
          usage_metadata: { input_tokens: 300, output_tokens: 120, total_tokens: 420 },
        },
      },
    ],
  },
  langgraph: {
    before: '[',
    after: ']',
    entries: (turn) => [
      {
        values: {
          messages: [...said(turn), { role: 'user', content: text(turn, 400) }].map(
            ({ role, content }, index) => ({
              type: role === 'user' ? 'human' : 'ai',
              content,
              id: `m-${turn - (turn % GROUP)}-${index}`,
            }),
          ),
        },
        next: [],
        config: {
          configurable: {
            thread_id: `thread-${Math.floor(turn / GROUP)}`,
            checkpoint_ns: '',
            checkpoint_id: `c-${turn}`,
          },
        },
        metadata: { source: 'loop', step: turn % GROUP },
        created_at: timeOf(turn),
        parent_config:
          turn % GROUP === 0
            ? null
            : {
                configurable: {
                  thread_id: `thread-${Math.floor(turn / GROUP)}`,
                  checkpoint_ns: '',
                  checkpoint_id: `c-${turn - 1}`,
                },
              },
        tasks: [],
      },
    ],
  },
  langsmith: {
    before: '[',
    after: ']',
    entries: (turn) => [
      {
        id: `run-${turn}`,
        trace_id: `run-${turn}`,
        parent_run_id: null,
        run_type: 'llm',
        name: 'ChatOpenAI',
        start_time: timeOf(turn * 2),
        end_time: timeOf(turn * 2 + 1),
        extra: { metadata: { session_id: `session-${Math.floor(turn / GROUP)}` } },
        inputs: { messages: [...said(turn), { role: 'user', content: text(turn, 400) }] },
        outputs: {
          choices: [{ index: 0, message: { role: 'assistant', content: text(turn + 2, 700) } }],
          usage: { prompt_tokens: 300, completion_tokens: 120, total_tokens: 420 },
        },
      },
    ],
  },
  openhands: {
    before: '[',
    after: ']',
    entries: (turn) => [
      {
        id: `u-${turn}`,
        timestamp: timeOf(turn * 2),
        source: 'user',
        kind: 'MessageEvent',
        llm_message: { role: 'user', content: [{ type: 'text', text: text(turn, 400) }] },
      },
      {
        id: `a-${turn}`,
        timestamp: timeOf(turn * 2 + 1),
        source: 'agent',
        kind: 'MessageEvent',
        llm_message: { role: 'assistant', content: [{ type: 'text', text: text(turn + 2, 1_900) }] },
      },
    ],
  },
  'ag-ui-events': {
    before: '[',
    after: ']',
    entries: (turn) => [
      {
        type: 'RUN_STARTED',
        threadId: 'thread-large',
        runId: `run-${turn}`,
        input: {
          threadId: 'thread-large',
          runId: `run-${turn}`,
          messages: [{ id: `u-${turn}`, role: 'user', content: text(turn, 400) }],
        },
      },
      { type: 'TEXT_MESSAGE_START', messageId: `a-${turn}`, role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: `a-${turn}`, delta: text(turn + 2, 1_900) },
      { type: 'TEXT_MESSAGE_END', messageId: `a-${turn}` },
      { type: 'RUN_FINISHED', threadId: 'thread-large', runId: `run-${turn}` },
    ],
  },
};
