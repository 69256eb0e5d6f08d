import type { DiffSummary, ViewChoice } from '../../core/contract.ts';
import { headerOf } from '../../core/adapters/sqlite/refresh-thread.ts';
import { boundaryOf } from '../../core/adapters/sqlite/summary-rows.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import { runId } from '../../core/domain/ids.ts';
import type { Message } from '../../core/domain/message.ts';
import type { SummaryBoundary } from '../../core/domain/thread.ts';
import { estimateMessageTokens } from '../../core/domain/token-estimate.ts';
import { evaluateBoundaries } from '../../core/inspect/evaluate-boundaries.ts';
import { messageText } from '../../core/inspect/message-text.ts';
import { previewPolicy } from '../../core/replay/preview-policy.ts';
import { experimentOf, summaryMessageOf } from './experiment-rows.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** What the model is sent of a thread. */
export interface ResolvedView {
  /** Runs 0 … coveredRuns−1 are not in it as written. */
  readonly coveredRuns: number;
  readonly covering: DiffSummary['covering'];
  /** Stands in front of the runs; null for none, and for one that is only modelled. */
  readonly message: Message | null;
  readonly summary: DiffSummary['summary'];
}

const WHOLE: ResolvedView = { coveredRuns: 0, covering: null, message: null, summary: null };

/** @throws InspectorError 'not-found' for an experiment that isn't there. */
export function resolveView(
  context: WorkspaceContext,
  thread: ThreadRowRecord,
  choice: ViewChoice,
): ResolvedView {
  switch (choice.kind) {
    case 'stored': {
      const applied = appliedBoundary(context, thread);
      if (applied === null) return WHOLE;
      return withMessage(applied.coveredRuns, applied.boundary.message, applied.boundary.opaque);
    }
    case 'policy': {
      const preview = previewPolicy(context.cache.profile(thread), choice.policy);
      if (preview.coveredRuns === 0) return WHOLE;
      const tokens = preview.summaryTokens;
      return {
        coveredRuns: preview.coveredRuns,
        covering: tokens === null ? 'dropped' : 'summary',
        message: null,
        summary: tokens === null ? null : { text: null, tokens, modelled: true },
      };
    }
    case 'experiment': {
      const experiment = experimentOf(context.db, choice.experiment);
      return withMessage(experiment.covered_runs, summaryMessageOf(experiment), false);
    }
  }
}

interface CoveringBoundary {
  readonly boundary: SummaryBoundary;
  readonly coveredRuns: number;
}

/**
 * The stored summary that applies at the thread's tip; null when none does. `earlier` is the one that its own
 * summarizer was sent in place of the runs before: null for a summary of nothing but runs.
 */
export function appliedBoundary(
  { reader }: WorkspaceContext,
  thread: ThreadRowRecord,
): (CoveringBoundary & { readonly earlier: CoveringBoundary | null }) | null {
  const boundaries = reader
    .summaries(thread.thread_ref)
    .map((row) => boundaryOf(row, headerOf(thread).threadId));
  if (boundaries.length === 0) return null;
  const verdicts = evaluateBoundaries(reader.runIds(thread.thread_ref).map(runId), boundaries);
  const place = verdicts.findIndex((verdict) => verdict.applies);
  const boundary = boundaries[place];
  const verdict = verdicts[place];
  if (boundary === undefined || verdict === undefined) return null;
  // What stands in front of a summary of a summary is the one written just before it.
  const before = verdict.generation > 1 ? boundaries[place - 1] : undefined;
  const earlier =
    before === undefined
      ? null
      : {
          boundary: before,
          coveredRuns: Math.min(verdicts[place - 1]?.coveredRuns ?? 0, verdict.coveredRuns),
        };
  return { boundary, coveredRuns: verdict.coveredRuns, earlier };
}

function withMessage(coveredRuns: number, message: Message | null, opaque: boolean): ResolvedView {
  return {
    coveredRuns,
    covering: message === null && !opaque ? 'dropped' : 'summary',
    message,
    summary:
      message === null
        ? null
        : { text: messageText(message), tokens: estimateMessageTokens(message), modelled: false },
  };
}
