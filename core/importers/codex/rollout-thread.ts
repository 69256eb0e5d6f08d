import { isReplyItem } from '../../inspect/model-replies.ts';
import { toolResultOf } from '../../inspect/pair-tool-calls.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { CallIds } from '../readers/call-ids.ts';
import { plainText, textOrNull } from '../readers/json-text.ts';
import type { SkippedRecords } from '../readers/skipped-records.ts';
import { readTimeMs } from '../readers/time.ts';
import { ReplyReports } from '../steps/reply-reports.ts';
import { StepThread } from '../steps/step-thread.ts';
import type { InputStep, Step } from '../steps/step.ts';
import type { ImportSink } from '../thread-import.ts';
import { errorText, isSilentEvent, spokenItem } from './rollout-event.ts';
import { isUnsent, itemId, translatedItem } from './rollout-item.ts';
import { isInjected, type RolloutRecord } from './rollout-record.ts';
import { SessionMeta } from './session-meta.ts';
import { TokenReports } from './token-reports.ts';

const FORMAT = 'codex-rollout';

export interface RolloutOptions {
  /** For a log that names no session. */
  readonly fallbackId: string;
  /** The log has events and no items: their words are all there is. */
  readonly eventsOnly: boolean;
}

/** Turns the records of one rollout, in order, into the steps of its thread. */
export class RolloutThread {
  readonly #sink: ImportSink;
  readonly #skipped: SkippedRecords;
  readonly #options: RolloutOptions;
  readonly #callIds = new CallIds();
  readonly #reports = new TokenReports();
  readonly #replies = new ReplyReports((step) => {
    this.#put(step);
  });
  readonly #meta: SessionMeta;
  #thread: StepThread | null = null;
  #title: string | null = null;
  #model: string | null = null;

  /** Of the turn that was announced and has no step yet. */
  #nextTurn: string | null = null;
  #turn: string | null = null;
  #isInTurn = false;
  #hasReplied = false;

  constructor(sink: ImportSink, skipped: SkippedRecords, options: RolloutOptions) {
    this.#sink = sink;
    this.#skipped = skipped;
    this.#options = options;
    this.#meta = new SessionMeta(options.fallbackId);
  }

  add({ type, payload, time }: RolloutRecord, line: number | null): void {
    const atMs = readTimeMs(time);
    if (this.#meta.replayed !== null && this.#meta.isAfterReplay(atMs)) {
      this.#replies.end();
      this.#meta.endReplay();
    }
    switch (type) {
      case 'session_meta':
        this.#addMeta(payload, atMs);
        return;
      case 'turn_context':
        this.#model = textOrNull(payload['model']) ?? this.#model;
        this.#announceTurn(textOrNull(payload['turn_id']));
        return;
      case 'response_item':
        this.#addItem(payload, atMs);
        return;
      case 'event_msg':
        this.#addEvent(payload, atMs, line);
        return;
      case 'compacted':
        this.#addCompaction(payload, atMs);
        return;
      case 'world_state':
      case 'inter_agent_communication_metadata':
      case 'inter_agent_communication':
        return;
      default:
        this.#skipped.add(type, line);
    }
  }

  /** @returns False when there was nothing to show. */
  end(): boolean {
    this.#replies.end();
    if (this.#thread === null && !this.#meta.isKnown) return false;
    this.#open().end();
    const missing = this.#reports.missing();
    if (missing !== null) {
      this.#sink.warning({
        code: 'usage-total-differs',
        line: null,
        message: `The reported calls add up to ${missing.reported} tokens, the log's own total is ${missing.total}: some reports are missing or were counted again.`,
      });
    }
    return true;
  }

  #addMeta(payload: RawRecord, atMs: number | null): void {
    const text = this.#meta.add(payload, atMs);
    if (text === null) return;
    const items = [parseInputItem({ type: 'message', role: 'developer', content: text })];
    this.#put({ kind: 'input', role: 'instructions', id: null, senderId: 'developer', items, atMs });
  }

  #addItem(payload: RawRecord, atMs: number | null): void {
    if (isUnsent(payload)) return;
    const item = parseInputItem(translatedItem(payload, this.#callIds));
    if (isReplyItem(item)) {
      this.#beginTurn(atMs);
      this.#hasReplied = true;
      this.#replies.add(item, itemId(item), atMs);
      return;
    }
    this.#replies.close();
    const id = textOrNull(payload['id']);
    const common = { kind: 'input' as const, id, items: [item], atMs };
    if (toolResultOf(item) !== null) {
      this.#beginTurn(atMs);
      this.#put({ ...common, role: 'result', senderId: 'tool' });
    } else if (item.type !== 'message') {
      this.#put({ ...common, role: 'context', senderId: textOrNull(payload['author']) ?? 'system' });
    } else if (item.role === 'user' && !isInjected(payload)) {
      this.#addUserTurn({ ...common, role: 'turn', senderId: 'user' });
    } else {
      this.#put({ ...common, role: 'instructions', senderId: item.role });
    }
  }

  /** What a user adds while the model works on a turn steers it and opens nothing. */
  #addUserTurn(step: InputStep): void {
    if (this.#nextTurn === null && this.#isInTurn && this.#hasReplied) {
      this.#put({ ...step, role: 'context' });
      return;
    }
    const runId = this.#nextTurn;
    this.#nextTurn = null;
    this.#hasReplied = false;
    this.#replies.beginRun();
    this.#put(runId === null ? step : { ...step, role: 'opening', runId });
  }

  #addReport(info: unknown, atMs: number | null): void {
    const usage = this.#reports.read(info);
    if (usage === null) return;
    const model = (isRecord(info) ? textOrNull(info['model']) : null) ?? this.#model;
    this.#replies.report({ model, usage }, atMs);
  }

  #addCompaction(payload: RawRecord, atMs: number | null): void {
    this.#replies.end();
    const text = textOrNull(payload['message'])?.toWellFormed() ?? null;
    this.#put({
      kind: 'compaction',
      id: null,
      text,
      // Made by the provider, it is kept in a form that only the provider can read.
      opaque: text === null,
      trigger: 'unknown',
      tokensBefore: null,
      tokensAfter: null,
      keptFromId: null,
      atMs,
    });
  }

  #addEvent(payload: RawRecord, atMs: number | null, line: number | null): void {
    const type = plainText(payload['type']);
    switch (type) {
      case 'token_count':
        this.#addReport(payload['info'], atMs);
        return;
      case 'task_started':
      case 'turn_started':
        this.#isInTurn = true;
        this.#hasReplied = false;
        this.#announceTurn(textOrNull(payload['turn_id']));
        return;
      case 'task_complete':
      case 'turn_complete':
        this.#isInTurn = false;
        if (isRecord(payload['error'])) this.#notice(payload['error']['message'], 'error', 'error', atMs);
        return;
      case 'turn_aborted':
        this.#replies.close();
        this.#isInTurn = false;
        this.#notice(
          `The turn was ended: ${textOrNull(payload['reason']) ?? 'no reason is given'}.`,
          'info',
          'cancelled',
          atMs,
        );
        return;
      case 'error':
        this.#replies.close();
        this.#notice(errorText(payload), 'error', 'error', atMs);
        return;
      case 'thread_rolled_back':
        this.#notice(
          `${textOrJson(payload['num_turns']) ?? 'Some'} turns were taken back.`,
          'info',
          null,
          atMs,
        );
        return;
      case 'thread_name_updated':
        this.#rename(textOrNull(payload['thread_name']));
        return;
      default:
        if (!isSilentEvent(type)) this.#skipped.add(`event_msg ${type}`, line);
        this.#addSpoken(type, payload, atMs);
    }
  }

  #addSpoken(type: string, payload: RawRecord, atMs: number | null): void {
    const item = this.#options.eventsOnly ? spokenItem(type, payload) : null;
    if (item !== null) this.#addItem(item, atMs);
  }

  #announceTurn(id: string | null): void {
    if (id === null || id === this.#turn) return;
    this.#replies.close();
    this.#turn = id;
    this.#nextTurn = id;
  }

  /** A turn that the model begins without a user's words, as a sub-agent that is called again does. */
  #beginTurn(atMs: number | null): void {
    if (this.#nextTurn === null) return;
    const runId = this.#nextTurn;
    this.#nextTurn = null;
    this.#put({ kind: 'input', role: 'turn', id: null, senderId: 'user', items: [], runId, atMs });
  }

  #notice(
    text: unknown,
    level: 'info' | 'error',
    ends: 'error' | 'cancelled' | null,
    atMs: number | null,
  ): void {
    this.#put({ kind: 'notice', level, text: textOrJson(text) ?? '', ends, atMs });
  }

  #put(step: Step): void {
    const copiedFrom = this.#meta.replayed;
    this.#open().add(copiedFrom === null ? step : { ...step, copiedFrom });
  }

  #rename(title: string | null): void {
    if (title === null) return;
    this.#title = title;
    this.#thread?.rename(title);
  }

  #open(): StepThread {
    this.#thread ??= new StepThread(this.#sink, this.#meta.header(FORMAT, this.#title), {
      branchesByCopies: true,
    });
    return this.#thread;
  }
}
