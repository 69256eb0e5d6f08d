import { messageId, runId, summaryId, threadId, conversationId } from '../../../../core/domain/ids.ts';
import type { InputItem } from '../../../../core/domain/input-item.ts';
import type { Message } from '../../../../core/domain/message.ts';
import type { ModelCall } from '../../../../core/domain/model-call.ts';
import type { SummaryBoundary, ThreadDocument, ThreadRun } from '../../../../core/domain/thread.ts';

let messageCount = 0;

/** A message of one item of the given kind whose estimate is `tokens`, each with a text of its own. */
export function sized(kind: 'user' | 'assistant' | 'system' | 'call' | 'result', tokens: number): Message {
  messageCount += 1;
  return { id: messageId(`m${messageCount}`), senderId: '', items: [itemOf(kind, tokens, messageCount)] };
}

/** Framing is 4 tokens and a text's last token may be cut short, so 4 × (tokens − 4) bytes are exactly right. */
function itemOf(kind: Parameters<typeof sized>[0], tokens: number, salt: number): InputItem {
  const filler = (bytes: number): string => String(salt).padEnd(bytes, '.').slice(0, bytes);
  const bytes = 4 * (tokens - 4);
  switch (kind) {
    case 'call':
      // The name takes one token of its own.
      return {
        type: 'function_call',
        call_id: `c${salt}`,
        name: 'look',
        arguments: filler(bytes - 4),
      };
    case 'result':
      return { type: 'function_call_output', call_id: `c${salt}`, output: filler(bytes) };
    default:
      return { type: 'message', role: kind, content: filler(bytes) };
  }
}

export interface RunParts {
  readonly messages: readonly Message[];
  readonly calls?: readonly ModelCall[];
  /** Measured occupancy after the run. */
  readonly afterTokens?: number;
  readonly atMs?: number;
}

/** Runs `r1`, `r2`, … of one thread. */
export function threadOf(
  runs: readonly RunParts[],
  boundaries: readonly SummaryBoundary[] = [],
): ThreadDocument {
  return {
    threadId: threadId('t-1'),
    namespace: 'default',
    conversationId: conversationId('c-1'),
    format: 'test',
    title: '',
    branchOf: null,
    runs: runs.map(runOf),
    boundaries,
  };
}

function runOf(parts: RunParts, index: number): ThreadRun {
  return {
    runId: runId(`r${index + 1}`),
    previousRunId: index === 0 ? null : runId(`r${index}`),
    threadId: threadId('t-1'),
    conversationId: conversationId('c-1'),
    messages: parts.messages,
    createdAtMs: parts.atMs ?? null,
    meta: {},
    status: 'complete',
    calls: parts.calls ?? [],
    occupancyAfter:
      parts.afterTokens === undefined ? null : { measuredTokens: parts.afterTokens, pendingTokens: 0 },
    endedAtMs: null,
    copiedFrom: null,
  };
}

/** A call that was reported; everything not named isn't told. */
export function reported(parts: Partial<ModelCall>): ModelCall {
  return {
    model: null,
    replyAt: null,
    prompt: null,
    cached: null,
    cacheWritten: null,
    output: null,
    reasoning: null,
    total: null,
    reported: true,
    perCall: true,
    atMs: null,
    ...parts,
  };
}

/** The boundary that run `madeBy` set behind run `covers` (both from 1), with a summary of `tokens`; 0 for none. */
export function boundary(
  madeBy: number | null,
  covers: number | null,
  tokens: number,
  overrides: Partial<SummaryBoundary> = {},
): SummaryBoundary {
  return {
    summaryId: summaryId(`s-${madeBy ?? 'x'}-${covers ?? 'x'}`),
    threadId: threadId('t-1'),
    message: tokens === 0 ? null : sized('system', tokens),
    lastSummarizedRunId: covers === null ? null : runId(`r${covers}`),
    createdAtMs: null,
    madeByRunId: madeBy === null ? null : runId(`r${madeBy}`),
    trigger: 'auto',
    tokensBefore: null,
    tokensAfter: null,
    opaque: false,
    ...overrides,
  };
}

/** The policy of an LLM summarizer. */
export function llm(tokenThreshold: number, keepRecentCount: number) {
  return { summarizer: 'llm', tokenThreshold, keepRecentCount } as const;
}

export function slidingWindow(keepCount: number) {
  return { summarizer: 'sliding-window', keepCount } as const;
}

export const NO_SUMMARIZER = { summarizer: 'none' } as const;
