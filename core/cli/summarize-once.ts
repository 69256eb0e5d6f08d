import type { ContextOccupancy } from '../domain/context-occupancy.ts';
import { occupancyTokens } from '../domain/context-occupancy.ts';
import type { IdSource } from '../domain/id-source.ts';
import type { RunId } from '../domain/ids.ts';
import { placeMessages } from '../domain/model-view.ts';
import type { PolicySpec } from '../domain/policy-spec.ts';
import type { StoredSummary, ThreadDocument } from '../domain/thread.ts';
import { estimateMessagesTokens } from '../domain/token-estimate.ts';
import type { Usage } from '../domain/usage.ts';
import { measureThread } from '../inspect/measure-thread.ts';
import { messageText } from '../inspect/message-text.ts';
import { createSummarizer } from '../summarizers/create-summarizer.ts';
import type { SummaryRequest } from '../summarizers/summary-input.ts';
import type { SummaryModel } from '../summarizers/summary-model.ts';

export interface SummarizeOptions {
  readonly policy: Exclude<PolicySpec, { readonly summarizer: 'none' }>;
  /** Null for a policy that asks no model. */
  readonly model: SummaryModel | null;
  readonly instruction: string;
  readonly includeToolArguments: boolean;
  readonly signal: AbortSignal;
  readonly ids: IdSource;
  readonly nowMs: () => number;
  readonly onWarning: (warning: string) => void;
}

/** What one summarizing did, or why it did nothing. */
export interface SummarizeOutcome {
  readonly summary: StoredSummary | null;
  readonly summaryText: string | null;
  /** Runs that the model no longer sees as written, from the first on. */
  readonly coveredRuns: readonly RunId[];
  readonly keptRuns: readonly RunId[];
  readonly boundary: RunId | null;
  readonly request: SummaryRequest | null;
  readonly usage: Usage | null;
  readonly durationMs: number;
  readonly modelName: string | null;
  /** Null when a summary was made or runs were dropped. */
  readonly reason: string | null;
}

/**
 * Runs a summarizer once on the tip of a thread: on what the model would be sent next.
 *
 * @throws InspectorError as the summarizer does.
 */
export async function summarizeOnce(
  document: ThreadDocument,
  options: SummarizeOptions,
): Promise<SummarizeOutcome> {
  const measures = measureThread(document);
  const applied = measures.appliedBoundary === null ? null : document.boundaries[measures.appliedBoundary];
  const view = { summary: applied ?? null, runs: document.runs.slice(measures.coveredRuns) };
  const placed = placeMessages(view);
  const occupancy = tipOccupancy(document, estimateMessagesTokens(placed.messages));
  const asked: { request: SummaryRequest | null; modelName: string | null } = {
    request: null,
    modelName: options.model?.modelName ?? null,
  };
  const summarizer = createSummarizer(options.policy, {
    model: options.model,
    instruction: options.instruction,
    includeToolArguments: options.includeToolArguments,
    newMessageId: options.ids.newMessageId,
    newSummaryId: options.ids.newSummaryId,
    onWarning: options.onWarning,
    onRequest: (request) => {
      asked.request = request;
    },
    onAnswer: ({ modelName }) => {
      asked.modelName = modelName;
    },
  });
  const startedAtMs = options.nowMs();
  const result = (await summarizer?.summarize({ ...placed, occupancy, signal: options.signal })) ?? null;
  const durationMs = options.nowMs() - startedAtMs;
  const boundary = result?.lastSummarizedRunId ?? null;
  const covered =
    boundary === null
      ? measures.coveredRuns
      : document.runs.findLastIndex((run) => run.runId === boundary) + 1;
  const runIds = document.runs.map((run) => run.runId);
  return {
    summary:
      result === null
        ? null
        : {
            summaryId: result.summaryId,
            threadId: document.threadId,
            message: result.summary,
            lastSummarizedRunId: boundary,
            createdAtMs: startedAtMs,
          },
    summaryText: result === null || result.summary === null ? null : messageText(result.summary),
    coveredRuns: runIds.slice(0, covered),
    keptRuns: runIds.slice(covered),
    boundary,
    request: asked.request,
    usage: result?.usage ?? null,
    durationMs,
    modelName: options.policy.summarizer === 'llm' && result !== null ? asked.modelName : null,
    reason: result === null ? reasonOf(options.policy, occupancy, view.runs.length) : null,
  };
}

/** What the source measured, else the estimate of the whole view. */
function tipOccupancy(document: ThreadDocument, viewTokens: number): ContextOccupancy {
  return document.runs.at(-1)?.occupancyAfter ?? { measuredTokens: 0, pendingTokens: viewTokens };
}

function reasonOf(policy: SummarizeOptions['policy'], occupancy: ContextOccupancy, runCount: number): string {
  const runs = runCount === 1 ? '1 run' : `${runCount} runs`;
  if (policy.summarizer === 'sliding-window') {
    return `nothing to drop: the model sees ${runs}, and ${policy.keepCount} are kept`;
  }
  const tokens = occupancyTokens(occupancy);
  if (tokens <= policy.tokenThreshold) {
    return `below the threshold: ${tokens} of ${policy.tokenThreshold} tokens`;
  }
  return `too few runs: the model sees ${runs}, and ${policy.keepRecentCount} are kept`;
}
