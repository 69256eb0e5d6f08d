import type { RunId } from '../domain/ids.ts';
import { writeUsage } from '../domain/run-meta.ts';
import type { RunRecord, RunStatus, SummaryBoundary, ThreadDocument, ThreadRun } from '../domain/thread.ts';
import { addUsage, NO_USAGE, type Usage } from '../domain/usage.ts';
import type { HastekitRecord } from '../persistence/hastekit-records.ts';

/**
 * A thread as records of the reference SDK's file history, in the order of its saves: each run, and
 * ahead of a run the summaries it made. Runs copied from another thread become the thread's own, so
 * that the file stands alone.
 */
export function hastekitHistory(document: ThreadDocument): readonly HastekitRecord[] {
  const madeBy = new Map<RunId | null, SummaryBoundary[]>();
  const runIds = new Set(document.runs.map((run) => run.runId));
  for (const boundary of document.boundaries) {
    const maker =
      boundary.madeByRunId !== null && runIds.has(boundary.madeByRunId) ? boundary.madeByRunId : null;
    const known = madeBy.get(maker);
    if (known === undefined) madeBy.set(maker, [boundary]);
    else known.push(boundary);
  }
  const summariesOf = (maker: RunId | null): readonly HastekitRecord[] =>
    (madeBy.get(maker) ?? []).map((summary) => ({ type: 'summary', namespace: document.namespace, summary }));
  return [
    ...document.runs.flatMap((run, index) => [
      ...summariesOf(run.runId),
      {
        type: 'message' as const,
        namespace: document.namespace,
        run: ownRun(run, document, document.runs[index - 1]?.runId ?? null),
      },
    ]),
    ...summariesOf(null),
  ];
}

function ownRun(run: ThreadRun, document: ThreadDocument, previousRunId: RunId | null): RunRecord {
  return {
    runId: run.runId,
    previousRunId,
    threadId: document.threadId,
    conversationId: document.conversationId,
    messages: run.messages,
    createdAtMs: run.createdAtMs,
    meta: 'run_state' in run.meta ? run.meta : { ...run.meta, run_state: hastekitRunState(run) },
  };
}

/** The state the SDK would have saved, for a run of another format. */
export function hastekitRunState(run: ThreadRun): Readonly<Record<string, unknown>> {
  const usage = reportedUsage(run);
  const { occupancyAfter } = run;
  return {
    status: STATUS[run.status],
    current_step: run.status === 'paused' ? 'await_approval' : 'complete',
    loop_iteration: Math.max(0, run.calls.length - 1),
    ...(usage === null ? {} : { usage: writeUsage(usage) }),
    ...(occupancyAfter === null
      ? {}
      : {
          context_tokens: occupancyAfter.measuredTokens,
          pending_context_tokens: occupancyAfter.pendingTokens,
        }),
  };
}

const STATUS: Readonly<Record<RunStatus, string>> = {
  complete: 'completed',
  cancelled: 'completed',
  headless: 'completed',
  open: 'running',
  paused: 'paused',
  error: 'error',
};

function reportedUsage(run: ThreadRun): Usage | null {
  const reports = run.calls.filter((call) => call.reported);
  if (reports.length === 0) return null;
  return reports
    .map((call) => ({
      inputTokens: call.prompt ?? 0,
      cachedTokens: call.cached ?? 0,
      outputTokens: call.output ?? 0,
      reasoningTokens: call.reasoning ?? 0,
      totalTokens: call.total ?? (call.prompt ?? 0) + (call.output ?? 0),
    }))
    .reduce(addUsage, NO_USAGE);
}
