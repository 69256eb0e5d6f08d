import { conversationId, threadId, type RunId, type ThreadId } from '../../domain/ids.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { SkippedRecords } from '../readers/skipped-records.ts';
import { readTimeMs } from '../readers/time.ts';
import type { ImportSink } from '../thread-import.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';
import { eventUsage, usagesOf } from './run-usage.ts';
import { ThreadLane } from './thread-lane.ts';

/** Known, and no part of a transcript. */
const SILENT =
  /^(?:STEP|STATE|ACTIVITY|META)_|^(?:TEXT_MESSAGE|TOOL_CALL)_END$|^(?:REASONING|THINKING)_START$/;

/** Follows a stream of events: which thread they belong to, which run, which message. */
export class EventLog {
  readonly #sink: ImportSink;
  readonly #format: string;
  readonly #fallbackId: string;
  readonly #skipped = new SkippedRecords();
  /** The first lane of a thread is the thread, others are branches. */
  readonly #lanes = new Map<string, ThreadLane[]>();
  readonly #laneOfRun = new Map<string, ThreadLane>();
  #current: ThreadLane | null = null;

  /** @param fallbackId Of the thread to which events belong that come before any run has started. */
  constructor(sink: ImportSink, format: string, fallbackId: string) {
    this.#sink = sink;
    this.#format = format;
    this.#fallbackId = fallbackId;
  }

  get threadCount(): number {
    return this.#lanes.size;
  }

  add(event: RawRecord, line: number | null): void {
    const type = textOrNull(event['type']) ?? '';
    const atMs = readTimeMs(event['timestamp']);
    switch (type) {
      case 'RUN_STARTED':
        this.#start(event, atMs);
        return;
      case 'RUN_FINISHED':
        this.#finish(event);
        return;
      case 'RUN_ERROR':
        this.#fail(event);
        return;
      case 'MESSAGES_SNAPSHOT':
        if (isList(event['messages'])) this.#lane().takeList(event['messages'], atMs, true);
        return;
      case 'RAW':
      case 'CUSTOM':
        this.#takeUsage(event[type === 'RAW' ? 'event' : 'value']);
        return;
      default:
        if (!this.#takePiece(type, event, atMs) && !SILENT.test(type)) this.#skipped.add(type, line);
    }
  }

  /** No more events come. */
  end(): void {
    for (const lane of [...this.#lanes.values()].flat()) lane.end();
    this.#skipped.report(this.#sink);
  }

  /** A piece of a message. @returns False when the event is something else. */
  #takePiece(type: string, event: RawRecord, atMs: number | null): boolean {
    const id = textOrNull(event['messageId']);
    const delta = textOrJson(event['delta']) ?? '';
    switch (type) {
      case 'TEXT_MESSAGE_START':
      case 'TEXT_MESSAGE_CONTENT':
      case 'TEXT_MESSAGE_CHUNK': {
        const lane = this.#lane();
        lane.noteMessage(lane.run.text(id, textOrNull(event['role']), delta, atMs));
        return true;
      }
      case 'TOOL_CALL_START':
      case 'TOOL_CALL_ARGS':
      case 'TOOL_CALL_CHUNK': {
        const callId = textOrNull(event['toolCallId']);
        const message = this.#lane().run.call({
          id: callId,
          name: textOrNull(event['toolCallName']),
          parentId: textOrNull(event['parentMessageId']),
          delta,
          atMs,
        });
        if (message !== null) this.#lane().noteMessage(message);
        return true;
      }
      case 'TOOL_CALL_RESULT': {
        const text = textOrJson(event['content']) ?? '';
        const lane = this.#lane();
        lane.noteMessage(lane.run.result(id, textOrNull(event['toolCallId']), text, atMs));
        return true;
      }
      case 'REASONING_MESSAGE_START':
      case 'REASONING_MESSAGE_CONTENT':
      case 'REASONING_MESSAGE_CHUNK':
      case 'THINKING_TEXT_MESSAGE_START':
      case 'THINKING_TEXT_MESSAGE_CONTENT':
      case 'THINKING_CONTENT':
        this.#lane().run.thought(id, delta, atMs);
        return true;
      case 'REASONING_MESSAGE_END':
      case 'REASONING_END':
      case 'THINKING_TEXT_MESSAGE_END':
      case 'THINKING_END':
        this.#lane().run.closeThought();
        return true;
      case 'REASONING_ENCRYPTED_VALUE': {
        const message = this.#lane().run.find(textOrNull(event['entityId']) ?? '');
        if (message !== undefined) message.sealed = textOrNull(event['encryptedValue']);
        return true;
      }
      default:
        return false;
    }
  }

  #start(event: RawRecord, atMs: number | null): void {
    const thread = textOrNull(event['threadId']) ?? this.#fallbackId;
    const runId = textOrNull(event['runId']);
    const parent = textOrNull(event['parentRunId']);
    const lane = this.#laneFor(thread, runId, parent);
    this.#current = lane;
    lane.startRun(runId);
    if (runId !== null) this.#laneOfRun.set(`${thread}/${runId}`, lane);
    const input = event['input'];
    const messages = isRecord(input) ? input['messages'] : null;
    if (isList(messages)) lane.takeList(messages, atMs, false);
  }

  #finish(event: RawRecord): void {
    const lane = this.#laneOfEvent(event);
    const { run } = lane;
    run.usages = usagesOf(event['usage']);
    const outcome = event['outcome'];
    const kind = isRecord(outcome) ? outcome['type'] : outcome;
    // A run that has failed stays so, whatever is said after it.
    if (run.end === 'open') run.end = kind === 'interrupt' ? 'paused' : null;
    lane.flush();
  }

  #fail(event: RawRecord): void {
    const lane = this.#laneOfEvent(event);
    lane.run.end = 'error';
    lane.run.failure = textOrNull(event['message']) ?? textOrNull(event['code']) ?? 'The run failed.';
    lane.flush();
  }

  #takeUsage(value: unknown): void {
    const found = eventUsage(value);
    if (found === null) return;
    const reply = this.#lane().run.lastReply;
    if (reply === null || reply.usage !== null) return;
    reply.usage = found.usage;
    reply.model = found.model;
  }

  #lane(): ThreadLane {
    this.#current ??= this.#laneFor(this.#fallbackId, null, null);
    return this.#current;
  }

  #laneOfEvent(event: RawRecord): ThreadLane {
    const thread = textOrNull(event['threadId']);
    const runId = textOrNull(event['runId']);
    const named = thread === null || runId === null ? undefined : this.#laneOfRun.get(`${thread}/${runId}`);
    return named ?? this.#lane();
  }

  #laneFor(thread: string, runId: string | null, parent: string | null): ThreadLane {
    const lanes = this.#lanes.get(thread) ?? [];
    this.#lanes.set(thread, lanes);
    const [main] = lanes;
    if (main === undefined) {
      const first = new ThreadLane(this.#sink, this.#headerOf(threadId(thread), thread, null), null);
      lanes.push(first);
      return first;
    }
    const from = parent === null ? undefined : this.#laneOfRun.get(`${thread}/${parent}`);
    if (from === undefined || parent === null) return main;
    from.flush();
    const place = from.runIds.findIndex((id) => id === parent);
    if (place < 0 || place === from.runIds.length - 1) return from;
    return this.#branch(lanes, thread, runId, { lane: from, runIds: from.runIds.slice(0, place + 1) });
  }

  #branch(
    lanes: ThreadLane[],
    thread: string,
    runId: string | null,
    startsAs: { readonly lane: ThreadLane; readonly runIds: readonly RunId[] },
  ): ThreadLane {
    const last = startsAs.runIds.at(-1);
    const id = threadId(`${thread}/branch-${runId ?? lanes.length}`);
    const branchOf = last === undefined ? null : { threadId: startsAs.lane.threadId, runId: last };
    const branch = new ThreadLane(this.#sink, this.#headerOf(id, thread, branchOf), startsAs);
    if (last !== undefined) this.#sink.copiedRuns(id, startsAs.lane.threadId, last);
    lanes.push(branch);
    return branch;
  }

  #headerOf(id: ThreadId, thread: string, branchOf: WriterHeader['branchOf']): WriterHeader {
    return {
      threadId: id,
      namespace: 'default',
      conversationId: conversationId(thread),
      format: this.#format,
      title: null,
      fallbackTitle: id,
      branchOf,
    };
  }
}
