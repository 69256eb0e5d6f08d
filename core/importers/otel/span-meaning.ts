import { aiSdkUsage, openInferenceUsage, otelUsage } from '../readers/framework-usage.ts';
import { readTimeMs } from '../readers/time.ts';
import { normalUsage, tokenCount, type CallUsage } from '../readers/usage.ts';
import { readToolOutput } from '../spans/read-messages.ts';
import type { SaidMessage } from '../spans/said-message.ts';
import type { Span, SpanKind } from '../spans/span.ts';
import type { Attributes } from './attributes.ts';
import type { RawSpan } from './raw-span.ts';
import { inputOf, outputOf } from './span-messages.ts';

const THREAD_NAMES = [
  'gen_ai.conversation.id',
  'session.id',
  'gen_ai.session.id',
  'ai.telemetry.metadata.sessionId',
  'ai.telemetry.metadata.threadId',
  'langfuse.session.id',
  'traceloop.association.properties.session_id',
  'traceloop.association.properties.conversation_id',
  'thread_id',
  'conversation.id',
];
const TOOL_NAMES = ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name', 'traceloop.entity.name'];
const TOOL_OUTPUTS = [
  'gen_ai.tool.call.result',
  'gen_ai.tool.message',
  'ai.toolCall.result',
  'output.value',
  'traceloop.entity.output',
  'tool_response',
  'output',
];

/** What a span is, in the words of all conventions. */
export function meaningOf(raw: RawSpan, place: number): Span {
  const { attributes } = raw;
  const usage = usageOf(attributes);
  const kind = kindOf(raw, usage);
  return {
    id: raw.id ?? `span-${place + 1}`,
    parentId: raw.parentId,
    traceId: raw.traceId ?? '',
    kind,
    name:
      (kind === 'tool' ? attributes.text(...TOOL_NAMES) : attributes.text('gen_ai.agent.name')) ?? raw.name,
    threadName: threadNameOf(attributes),
    model: attributes.text(
      'gen_ai.response.model',
      'ai.response.model',
      'llm.model_name',
      'gen_ai.request.model',
      'ai.model.id',
      'llm.request.model',
    ),
    usage,
    answerId: kind === 'model' ? attributes.text('gen_ai.response.id', 'ai.response.id') : null,
    startMs: raw.startMs,
    endMs: raw.endMs ?? readTimeMs(attributes.get('ai.response.timestamp')),
    failure: raw.failure ?? failureOf(attributes),
    callId: attributes.text('gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'tool.id'),
    input: once(() => (kind === 'tool' ? [] : inputOf(raw))),
    output: once(() => (kind === 'tool' ? toolOutput(attributes) : outputOf(raw))),
  };
}

/** The conversation that a span says it belongs to. */
export function threadNameOf(attributes: Attributes): string | null {
  return attributes.text(...THREAD_NAMES);
}

const AGENT_OPERATIONS = /^(?:invoke_agent|create_agent|invoke_workflow|agent|agent_call)$/;
const OTHER_OPERATIONS = /^(?:embeddings?|rerank|retrieval|retrieve|create_agent)$/;

function kindOf({ name, attributes }: RawSpan, usage: CallUsage | null): SpanKind {
  const given = attributes.text(
    'openinference.span.kind',
    'traceloop.span.kind',
    'langfuse.observation.type',
  );
  switch (given?.toUpperCase()) {
    case 'LLM':
    case 'GENERATION':
      return 'model';
    case 'AGENT':
      return 'agent';
    case 'TOOL':
      return 'tool';
    case 'EMBEDDING':
    case 'RERANKER':
    case 'RETRIEVER':
    case 'CHAIN':
    case 'WORKFLOW':
    case 'TASK':
      return 'other';
    default:
      return kindOfOperation(name, attributes, usage);
  }
}

function kindOfOperation(name: string, attributes: Attributes, usage: CallUsage | null): SpanKind {
  const operation = attributes.text('gen_ai.operation.name');
  if (operation === 'execute_tool' || attributes.has('gen_ai.tool.call.id', 'ai.toolCall.id')) return 'tool';
  if (operation !== null && AGENT_OPERATIONS.test(operation)) return 'agent';
  if (operation !== null && OTHER_OPERATIONS.test(operation)) return 'other';
  const aiOperation = attributes.text('ai.operationId');
  if (aiOperation !== null) return /^ai\.(?:embed|rerank)/.test(aiOperation) ? 'other' : 'model';
  const isNamed = operation !== null || attributes.has('gen_ai.request.model', 'gen_ai.response.model');
  const hasMessages =
    attributes.list('llm.input_messages') !== null || attributes.list('gen_ai.prompt') !== null;
  const isAsked = attributes.has('gen_ai.input.messages', 'gen_ai.prompt', 'llm.model_name') || hasMessages;
  if (usage !== null || isNamed || isAsked) return /^invoke_agent\b/.test(name) ? 'agent' : 'model';
  return 'other';
}

function usageOf(attributes: Attributes): CallUsage | null {
  return aiUsage(attributes) ?? otelUsage(named(attributes, GEN_AI_COUNTS)) ?? llmUsage(attributes);
}

const GEN_AI_COUNTS = [
  'input_tokens',
  'output_tokens',
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'cache_read.input_tokens',
  'cache_creation.input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'reasoning.output_tokens',
  'reasoning_tokens',
].map((name) => `gen_ai.usage.${name}`);

const OPEN_INFERENCE_COUNTS = [
  'prompt',
  'completion',
  'total',
  'prompt_details.cache_read',
  'prompt_details.cache_write',
  'completion_details.reasoning',
].map((name) => `llm.token_count.${name}`);

function aiUsage(attributes: Attributes): CallUsage | null {
  const at = (name: string): unknown => attributes.get(`ai.usage.${name}`);
  return aiSdkUsage({
    inputTokens: at('inputTokens') ?? at('promptTokens') ?? at('tokens'),
    inputTokenDetails: {
      cacheReadTokens: at('inputTokenDetails.cacheReadTokens'),
      cacheWriteTokens: at('inputTokenDetails.cacheWriteTokens'),
    },
    cachedInputTokens: at('cachedInputTokens'),
    outputTokens: at('outputTokens') ?? at('completionTokens'),
    outputTokenDetails: { reasoningTokens: at('outputTokenDetails.reasoningTokens') },
    reasoningTokens: at('reasoningTokens'),
    totalTokens: at('totalTokens'),
  });
}

function llmUsage(attributes: Attributes): CallUsage | null {
  const openInference = openInferenceUsage(named(attributes, OPEN_INFERENCE_COUNTS));
  if (openInference !== null) return openInference;
  const count = (name: string): number | null => tokenCount(attributes.get(`llm.usage.${name}`));
  return normalUsage({
    prompt: count('prompt_tokens'),
    cached: null,
    cacheWritten: null,
    output: count('completion_tokens'),
    reasoning: null,
    total: count('total_tokens'),
  });
}

function named(attributes: Attributes, names: readonly string[]): Record<string, unknown> {
  const total = attributes.get('llm.usage.total_tokens');
  return {
    ...Object.fromEntries(names.map((name) => [name, attributes.get(name)])),
    ...(total === undefined ? {} : { 'llm.usage.total_tokens': total }),
  };
}

function toolOutput(attributes: Attributes): readonly SaidMessage[] {
  for (const name of TOOL_OUTPUTS) {
    const value = attributes.get(name);
    if (value !== undefined && value !== null) return readToolOutput(value);
  }
  return [];
}

function failureOf(attributes: Attributes): string | null {
  return attributes.text('error.message', 'error.type');
}

/** Requests are long and asked for more than once. */
function once(read: () => readonly SaidMessage[]): () => readonly SaidMessage[] {
  let said: readonly SaidMessage[] | null = null;
  return () => (said ??= read());
}
