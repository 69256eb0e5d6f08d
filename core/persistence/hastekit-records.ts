import { conversationId, runId, summaryId, threadId } from '../domain/ids.ts';
import type { Message } from '../domain/message.ts';
import type { RunRecord, StoredSummary } from '../domain/thread.ts';
import { toWireMessage, type WireObject } from '../domain/wire-item.ts';
import { parseMessageBundle } from '../importers/parse-input-item.ts';
import { isRecord, type RawRecord } from '../importers/raw-record.ts';
import { EXTRAS, readSummaryExtras, type SummaryExtras } from './hastekit-extras.ts';
import { formatRfc3339, parseRfc3339 } from './rfc3339.ts';

/** One line of a conversation file: what one save added. */
export type HastekitRecord =
  | { readonly type: 'message'; readonly namespace: string; readonly run: RunRecord }
  | {
      readonly type: 'summary';
      readonly namespace: string;
      readonly summary: StoredSummary;
      /** What the SDK has no field for. */
      readonly extras?: SummaryExtras;
    };

export type RecordProblemCode =
  | 'not-json'
  | 'not-an-object'
  | 'unknown-record-type'
  | 'missing-thread-id'
  | 'missing-run-id'
  | 'missing-summary-id'
  | 'odd-messages'
  | 'odd-time';

/** `message` is one sentence without a full stop or a place: the reader knows the file and the line. */
export interface RecordProblem {
  readonly code: RecordProblemCode;
  readonly message: string;
}

export type RecordResult =
  | {
      readonly ok: true;
      readonly record: HastekitRecord;
      /** What was odd and how it was read nevertheless. */
      readonly warnings: readonly RecordProblem[];
    }
  | { readonly ok: false; readonly problem: RecordProblem };

/** Reads one line of a conversation file, without its line break. Never throws. */
export function parseHastekitLine(line: string): RecordResult {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it cannot be parsed';
    return failure('not-json', `the line is no JSON (${reason})`);
  }
  return parseHastekitRecord(value);
}

/**
 * Reads one record of a conversation file. Older files' field names are understood (`message_id`,
 * `previous_message_id`, `last_summarized_message_id`). Never throws.
 *
 * Source: `conversation_persistence_file.go`.
 */
export function parseHastekitRecord(value: unknown): RecordResult {
  if (!isRecord(value)) return failure('not-an-object', 'the line is no JSON object');
  const type = value['type'];
  const body = type === 'message' || type === 'summary' ? value[type] : undefined;
  if (!isRecord(body)) {
    return failure(
      'unknown-record-type',
      `expected a record of type "message" or "summary" with an object of that name, found type ${describe(type)}`,
    );
  }
  return type === 'message' ? parseMessageRecord(body) : parseSummaryRecord(body);
}

/** The record as the SDK writes it, without a line break. */
export function writeHastekitRecord(record: HastekitRecord): string {
  return JSON.stringify(hastekitBody(record));
}

/** The same as an object: what is nested too deep for the engine's own writer has to be written otherwise. */
export function hastekitBody(record: HastekitRecord): WireObject {
  return record.type === 'message'
    ? { type: 'message', message: messageBody(record.namespace, record.run) }
    : { type: 'summary', summary: summaryBody(record.namespace, record.summary, record.extras ?? {}) };
}

function parseMessageRecord(body: RawRecord): RecordResult {
  const warnings: RecordProblem[] = [];
  const thread = textField(body, 'thread_id');
  const run = textField(body, 'run_id') ?? textField(body, 'message_id');
  if (thread === null) return failure('missing-thread-id', 'the record names no thread_id');
  if (run === null) return failure('missing-run-id', 'the record names no run_id');
  const previous = textField(body, 'previous_run_id') ?? textField(body, 'previous_message_id');
  const meta = body['meta'];
  return {
    ok: true,
    record: {
      type: 'message',
      namespace: textField(body, 'namespace') ?? '',
      run: {
        runId: runId(run),
        previousRunId: previous === null ? null : runId(previous),
        threadId: threadId(thread),
        conversationId: conversationId(textField(body, 'conversation_id') ?? ''),
        messages: parseBundles(body['messages'], run, warnings),
        createdAtMs: parseTime(body['created_at'], warnings),
        meta: isRecord(meta) ? meta : {},
      },
    },
    warnings,
  };
}

function parseSummaryRecord(body: RawRecord): RecordResult {
  const warnings: RecordProblem[] = [];
  const thread = textField(body, 'thread_id');
  const id = textField(body, 'id');
  if (thread === null) return failure('missing-thread-id', 'the summary names no thread_id');
  if (id === null) return failure('missing-summary-id', 'the summary has no id');
  const boundary = textField(body, 'last_summarized_run_id') ?? textField(body, 'last_summarized_message_id');
  const extras = isRecord(body['meta']) ? body['meta'][EXTRAS] : undefined;
  return {
    ok: true,
    record: {
      type: 'summary',
      namespace: textField(body, 'namespace') ?? '',
      ...(isRecord(extras) ? { extras: readSummaryExtras(extras) } : {}),
      summary: {
        summaryId: summaryId(id),
        threadId: threadId(thread),
        message: parseSummaryMessage(body['summary_message'], id, warnings),
        lastSummarizedRunId: boundary === null ? null : runId(boundary),
        createdAtMs: parseTime(body['created_at'], warnings),
      },
    },
    warnings,
  };
}

function parseBundles(value: unknown, run: string, warnings: RecordProblem[]): readonly Message[] {
  // A save that only renews the run's state writes null.
  if (value === null || value === undefined) return [];
  const report = (message: string): void => void warnings.push({ code: 'odd-messages', message });
  if (!Array.isArray(value)) {
    report('the messages of the record are no list and were left out');
    return [];
  }
  const messages: Message[] = [];
  value.forEach((bundle: unknown, index) => {
    const message = parseMessageBundle(bundle, `${run}#${index}`, report);
    if (message !== null) messages.push(message);
  });
  return messages;
}

/** A sliding window's record holds a message without items: there is no summary, not an empty one. */
function parseSummaryMessage(value: unknown, id: string, warnings: RecordProblem[]): Message | null {
  if (value === null || value === undefined) return null;
  const message = parseMessageBundle(value, `${id}#summary`, (problem) => {
    warnings.push({ code: 'odd-messages', message: problem });
  });
  return message === null || message.items.length === 0 ? null : message;
}

function parseTime(value: unknown, warnings: RecordProblem[]): number | null {
  if (value === undefined || value === null || value === '') return null;
  const time = typeof value === 'string' ? parseRfc3339(value) : undefined;
  if (time !== undefined) return time;
  warnings.push({ code: 'odd-time', message: `created_at is no time: ${describe(value)}` });
  return null;
}

function messageBody(namespace: string, run: RunRecord): WireObject {
  return {
    run_id: run.runId,
    ...(run.previousRunId === null ? {} : { previous_run_id: run.previousRunId }),
    thread_id: run.threadId,
    conversation_id: run.conversationId,
    ...(namespace === '' ? {} : { namespace }),
    messages: run.messages.length === 0 ? null : run.messages.map(toWireMessage),
    ...(Object.keys(run.meta).length === 0 ? {} : { meta: run.meta }),
    created_at: formatRfc3339(run.createdAtMs),
  };
}

function summaryBody(namespace: string, summary: StoredSummary, extras: SummaryExtras): WireObject {
  return {
    id: summary.summaryId,
    thread_id: summary.threadId,
    ...(namespace === '' ? {} : { namespace }),
    summary_message:
      summary.message === null ? { id: '', sender_id: '', messages: null } : toWireMessage(summary.message),
    last_summarized_run_id: summary.lastSummarizedRunId ?? '',
    created_at: formatRfc3339(summary.createdAtMs),
    meta: { is_summary: true, ...(Object.keys(extras).length === 0 ? {} : { [EXTRAS]: extras }) },
  };
}

/** Null for a field that is missing, empty or no text: the SDK writes '' where it has nothing to say. */
function textField(body: RawRecord, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : null;
}

function failure(code: RecordProblemCode, message: string): RecordResult {
  return { ok: false, problem: { code, message } };
}

function describe(value: unknown): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? `"${value.slice(0, 40).toWellFormed()}"` : typeof value;
}
