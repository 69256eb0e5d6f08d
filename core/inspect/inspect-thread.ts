import type { ThreadDocument, ThreadRun } from '../domain/thread.ts';
import { contextWindowOf } from './context-windows.ts';
import { findProblems } from './find-problems.ts';
import type { BoundaryInspection, CallInspection, RunInspection, ThreadInspection } from './inspection.ts';
import { isoTime } from './iso-time.ts';
import { measureThread, tokensOfRuns, type ThreadMeasures } from './measure-thread.ts';
import { messageText } from './message-text.ts';
import { modelOfThread, usageTotals } from './usage-totals.ts';

export interface InspectOptions {
  /** Tokens. Given: this context window; null: unknown. Left out: that of the thread's model. */
  readonly contextWindow?: number | null;
}

/** Everything there is to say about a thread, as plain JSON. Linear in the size of the thread. */
export function inspectThread(document: ThreadDocument, options: InspectOptions = {}): ThreadInspection {
  const measures = measureThread(document);
  const model = modelOfThread(document.runs);
  const contextWindow = options.contextWindow === undefined ? contextWindowOf(model) : options.contextWindow;
  return {
    id: document.threadId,
    title: document.title,
    namespace: document.namespace,
    format: document.format,
    branchOf:
      document.branchOf === null
        ? null
        : { threadId: document.branchOf.threadId, runId: document.branchOf.runId },
    runs: document.runs.map((run, index) => inspectRun(run, index, measures)),
    boundaries: document.boundaries.map((_, place) => inspectBoundary(document, measures, place)),
    modelView: inspectModelView(document, measures),
    usage: inspectUsage(document),
    findings: findProblems(document, measures, contextWindow).map((finding) => ({
      code: finding.code,
      run: finding.runId,
      message: finding.message,
    })),
  };
}

function inspectRun(run: ThreadRun, index: number, measures: ThreadMeasures): RunInspection {
  const pairs = measures.toolPairs[index] ?? { calls: [], results: [] };
  return {
    id: run.runId,
    status: run.status,
    covered: index < measures.coveredRuns,
    copiedFrom: run.copiedFrom,
    messages: run.messages.length,
    items: run.messages.reduce((sum, message) => sum + message.items.length, 0),
    toolCalls: pairs.calls.length,
    toolResults: pairs.results.length,
    modelCalls: measures.callCounts[index] ?? 0,
    orphans: {
      calls: pairs.calls.filter((call) => call.resultRun === null).length,
      results: pairs.results.filter((result) => result.callRun === null).length,
    },
    calls: run.calls.map((call): CallInspection => {
      const { model, prompt, cached, cacheWritten, output, reasoning, total, reported, perCall } = call;
      return { model, prompt, cached, cacheWritten, output, reasoning, total, reported, perCall };
    }),
    estimatedTokens: tokensOfRuns(measures, index, index + 1),
    occupancyAfter:
      run.occupancyAfter === null
        ? null
        : { measured: run.occupancyAfter.measuredTokens, pending: run.occupancyAfter.pendingTokens },
    startedAt: isoTime(run.createdAtMs),
    endedAt: isoTime(run.endedAtMs),
  };
}

function inspectUsage(document: ThreadDocument): ThreadInspection['usage'] {
  const isReported = document.runs.some((run) => run.calls.some((call) => call.reported));
  return isReported ? usageTotals(document.runs) : null;
}

function inspectBoundary(
  document: ThreadDocument,
  measures: ThreadMeasures,
  place: number,
): BoundaryInspection {
  const boundary = document.boundaries[place];
  const verdict = measures.verdicts[place];
  if (boundary === undefined || verdict === undefined) throw new RangeError(`no boundary ${place}`);
  return {
    summaryId: boundary.summaryId,
    afterRun: boundary.lastSummarizedRunId,
    anchored: verdict.anchored,
    applies: verdict.applies,
    text: boundary.message === null ? null : messageText(boundary.message),
    tokens: measures.summaryTokens[place] ?? null,
    tokensBefore: boundary.tokensBefore,
    tokensAfter: boundary.tokensAfter,
    trigger: boundary.trigger,
    generation: verdict.generation,
    opaque: boundary.opaque,
    madeBy: boundary.madeByRunId,
  };
}

function inspectModelView(document: ThreadDocument, measures: ThreadMeasures): ThreadInspection['modelView'] {
  const { appliedBoundary, coveredRuns } = measures;
  const summaryTokens = appliedBoundary === null ? 0 : (measures.summaryTokens[appliedBoundary] ?? 0);
  return {
    summaryId: appliedBoundary === null ? null : (document.boundaries[appliedBoundary]?.summaryId ?? null),
    runs: document.runs.slice(coveredRuns).map((run) => run.runId),
    estimatedTokens: summaryTokens + tokensOfRuns(measures, coveredRuns, document.runs.length),
  };
}
