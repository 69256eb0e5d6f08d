import { randomUUID } from 'node:crypto';
import type { ExperimentRequest } from '../../core/contract.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import { waitForWrite } from '../../core/adapters/sqlite/wait-for-write.ts';
import { occupancyTokens, type ContextOccupancy } from '../../core/domain/context-occupancy.ts';
import { idSource } from '../../core/domain/id-source.ts';
import { placeMessages } from '../../core/domain/model-view.ts';
import { effectiveKeepCount, effectiveKeepRecentCount } from '../../core/domain/policy-spec.ts';
import type { RunRecord } from '../../core/domain/thread.ts';
import { estimateMessageTokens, estimateMessagesTokens } from '../../core/domain/token-estimate.ts';
import { survivalIn } from '../../core/facts/survival.ts';
import { messageText } from '../../core/inspect/message-text.ts';
import { createSummarizer } from '../../core/summarizers/create-summarizer.ts';
import type { SummaryResult } from '../../core/summarizers/history-summarizer.ts';
import type { SummaryModel } from '../../core/summarizers/summary-model.ts';
import { cancelSignalOf } from './cancel-flag.ts';
import { storeExperiment } from './store-experiment.ts';
import { appliedBoundary } from './model-view.ts';
import { threadOf } from './open-thread.ts';
import { runOfRow } from '../../core/adapters/sqlite/stored-runs.ts';
import { takeTurns } from './take-turns.ts';
import type { AskModel } from './ask-model.ts';
import type { ExperimentCall, ModelReply } from './worker-messages.ts';
import type { WorkspaceContext } from './workspace-context.ts';
import type { ExperimentOutcome } from './workspace-requests.ts';

/** What the model was asked and what it answered; null where it wasn't. */
export interface AskedModel {
  input: string | null;
  reply: ModelReply | null;
}

/**
 * Runs a summarizer once on the tip of a thread: on what the model would be sent next. What comes of it
 * is stored before it is answered: it may have been paid for.
 */
export async function runExperiment(
  context: WorkspaceContext,
  call: ExperimentCall,
  askModel: AskModel,
): Promise<ExperimentOutcome> {
  const { request } = call;
  const signal = cancelSignalOf(call.cancelFlag);
  const thread = threadOf(context.reader, request.thread);
  const applied = appliedBoundary(context, thread);
  const runs = await loadRuns(context, thread, applied?.coveredRuns ?? 0, () => {
    signal.throwIfAborted();
  });
  const placed = placeMessages({ summary: applied?.boundary ?? null, runs });
  const occupancy = tipOccupancy(context, thread, () => estimateMessagesTokens(placed.messages));

  const asked: AskedModel = { input: null, reply: null };
  const ids = idSource(randomUUID);
  const summarizer = createSummarizer(request.policy, {
    model: modelThrough(askModel, call, asked),
    instruction: request.instruction,
    includeToolArguments: request.includeToolArguments,
    newMessageId: ids.newMessageId,
    newSummaryId: ids.newSummaryId,
  });
  const startedAtMs = context.nowMs();
  const result = (await summarizer?.summarize({ ...placed, occupancy, signal })) ?? null;
  const durationMs = context.nowMs() - startedAtMs;
  if (result === null) {
    return { experiment: null, reason: reasonOf(request, occupancy, runs.length) };
  }
  const coveredRuns = coveredBy(context, thread, result);
  const summaryText = result.summary === null ? null : messageText(result.summary);
  const experiment = await waitForWrite(() =>
    storeExperiment(context, {
      request,
      result,
      asked,
      coveredRuns,
      coveredTokens: context.reader.totalsBefore(request.thread, coveredRuns).tokens,
      summaryText,
      summaryTokens: result.summary === null ? null : estimateMessageTokens(result.summary),
      durationMs,
      createdAtMs: startedAtMs,
    }),
  );
  await addSurvival(context, thread, experiment, coveredRuns, summaryText);
  return { experiment, reason: null };
}

/** In turns with other requests; the runs that a stored summary covers are not read at all. */
async function loadRuns(
  context: WorkspaceContext,
  thread: ThreadRowRecord,
  from: number,
  checkCancelled: () => void,
): Promise<readonly RunRecord[]> {
  const turns = takeTurns();
  const runs: RunRecord[] = [];
  for (let position = from; position < thread.run_count; position += 1) {
    const row = context.reader.runAt(thread.thread_ref, position);
    if (row !== null) runs.push({ ...runOfRow(row, thread), messages: context.reader.messages(row) });
    checkCancelled();
    await turns.pass();
  }
  return runs;
}

/** What the source measured, else the estimate of the whole view. */
function tipOccupancy(
  { reader }: WorkspaceContext,
  thread: ThreadRowRecord,
  estimate: () => number,
): ContextOccupancy {
  const tip = reader.runAt(thread.thread_ref, thread.run_count - 1);
  if (tip === null || tip.measured_tokens === null) return { measuredTokens: 0, pendingTokens: estimate() };
  return { measuredTokens: tip.measured_tokens, pendingTokens: tip.pending_tokens ?? 0 };
}

/** The summarizer's model: its one call is made by main, and what it was asked and said is kept. */
function modelThrough(askModel: AskModel, call: ExperimentCall, asked: AskedModel): SummaryModel {
  return {
    modelName: call.modelName,
    complete: async ({ instruction, input }) => {
      asked.input = input;
      const reply = await askModel({ jobId: call.jobId, instruction, input });
      asked.reply = reply;
      return reply;
    },
  };
}

function coveredBy(context: WorkspaceContext, thread: ThreadRowRecord, result: SummaryResult): number {
  const boundary = result.lastSummarizedRunId;
  const row = boundary === null ? null : context.reader.runById(thread.thread_ref, boundary);
  return row === null ? 0 : row.position + 1;
}

/** After the result is safe: it reads the whole thread, and what it finds can be worked out again. */
async function addSurvival(
  context: WorkspaceContext,
  thread: ThreadRowRecord,
  experiment: number,
  coveredRuns: number,
  summaryText: string | null,
): Promise<void> {
  const index = await context.cache.facts(thread);
  const { total, surviving } = survivalIn(index, { coveredRuns, summaryText });
  const update = context.db.prepare(
    'UPDATE experiments SET fact_count = ?, surviving_fact_count = ? WHERE experiment_id = ?',
  );
  await waitForWrite(() => update.run(total, surviving, experiment));
}

function reasonOf({ policy }: ExperimentRequest, occupancy: ContextOccupancy, runCount: number): string {
  const runs = runCount === 1 ? '1 run' : `${runCount} runs`;
  if (policy.summarizer === 'sliding-window') {
    return `Nothing to drop: the model sees ${runs}, and ${effectiveKeepCount(policy.keepCount)} are kept.`;
  }
  const tokens = occupancyTokens(occupancy);
  if (tokens <= policy.tokenThreshold) {
    const [held, limit] = [tokens, policy.tokenThreshold].map((count) => count.toLocaleString('en-US'));
    return `Below the threshold: the context holds ${held} tokens, and more than ${limit} are needed.`;
  }
  const keep = effectiveKeepRecentCount(policy.keepRecentCount);
  if (runCount > keep) return 'Nothing to summarize: the summarizer has no instruction.';
  return `Too few runs: the model sees ${runs}, and ${keep} are kept.`;
}
