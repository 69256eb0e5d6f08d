import type {
  BoundaryView,
  FindHits,
  ItemView,
  MessageView,
  RunHeader,
  ThreadOverview,
  ThreadRef,
  ThreadRow,
  UsageTotals,
} from '../../core/contract.ts';
import { occupancyTokens } from '../../core/domain/context-occupancy.ts';
import type { Finding } from '../../core/domain/finding.ts';
import type { InputItem } from '../../core/domain/input-item.ts';
import type { ThreadDocument, ThreadRun } from '../../core/domain/thread.ts';
import { estimateMessageTokens } from '../../core/domain/token-estimate.ts';
import { findProblems } from '../../core/inspect/find-problems.ts';
import { measureThread, tokensOfRuns, type ThreadMeasures } from '../../core/inspect/measure-thread.ts';
import { messageText } from '../../core/inspect/message-text.ts';
import { callCount, modelOfThread, usageTotals } from '../../core/inspect/usage-totals.ts';
import { buildThreadProfile } from '../../core/replay/index.ts';

const GAP_MS = 5 * 60_000;
const CUT_AT = 20_000;
export const FAKE_CONTEXT_WINDOW = 128_000;

const LABELS: Readonly<Record<string, string>> = {
  'hastekit-jsonl': 'HasteKit',
  'claude-code': 'Claude Code',
  langgraph: 'LangGraph',
  langfuse: 'Langfuse',
  'openai-responses': 'OpenAI Responses',
};

/** One thread with everything the window may ask of it, worked out once. */
export interface FakeThread {
  readonly ref: ThreadRef;
  readonly document: ThreadDocument;
  readonly measures: ThreadMeasures;
  readonly findings: readonly Finding[];
}

export function openFake(ref: ThreadRef, document: ThreadDocument): FakeThread {
  const measures = measureThread(document);
  return { ref, document, measures, findings: findProblems(document, measures, FAKE_CONTEXT_WINDOW) };
}

export function rowOf(thread: FakeThread, snippet: string | null): ThreadRow {
  const { document, measures } = thread;
  const occupancy = document.runs.at(-1)?.occupancyAfter ?? null;
  const estimated = tokensOfRuns(measures, measures.coveredRuns, document.runs.length);
  return {
    thread: thread.ref,
    title: document.title,
    format: document.format,
    formatLabel: LABELS[document.format] ?? document.format,
    runCount: document.runs.length,
    occupancyTokens: occupancy === null ? estimated : occupancyTokens(occupancy),
    occupancyMeasured: occupancy !== null,
    contextWindow: FAKE_CONTEXT_WINDOW,
    boundaryCount: document.boundaries.length,
    findingCount: thread.findings.length,
    isBranch: document.branchOf !== null,
    isSample: document.threadId === 'refund',
    updatedAtMs: document.runs.at(-1)?.endedAtMs ?? null,
    snippet,
  };
}

export function overviewOf(thread: FakeThread): ThreadOverview {
  const { document, measures } = thread;
  const { runs } = document;
  return {
    thread: thread.ref,
    threadId: document.threadId,
    namespace: document.namespace,
    title: document.title,
    format: document.format,
    formatLabel: LABELS[document.format] ?? document.format,
    sourceName: `${document.threadId}.jsonl`,
    branchOf: null,
    runCount: runs.length,
    messageCount: runs.reduce((sum, run) => sum + run.messages.length, 0),
    toolCallCount: measures.toolPairs.reduce((sum, pairs) => sum + pairs.calls.length, 0),
    model: modelOfThread(runs),
    contextWindow: FAKE_CONTEXT_WINDOW,
    usage: usageTotals(runs),
    profile: buildThreadProfile(document),
    boundaries: document.boundaries.map((_, place) => boundaryView(thread, place)),
    appliedBoundary: measures.appliedBoundary,
    findingCount: thread.findings.length,
    runsWithFindings: [
      ...new Set(thread.findings.flatMap((finding) => runIndexOf(thread, finding) ?? [])),
    ].sort((left, right) => left - right),
    gaps: runs.flatMap((run, index) => {
      const before = runs[index - 1]?.endedAtMs ?? null;
      if (before === null || run.createdAtMs === null || run.createdAtMs - before <= GAP_MS) return [];
      return [{ beforeRun: index, ms: run.createdAtMs - before }];
    }),
  };
}

export function runIndexOf(thread: FakeThread, finding: Finding): number | null {
  const index = thread.document.runs.findIndex((run) => run.runId === finding.runId);
  return index < 0 ? null : index;
}

function boundaryView(thread: FakeThread, place: number): BoundaryView {
  const { document, measures } = thread;
  const boundary = document.boundaries[place]!;
  const verdict = measures.verdicts[place]!;
  const finding = thread.findings.find((candidate) => candidate.code === verdict.fault);
  const madeBy = document.runs.findIndex((run) => run.runId === boundary.madeByRunId);
  return {
    summaryId: boundary.summaryId,
    coveredRuns: verdict.coveredRuns,
    madeByRun: madeBy < 0 ? null : madeBy,
    applies: verdict.applies,
    inertReason: verdict.fault === null ? null : (finding?.message ?? verdict.fault),
    superseded: verdict.superseded,
    text: boundary.message === null ? null : messageText(boundary.message),
    opaque: boundary.opaque,
    summaryTokens: measures.summaryTokens[place] ?? null,
    coveredTokens: tokensOfRuns(measures, 0, verdict.coveredRuns),
    generation: verdict.generation,
    trigger: boundary.trigger,
    createdAtMs: boundary.createdAtMs,
    maker: null,
  };
}

export function headerOf(thread: FakeThread, index: number): RunHeader {
  const run = thread.document.runs[index]!;
  const pairs = thread.measures.toolPairs[index]!;
  const orphans =
    pairs.calls.filter((call) => call.resultRun === null).length +
    pairs.results.filter((result) => result.callRun === null).length;
  return {
    index,
    runId: run.runId,
    title: titleOf(run),
    status: run.status,
    messageCount: run.messages.length,
    modelCallCount: callCount(run),
    toolCallCount: pairs.calls.length,
    toolResultCount: pairs.results.length,
    orphanCount: orphans,
    estimatedTokens: tokensOfRuns(thread.measures, index, index + 1),
    occupancyAfter:
      run.occupancyAfter === null
        ? null
        : { measured: run.occupancyAfter.measuredTokens, pending: run.occupancyAfter.pendingTokens },
    usage: usageOf(run),
    startedAtMs: run.createdAtMs,
    durationMs: run.endedAtMs === null || run.createdAtMs === null ? null : run.endedAtMs - run.createdAtMs,
    isCopied: run.copiedFrom !== null,
    findingCount: thread.findings.filter((finding) => finding.runId === run.runId).length,
  };
}

function titleOf(run: ThreadRun): string {
  const first = run.messages[0];
  return first === undefined ? '' : (messageText(first).split('\n')[0] ?? '');
}

function usageOf(run: ThreadRun): UsageTotals {
  return usageTotals([run]);
}

export function messageViewOf(thread: FakeThread, run: number, index: number): MessageView {
  const message = thread.document.runs[run]!.messages[index]!;
  return {
    index,
    messageId: message.id,
    senderId: message.senderId,
    estimatedTokens: estimateMessageTokens(message),
    items: message.items.map(itemView),
  };
}

function itemView(item: InputItem): ItemView {
  switch (item.type) {
    case 'message':
      return { kind: 'text', role: item.role, ...cut(contentText(item.content)) };
    case 'function_call':
      return {
        kind: 'tool-call',
        callId: item.call_id,
        name: item.name,
        ...cut(item.arguments),
        answered: true,
      };
    case 'function_call_output':
      return {
        kind: 'tool-result',
        callId: item.call_id,
        name: null,
        ...cut(typeof item.output === 'string' ? item.output : contentText(item.output)),
        called: true,
      };
    default:
      return { kind: 'other', type: item.type, ...cut(JSON.stringify(item, null, 2)) };
  }
}

function contentText(content: string | readonly { readonly type: string }[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part && typeof part.text === 'string' ? part.text : '')).join('\n');
}

function cut(text: string): { readonly text: string; readonly cutFrom: number | null } {
  return text.length > CUT_AT
    ? { text: text.slice(0, CUT_AT), cutFrom: text.length }
    : { text, cutFrom: null };
}

/** The whole text of a message's items, for searching. */
export function searchText(thread: FakeThread, run: number, message: number): string {
  return messageViewOf(thread, run, message)
    .items.map((item) => ('text' in item ? item.text : ''))
    .join('\n');
}

export function findIn(thread: FakeThread, wanted: string): FindHits {
  const needle = wanted.toLowerCase();
  const hits: { run: number; message: number }[] = [];
  let total = 0;
  thread.document.runs.forEach((run, runIndex) => {
    run.messages.forEach((_, message) => {
      const count = searchText(thread, runIndex, message).toLowerCase().split(needle).length - 1;
      for (let hit = 0; hit < count; hit += 1) {
        total += 1;
        if (hits.length < 1000) hits.push({ run: runIndex, message });
      }
    });
  });
  return { total, hits };
}
