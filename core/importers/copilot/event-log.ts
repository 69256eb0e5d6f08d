import { conversationId, threadId } from '../../domain/ids.ts';
import type { InputItem } from '../../domain/input-item.ts';
import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, plainText, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { tokenCount } from '../readers/usage.ts';
import { StepThread } from '../steps/step-thread.ts';
import type { CompactionStep, InputStep, NoticeStep, Step, StepCall } from '../steps/step.ts';
import type { WriterHeader } from '../steps/thread-writer.ts';
import type { ImportSink } from '../thread-import.ts';
import { SessionTotals } from './session-totals.ts';
import { TurnBuffer } from './turn-buffer.ts';

export const FORMAT = 'copilot-cli';

/** They tell how the program did, or repeat what other events say. */
const SILENT =
  /^(?:session\.(?:start|resume|info|warning|mode_changed|task_complete|title_changed|context_changed|plan_changed|usage_info|import_legacy|snapshot_rewind|workspace_file_changed|tools_updated|skills_loaded|mcp_.*|custom_agents_updated|background_tasks_changed|idle|compaction_start|model_change)|assistant\.(?:turn_start|turn_end|intent|reasoning|usage|reasoning_delta|message_delta|streaming_delta)|tool\.(?:user_requested|execution_progress|execution_partial_result)|hook\.|skill\.|subagent\.|permission\.|user_input\.|elicitation\.|command\.|external_tool\.|exit_plan_mode\.|pending_messages\.)/;

/** Turns the events of one session, in order, into the steps of its thread and of its sub-agents' threads. */
export class EventLog {
  readonly #sink: ImportSink;
  readonly #fallbackId: string;
  /** Ordinal of the last event that tells what the session used: replies after it speak for themselves. */
  readonly #lastTotals: number;
  readonly #totals = new SessionTotals();
  readonly #agents = new Map<string, TurnBuffer>();
  readonly #requested = new Set<string>();
  #main: TurnBuffer | null = null;
  #session: string | null = null;
  #model: string | null = null;
  #instructions: string | null = null;
  #ordinal = -1;

  constructor(sink: ImportSink, fallbackId: string, lastTotals: number) {
    this.#sink = sink;
    this.#fallbackId = fallbackId;
    this.#lastTotals = lastTotals;
  }

  /** @returns False for an event that isn't known. */
  add(event: RawRecord): boolean {
    this.#ordinal += 1;
    const type = textOrNull(event['type']) ?? '';
    const data = isRecord(event['data']) ? event['data'] : {};
    const id = textOrNull(event['id']);
    const atMs = readTimeMs(event['timestamp']);
    switch (type) {
      case 'session.start':
      case 'session.resume':
        this.#session ??= textOrNull(data['sessionId']);
        return true;
      case 'session.model_change':
        this.#model = textOrNull(data['newModel']) ?? this.#model;
        return true;
      case 'session.title_changed':
        this.#open().thread.rename(textOrNull(data['title']) ?? '');
        return true;
      case 'system.message':
        this.#addSystem(data, id, atMs);
        return true;
      case 'user.message':
        this.#threadOf(data).add(userStep(data, id, atMs));
        return true;
      case 'assistant.turn_end':
        for (const thread of [this.#open(), ...this.#agents.values()]) thread.release();
        return true;
      case 'assistant.message':
        this.#addReply(data, id, atMs);
        return true;
      case 'tool.execution_start':
        this.#addUnrequested(data, atMs);
        return true;
      case 'tool.execution_complete':
        this.#model ??= textOrNull(data['model']);
        this.#threadOf(data).add(resultStep(data, id, atMs));
        return true;
      case 'session.compaction_complete':
        if (data['success'] !== false) this.#open().add(compactionStep(data, id, atMs));
        return true;
      case 'session.error':
        this.#open().add(noticeStep('error', data['message'] ?? data['error'], 'error', atMs));
        return true;
      case 'session.truncation':
        this.#open().add(noticeStep('warning', 'The oldest messages were left out.', null, atMs));
        return true;
      case 'abort':
        this.#open().add(noticeStep('info', data['reason'], 'cancelled', atMs));
        return true;
      case 'session.shutdown':
        this.#addTotals(data, atMs);
        return true;
      default:
        return SILENT.test(type);
    }
  }

  /** @returns False when there was nothing to show. */
  end(): boolean {
    if (this.#main === null && this.#session === null) return false;
    this.#open().end();
    for (const agent of this.#agents.values()) agent.end();
    return true;
  }

  /** Told again before every turn, mostly unchanged. */
  #addSystem(data: RawRecord, id: string | null, atMs: number | null): void {
    const text = textOrNull(data['content']);
    if (text === null || text === this.#instructions) return;
    this.#instructions = text;
    const items = [parseInputItem({ type: 'message', role: 'system', content: text })];
    this.#open().add({ kind: 'input', role: 'instructions', id, senderId: 'system', items, atMs });
  }

  #addReply(data: RawRecord, id: string | null, atMs: number | null): void {
    const requests = isList(data['toolRequests']) ? data['toolRequests'].filter(isRecord) : [];
    for (const request of requests) this.#requested.add(plainText(request['toolCallId']));
    const reasoning = reasoningItem(data);
    const text = textOrNull(data['content']);
    const items: InputItem[] = [
      ...(reasoning === null ? [] : [reasoning]),
      ...(text === null
        ? []
        : [parseInputItem({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] })]),
      ...requests.map((request) => callItem(request, request['name'])),
    ];
    const answerId = textOrNull(data['requestId']);
    const call: StepCall = {
      model: textOrNull(data['model']) ?? this.#model,
      usage: this.#usageOf(data),
      answerId,
    };
    this.#threadOf(data).add({ kind: 'reply', id, items, call, atMs });
  }

  /** A reply tells what it wrote and not what it read; where the session's end tells both, that counts. */
  #usageOf(data: RawRecord): StepCall['usage'] {
    const output = tokenCount(data['outputTokens']);
    if (output === null || this.#ordinal < this.#lastTotals) return null;
    return { prompt: null, cached: null, cacheWritten: null, output, reasoning: null, total: null };
  }

  /** A tool may run that no message asked for. */
  #addUnrequested(data: RawRecord, atMs: number | null): void {
    const id = plainText(data['toolCallId']);
    if (this.#requested.has(id)) return;
    this.#requested.add(id);
    this.#threadOf(data).addCall(callItem(data, data['toolName']), atMs);
  }

  #addTotals(data: RawRecord, atMs: number | null): void {
    for (const { model, usage, requests } of this.#totals.read(data)) {
      this.#open().add({ kind: 'call', call: { model, usage, perCall: requests === 1 }, atMs });
    }
  }

  /** What a sub-agent says carries the call that started it. */
  #threadOf(data: RawRecord): TurnBuffer {
    const main = this.#open();
    const parent = textOrNull(data['parentToolCallId']);
    if (parent === null) return main;
    const known = this.#agents.get(parent);
    if (known !== undefined) return known;
    const { threadId: session } = this.#header();
    main.release();
    const agent = new TurnBuffer(
      new StepThread(this.#sink, {
        ...this.#header(),
        threadId: threadId(`${session}/agent-${parent}`),
        fallbackTitle: `Sub-agent ${parent}`,
        startedBy: { threadId: session, runId: main.thread.runId },
      }),
    );
    this.#agents.set(parent, agent);
    return agent;
  }

  #open(): TurnBuffer {
    this.#main ??= new TurnBuffer(new StepThread(this.#sink, this.#header()));
    return this.#main;
  }

  #header(): WriterHeader {
    const session = this.#session ?? this.#fallbackId;
    return {
      threadId: threadId(session),
      namespace: 'default',
      conversationId: conversationId(session),
      format: FORMAT,
      title: null,
      fallbackTitle: session,
      branchOf: null,
    };
  }
}

/** Without words of the user's own it is the program that urges the model on. */
function userStep(data: RawRecord, id: string | null, atMs: number | null): InputStep {
  const own = textOrNull(data['content']);
  const sent = textOrNull(data['transformedContent']);
  const item = parseInputItem({
    type: 'message',
    role: 'user',
    content: own ?? sent ?? '',
    ...(own === null || sent === null ? {} : { transformed_content: sent }),
  });
  const isTurn = own !== null && own.trim() !== '';
  return {
    kind: 'input',
    role: isTurn ? 'turn' : 'context',
    id,
    senderId: 'user',
    items: [item],
    runId: id,
    atMs,
  };
}

function resultStep(data: RawRecord, id: string | null, atMs: number | null): Step {
  const result = isRecord(data['result']) ? data['result']['content'] : data['result'];
  const error = isRecord(data['error']) ? data['error']['message'] : data['error'];
  const item = parseInputItem({
    type: 'function_call_output',
    call_id: textOrNull(data['toolCallId']) ?? '',
    output: textOrJson(result ?? error) ?? '',
    ...(data['success'] === false ? { is_error: true } : {}),
  });
  return { kind: 'input', role: 'result', id, senderId: 'tool', items: [item], atMs };
}

function callItem(call: RawRecord, name: unknown): InputItem {
  return parseInputItem({
    type: 'function_call',
    call_id: textOrNull(call['toolCallId']) ?? '',
    name: textOrNull(name) ?? '',
    arguments: call['arguments'] ?? {},
  });
}

function reasoningItem(data: RawRecord): InputItem | null {
  const text = textOrNull(data['reasoningText']);
  const sealed = textOrNull(data['reasoningOpaque']) ?? textOrNull(data['encryptedContent']);
  if (text === null && sealed === null) return null;
  return parseInputItem({
    type: 'reasoning',
    summary: text === null ? [] : [{ type: 'summary_text', text }],
    ...(sealed === null ? {} : { encrypted_content: sealed }),
  });
}

function compactionStep(data: RawRecord, id: string | null, atMs: number | null): CompactionStep {
  return {
    kind: 'compaction',
    id,
    text: textOrNull(data['summaryContent'])?.toWellFormed() ?? null,
    opaque: false,
    trigger: 'unknown',
    tokensBefore: tokenCount(data['preCompactionTokens']),
    tokensAfter: tokenCount(data['postCompactionTokens']),
    keptFromId: null,
    atMs,
  };
}

function noticeStep(
  level: NoticeStep['level'],
  text: unknown,
  ends: NoticeStep['ends'],
  atMs: number | null,
): NoticeStep {
  return { kind: 'notice', level, text: textOrJson(text) ?? '', ends, atMs };
}
