import { conversationId, messageId, runId, summaryId, threadId, type RunId } from '../../core/domain/ids.ts';
import type { InputItem, MessageRole } from '../../core/domain/input-item.ts';
import type { Message } from '../../core/domain/message.ts';
import type { MessageOrigin } from '../../core/domain/run-block.ts';
import type { RunRecord, StoredSummary, ThreadKey } from '../../core/domain/thread.ts';
import type { Usage } from '../../core/domain/usage.ts';

export function message(id: string, text: string, role: MessageRole = 'user'): Message {
  return bundle(id, { type: 'message', role, content: [{ type: textType(role), text }] });
}

/** A message of the given items. */
export function bundle(id: string, ...items: readonly InputItem[]): Message {
  return { id: messageId(id), senderId: 'user-1', items };
}

export function run(id: string, messages: readonly Message[], overrides: Partial<RunRecord> = {}): RunRecord {
  return {
    runId: runId(id),
    previousRunId: null,
    threadId: threadId('t-1'),
    conversationId: conversationId('c-1'),
    messages,
    createdAtMs: 1_755_000_000_000,
    meta: {},
    ...overrides,
  };
}

/** Runs `r1`, `r2`, … that follow one another, each of one user message `m1`, `m2`, …. */
export function chainOfRuns(count: number): readonly RunRecord[] {
  return Array.from({ length: count }, (_, index) =>
    run(`r${index + 1}`, [message(`m${index + 1}`, `text of m${index + 1}`)], {
      previousRunId: index === 0 ? null : runId(`r${index}`),
    }),
  );
}

export function summary(
  id: string,
  lastSummarizedRun: string | null,
  overrides: Partial<StoredSummary> = {},
): StoredSummary {
  return {
    summaryId: summaryId(id),
    threadId: threadId('t-1'),
    message: message(`${id}-message`, `Previous conversation summary: ${id}`, 'system'),
    lastSummarizedRunId: lastSummarizedRun === null ? null : runId(lastSummarizedRun),
    createdAtMs: 1_755_000_000_500,
    ...overrides,
  };
}

export function threadKey(id = 't-1', namespace = 'default'): ThreadKey {
  return { namespace, threadId: threadId(id) };
}

export function runOrigin(id: RunId | string): MessageOrigin {
  return { kind: 'run', runId: runId(id) };
}

export function summaryOrigin(id: string): MessageOrigin {
  return { kind: 'summary', summaryId: summaryId(id) };
}

export function usage(inputTokens: number, outputTokens: number): Usage {
  return {
    inputTokens,
    cachedTokens: 0,
    outputTokens,
    reasoningTokens: 0,
    totalTokens: inputTokens + outputTokens,
  };
}

/** `prefix-1`, `prefix-2`, … */
export function numberedIds(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}-${(count += 1)}`;
}

/** A clock that a test moves by hand; it starts in August 2025. */
export class HandClock {
  #ms = 1_755_000_000_000;
  readonly nowMs = (): number => this.#ms;

  advance(ms: number): void {
    this.#ms += ms;
  }
}

function textType(role: MessageRole): 'input_text' | 'output_text' {
  return role === 'assistant' ? 'output_text' : 'input_text';
}
