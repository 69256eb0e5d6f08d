import { parseInputItem } from '../parse-input-item.ts';
import { isRecord, textOrJson, type RawRecord } from '../raw-record.ts';
import { isList, textOrNull } from '../readers/json-text.ts';
import { readTimeMs } from '../readers/time.ts';
import { ReplyReports } from '../steps/reply-reports.ts';
import type { StepThread } from '../steps/step-thread.ts';
import type { NoticeStep } from '../steps/step.ts';
import { actionItems, inputItem, replyItems, resultItem } from './event-items.ts';
import { UsageTotals } from './usage-totals.ts';

const SILENT: ReadonlySet<string> = new Set([
  'CondensationRequest',
  'CondensationSummaryEvent',
  'LLMCompletionLogEvent',
  'TokenEvent',
  'StreamingDeltaEvent',
  'InterruptEvent',
]);

/** The model that the agent itself is; others summarize, judge or name. */
const AGENT_USAGE: ReadonlySet<string> = new Set(['default', 'agent']);

/** Turns the events of one conversation, in order, into the steps of its thread. */
export class EventLog {
  readonly #thread: StepThread;
  readonly #replies: ReplyReports;
  readonly #totals = new UsageTotals();
  /** Ids of the events with steps, in order: a condensation names those that it forgets. */
  readonly #ids: string[] = [];
  #answer: string | null = null;

  constructor(thread: StepThread) {
    this.#thread = thread;
    this.#replies = new ReplyReports((step) => {
      thread.add(step);
    });
  }

  /** @returns False for an event that isn't known. */
  add(event: RawRecord): boolean {
    const id = textOrNull(event['id']);
    const atMs = readTimeMs(event['timestamp']);
    const kind = textOrNull(event['kind']) ?? '';
    if (kind !== 'ConversationStateUpdateEvent' && id !== null) this.#ids.push(id);
    switch (kind) {
      case 'SystemPromptEvent':
        this.#addInstructions(event, id, atMs);
        return true;
      case 'MessageEvent':
        this.#addMessage(event, id, atMs);
        return true;
      case 'ActionEvent':
        this.#beginAnswer(textOrNull(event['llm_response_id']) ?? id);
        for (const item of actionItems(event)) this.#replies.add(item, id, atMs);
        return true;
      case 'ObservationEvent':
      case 'UserRejectObservation':
        this.#addResult(event, id, atMs);
        return true;
      case 'AgentErrorEvent':
        if (textOrNull(event['tool_call_id']) !== null) this.#addResult(event, id, atMs);
        else this.#notice('error', event['error'], 'error', atMs);
        return true;
      case 'ConversationErrorEvent':
        this.#notice('error', event['detail'] ?? event['error'] ?? event['code'], 'error', atMs);
        return true;
      case 'PauseEvent':
        this.#notice('info', '', 'paused', atMs);
        return true;
      case 'Condensation':
      case 'CondensationEvent':
        this.#addCondensation(event, id, atMs);
        return true;
      case 'ConversationStateUpdateEvent':
        this.#addState(event, atMs);
        return true;
      default:
        return SILENT.has(kind);
    }
  }

  end(): void {
    this.#replies.end();
  }

  /** Actions of one answer are one reply. */
  #beginAnswer(answer: string | null): void {
    if (answer !== this.#answer) this.#replies.close();
    this.#answer = answer;
  }

  #addInstructions(event: RawRecord, id: string | null, atMs: number | null): void {
    const prompt = event['system_prompt'];
    const text = textOrNull(isRecord(prompt) ? prompt['text'] : prompt);
    if (text === null) return;
    const items = [parseInputItem({ type: 'message', role: 'system', content: text })];
    this.#thread.add({ kind: 'input', role: 'instructions', id, senderId: 'system', items, atMs });
  }

  #addMessage(event: RawRecord, id: string | null, atMs: number | null): void {
    const message = isRecord(event['llm_message']) ? event['llm_message'] : event;
    if (event['source'] === 'agent' || message['role'] === 'assistant') {
      this.#beginAnswer(textOrNull(event['llm_response_id']) ?? id);
      for (const item of replyItems(message)) this.#replies.add(item, id, atMs);
      return;
    }
    this.#replies.close();
    const isTurn = event['source'] === 'user';
    const senderId = textOrNull(event['sender']) ?? textOrNull(event['source']) ?? 'user';
    const role = isTurn ? 'turn' : 'context';
    if (isTurn) this.#replies.beginRun();
    this.#thread.add({ kind: 'input', role, id, senderId, items: [inputItem(message)], runId: id, atMs });
  }

  #addResult(event: RawRecord, id: string | null, atMs: number | null): void {
    this.#replies.close();
    this.#thread.add({
      kind: 'input',
      role: 'result',
      id,
      senderId: 'tool',
      items: [resultItem(event)],
      atMs,
    });
  }

  #addCondensation(event: RawRecord, id: string | null, atMs: number | null): void {
    this.#replies.close();
    this.#thread.add({
      kind: 'compaction',
      id,
      text: textOrNull(event['summary'])?.toWellFormed() ?? null,
      opaque: false,
      trigger: 'auto',
      tokensBefore: null,
      tokensAfter: null,
      keptFromId: this.#firstKept(event['forgotten_event_ids'] ?? event['forgotten']),
      atMs,
    });
  }

  #firstKept(forgotten: unknown): string | null {
    if (!isList(forgotten) || forgotten.length === 0) return null;
    const names = new Set(forgotten);
    const last = this.#ids.findLastIndex((id) => names.has(id));
    return last < 0 ? null : (this.#ids[last + 1] ?? null);
  }

  #addState(event: RawRecord, atMs: number | null): void {
    const { key, value } = event;
    if (key === 'execution_status' || key === 'agent_status') this.#addStatus(value, atMs);
    const stats = key === 'stats' ? value : key === 'full_state' && isRecord(value) ? value['stats'] : null;
    for (const { usageId, call } of this.#totals.read(stats)) {
      // Others leave no reply of their own in the thread, and neither does a sum of several calls.
      if (AGENT_USAGE.has(usageId) && call.perCall !== false) this.#replies.report(call, atMs);
      else this.#thread.add({ kind: 'call', call, atMs });
    }
  }

  #addStatus(status: unknown, atMs: number | null): void {
    if (status === 'error' || status === 'stuck')
      this.#notice('error', `The agent is ${status === 'stuck' ? 'stuck' : 'in error'}.`, 'error', atMs);
    else if (status === 'paused' || status === 'waiting_for_confirmation')
      this.#notice('info', '', 'paused', atMs);
  }

  #notice(level: NoticeStep['level'], text: unknown, ends: NoticeStep['ends'], atMs: number | null): void {
    this.#replies.close();
    this.#thread.add({ kind: 'notice', level, text: textOrJson(text) ?? '', ends, atMs });
  }
}
