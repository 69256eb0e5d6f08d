import { InspectorError } from '../domain/errors.ts';
import { conversationId, summaryId, threadId } from '../domain/ids.ts';
import { oneLine } from '../domain/thread-title.ts';
import { parseHastekitRecord } from '../persistence/hastekit-records.ts';
import { HastekitReplay } from './hastekit-replay.ts';
import { parseInputItem } from './parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from './raw-record.ts';
import { deliverTranscript } from './readers/deliver-transcript.ts';
import { sampleHead } from './readers/head-sample.ts';
import { plainText, textOrNull } from './readers/json-text.ts';
import { readJsonDocument } from './readers/read-json-document.ts';
import { readTimeMs } from './readers/time.ts';
import type { TranscriptEntry } from './readers/transcript-entry.ts';
import type { ImportSink, ThreadImporter } from './thread-import.ts';

const FORMAT = 'hastekit-rest';

/**
 * Answers of the HasteKit gateway's REST API, as the SDK's client reads them (runs with their messages)
 * and as its published description shows them (a flat list of messages). A body holds one page of one
 * thread, in order, without times.
 */
export const hastekitRest: ThreadImporter = {
  format: FORMAT,
  label: 'HasteKit gateway answer (JSON)',

  detect(head) {
    const { document } = sampleHead(head);
    return (
      isEnvelope(document) || elementsOf(document).some((element) => isRun(element) || isSummary(element))
    );
  },

  async read(source, sink, options) {
    const document = await readJsonDocument(source, sink, options);
    const refusal = refusalOf(document);
    if (refusal !== null) {
      throw new InspectorError(
        'invalid-import',
        `${source.name}: the gateway answered with an error: ${refusal}`,
      );
    }
    const elements = elementsOf(document);
    const runs = elements.filter(isRun);
    const summaries = elements.filter(isSummary);
    const flat = elements.filter(isFlatMessage);
    deliverFlat(sink, flat);
    if (!deliverRuns(sink, runs, summaries) && flat.length === 0) {
      throw new InspectorError('invalid-import', `${source.name}: the answer holds no run and no message`);
    }
  },
};

/** The envelope, its data, a list of elements or one alone: a list of elements. */
function elementsOf(document: unknown): readonly RawRecord[] {
  if (Array.isArray(document)) return document.filter(isRecord);
  if (!isRecord(document)) return [];
  if (!('data' in document)) return [document];
  const { data } = document;
  // An envelope in an envelope is none.
  return isRecord(data) && 'data' in data ? [] : elementsOf(data);
}

function isEnvelope(document: unknown): boolean {
  if (!isRecord(document)) return false;
  if (refusalOf(document) !== null) return true;
  const isMarked = typeof document['error'] === 'boolean' || typeof document['status'] === 'number';
  const elements = 'data' in document ? elementsOf(document['data']) : [];
  return (
    isMarked && elements.some((element) => isRun(element) || isSummary(element) || isFlatMessage(element))
  );
}

function refusalOf(document: unknown): string | null {
  if (!isRecord(document) || document['error'] !== true) return null;
  const details = document['errorDetails'];
  const message = textOrNull(document['message']) ?? textOrNull(details) ?? 'no message';
  return isRecord(details)
    ? `${message} (${(textOrJson(details) ?? '').slice(0, 200)})`.toWellFormed()
    : message;
}

function isRun(element: RawRecord): boolean {
  const messages = element['messages'];
  return (
    typeof element['run_id'] === 'string' &&
    typeof element['thread_id'] === 'string' &&
    (messages === null || Array.isArray(messages))
  );
}

/** The body that saves a summary. */
function isSummary(element: RawRecord): boolean {
  return typeof element['thread_id'] === 'string' && isRecord(element['summary_message']);
}

function isFlatMessage(element: RawRecord): boolean {
  return (
    typeof element['thread_id'] === 'string' && typeof element['role'] === 'string' && 'content' in element
  );
}

/** @returns False when there was no run among them. */
function deliverRuns(sink: ImportSink, runs: readonly RawRecord[], summaries: readonly RawRecord[]): boolean {
  const replay = new HastekitReplay(sink, FORMAT);
  const inFront: { readonly element: RawRecord; readonly thread: string }[] = [];
  for (const element of runs) {
    const meta = element['meta'];
    if (isRecord(meta) && meta['is_summary'] === true) {
      const thread = textOrNull(element['thread_id']);
      if (thread !== null) inFront.push({ element, thread });
    } else addRecord(sink, replay, { type: 'message', message: element });
  }
  for (const element of summaries) addRecord(sink, replay, { type: 'summary', summary: element });
  const hasRuns = replay.end();
  for (const { element, thread } of inFront) {
    if (replay.hasThread(thread)) deliverSummaryInFront(sink, element, thread);
  }
  return hasRuns;
}

function addRecord(sink: ImportSink, replay: HastekitReplay, record: RawRecord): void {
  const result = parseHastekitRecord(record);
  if (!result.ok) {
    sink.error({
      code: 'invalid-record',
      line: null,
      message: `An element was left out: ${result.problem.message}.`,
    });
    return;
  }
  for (const { code, message } of result.warnings) sink.warning({ code, line: null, message: `${message}.` });
  replay.add(result.record);
}

/** The gateway puts the summary where the runs were that it covers, and leaves those out. */
function deliverSummaryInFront(sink: ImportSink, element: RawRecord, thread: string): void {
  const id = textOrNull(element['run_id']) ?? `${thread}/summary`;
  const bundles: readonly unknown[] = Array.isArray(element['messages']) ? element['messages'] : [];
  const parsed = parseHastekitRecord({
    type: 'summary',
    summary: { id, thread_id: thread, summary_message: bundles[0] ?? null, last_summarized_run_id: '' },
  });
  sink.warning({
    code: 'covered-runs-absent',
    line: null,
    message: `The answer has a summary in place of the runs that it covers (thread ${oneLine(thread)}); those runs are not in the file.`,
  });
  sink.boundary(threadId(thread), {
    summaryId: summaryId(id),
    threadId: threadId(thread),
    message: parsed.ok && parsed.record.type === 'summary' ? parsed.record.summary.message : null,
    lastSummarizedRunId: null,
    createdAtMs: null,
    madeByRunId: null,
    trigger: 'auto',
    tokensBefore: null,
    tokensAfter: null,
    opaque: false,
    coversAbsentRuns: true,
  });
}

function deliverFlat(sink: ImportSink, elements: readonly RawRecord[]): void {
  const threads = new Map<string, RawRecord[]>();
  for (const element of elements) {
    const thread = textOrNull(element['thread_id']) ?? 'thread';
    const known = threads.get(thread);
    if (known === undefined) threads.set(thread, [element]);
    else known.push(element);
  }
  for (const [thread, messages] of threads) {
    deliverTranscript(
      sink,
      {
        threadId: threadId(thread),
        namespace: textOrNull(messages[0]?.['namespace']) ?? 'default',
        conversationId: conversationId(textOrNull(messages[0]?.['conversation_id']) ?? thread),
        format: FORMAT,
        fallbackTitle: thread,
      },
      messages.map(flatEntry),
    );
  }
}

function flatEntry(element: RawRecord): TranscriptEntry {
  const item = parseInputItem({ type: 'message', role: element['role'], content: element['content'] });
  const common = { id: textOrNull(element['id']), atMs: readTimeMs(element['created_at']) };
  return element['role'] === 'assistant'
    ? { kind: 'reply', ...common, items: [item], model: null, usage: null, ended: null }
    : { kind: 'input', ...common, senderId: plainText(element['role']), item };
}
