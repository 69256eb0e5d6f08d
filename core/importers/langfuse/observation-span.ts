import { isRecord, type RawRecord } from '../raw-record.ts';
import { textOrNull, unwrapJson } from '../readers/json-text.ts';
import { madeOf } from '../readers/lazy-json/lazy-values.ts';
import { langfuseUsage } from '../readers/framework-usage.ts';
import { readTimeMs } from '../readers/time.ts';
import { chatUsage, normalUsage, tokenCount, type CallUsage } from '../readers/usage.ts';
import { readInstructions, readMessages, readToolOutput } from '../spans/read-messages.ts';
import type { SaidMessage } from '../spans/said-message.ts';
import type { Span, SpanKind } from '../spans/span.ts';
import type { Trace } from '../spans/trace.ts';
import { field } from './langfuse-records.ts';

export function observationSpan(raw: RawRecord, traceId: string): Span {
  const usage = usageOf(raw);
  const kind = kindOf(raw, usage);
  const attributes = attributesOf(raw);
  return {
    id: textOrNull(raw['id']) ?? '',
    parentId: textOrNull(field(raw, 'parentObservationId')),
    traceId,
    kind,
    name: textOrNull(raw['name']) ?? kind,
    threadName: textOrNull(field(raw, 'sessionId')),
    model: textOrNull(raw['model']) ?? textOrNull(field(raw, 'providedModelName')),
    usage,
    answerId: kind === 'model' ? answerIdOf(raw, attributes) : null,
    startMs: readTimeMs(field(raw, 'startTime')),
    endMs: readTimeMs(field(raw, 'endTime')),
    failure: failureOf(raw),
    callId: textOrNull(attributes['gen_ai.tool.call.id']) ?? resultIdOf(raw),
    input: madeOf(raw, () => (kind === 'tool' ? [] : requestOf(raw))),
    output: madeOf(raw, () =>
      kind === 'tool' ? readToolOutput(raw['output']) : readMessages(raw['output'], 'assistant'),
    ),
  };
}

/** When a trace begins of which the source has these records; null where none has a time. */
export function traceStartMs(raw: RawRecord | null, observations: readonly RawRecord[]): number | null {
  const own = readTimeMs(raw?.['timestamp']);
  if (own !== null) return own;
  const starts = observations.flatMap((observation) => readTimeMs(field(observation, 'startTime')) ?? []);
  return starts.reduce((least: number | null, start) => Math.min(least ?? start, start), null);
}

/** @param raw Null for a trace of which the source has observations only. */
export function traceOf(id: string, raw: RawRecord | null, observations: readonly RawRecord[]): Trace {
  return {
    id,
    name: textOrNull(raw?.['name']),
    threadName: raw === null ? null : textOrNull(field(raw, 'sessionId')),
    startMs: readTimeMs(raw?.['timestamp']),
    endMs: null,
    spans: observations.map((observation) => observationSpan(observation, id)),
    input: madeOf(raw, () => readMessages(raw?.['input'], 'user')),
    output: madeOf(raw, () => readMessages(raw?.['output'], 'assistant')),
  };
}

/** Instructions that an answer repeats stand in front of what was asked. */
function requestOf(raw: RawRecord): readonly SaidMessage[] {
  const input = readMessages(raw['input'], 'user');
  const given = readInstructions(raw['input']);
  const instructions = given.length > 0 ? given : readInstructions(raw['output']);
  const hasOwn = input.some(({ role }) => role === 'system' || role === 'developer');
  return hasOwn || input.length === 0 ? input : [...instructions, ...input];
}

function kindOf(raw: RawRecord, usage: CallUsage | null): SpanKind {
  switch (raw['type']) {
    case 'GENERATION':
      return 'model';
    case 'AGENT':
      return 'agent';
    case 'TOOL':
      return 'tool';
    default: {
      const attributes = attributesOf(raw);
      const isTool =
        attributes['openinference.span.kind'] === 'TOOL' ||
        attributes['gen_ai.operation.name'] === 'execute_tool';
      if (isTool) return 'tool';
      // Before generations were told apart, a model was.
      const isRequest = usage !== null && raw['type'] === 'SPAN' && textOrNull(raw['model']) !== null;
      return isRequest ? 'model' : 'other';
    }
  }
}

function usageOf(raw: RawRecord): CallUsage | null {
  const details = langfuseUsage(unwrapJson(field(raw, 'usageDetails')));
  if (details !== null) return details;
  const old = unwrapJson(raw['usage']);
  const usage = langfuseUsage(old) ?? (isRecord(old) ? (chatUsage(old) ?? camelUsage(old)) : null);
  // Beside it, the same once more in fields of their own; older still.
  return usage ?? fieldUsage(raw, 'inputUsage', 'outputUsage', 'totalUsage') ?? camelUsage(raw);
}

function camelUsage(raw: RawRecord): CallUsage | null {
  return (
    fieldUsage(raw, 'promptTokens', 'completionTokens', 'totalTokens') ??
    fieldUsage(raw, 'inputTokens', 'outputTokens', 'totalTokens')
  );
}

function fieldUsage(raw: RawRecord, input: string, output: string, total: string): CallUsage | null {
  return normalUsage({
    prompt: tokenCount(field(raw, input)),
    cached: null,
    cacheWritten: null,
    output: tokenCount(field(raw, output)),
    reasoning: null,
    total: tokenCount(field(raw, total)),
  });
}

/** Spans that came by way of OpenTelemetry keep their attributes here. */
function attributesOf(raw: RawRecord): RawRecord {
  const metadata = unwrapJson(raw['metadata']);
  const attributes = isRecord(metadata) ? unwrapJson(metadata['attributes']) : null;
  return isRecord(attributes) ? attributes : {};
}

function answerIdOf(raw: RawRecord, attributes: RawRecord): string | null {
  const output = unwrapJson(raw['output']);
  const own =
    isRecord(output) && ('choices' in output || output['object'] === 'response') ? output['id'] : null;
  return textOrNull(attributes['gen_ai.response.id']) ?? textOrNull(own);
}

function resultIdOf(raw: RawRecord): string | null {
  const output = unwrapJson(raw['output']);
  return isRecord(output) ? textOrNull(output['tool_call_id']) : null;
}

function failureOf(raw: RawRecord): string | null {
  if (raw['level'] !== 'ERROR') return null;
  return textOrNull(field(raw, 'statusMessage')) ?? 'It failed; the source has no message.';
}
