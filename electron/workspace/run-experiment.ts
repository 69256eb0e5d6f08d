import { randomUUID } from 'node:crypto';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import { waitForWrite } from '../../core/adapters/sqlite/wait-for-write.ts';
import { idSource } from '../../core/domain/id-source.ts';
import { placeMessages } from '../../core/domain/model-view.ts';
import {
  effectiveKeepCount,
  effectiveKeepRecentCount,
  type PolicySpec,
} from '../../core/domain/policy-spec.ts';
import type { RunRecord } from '../../core/domain/thread.ts';
import { estimateMessageTokens } from '../../core/domain/token-estimate.ts';
import { messageText } from '../../core/inspect/message-text.ts';
import { indexProfile } from '../../core/replay/index-profile.ts';
import { previewPolicy, type PolicyPreview } from '../../core/replay/preview-policy.ts';
import type { ThreadProfile } from '../../core/replay/thread-profile.ts';
import { createSummarizer } from '../../core/summarizers/create-summarizer.ts';
import type { SummaryResult } from '../../core/summarizers/history-summarizer.ts';
import type { SummaryModel } from '../../core/summarizers/summary-model.ts';
import { cancelSignalOf } from './cancel-flag.ts';
import { storeExperiment } from './store-experiment.ts';
import { threadOf } from './open-thread.ts';
import { runOfRow } from '../../core/adapters/sqlite/stored-runs.ts';
import { survival } from './survival.ts';
import { takeTurns } from './take-turns.ts';
import type { AskModel } from './ask-model.ts';
import type { ExperimentCall, ModelReply, SurvivalQuestion } from './worker-messages.ts';
import type { WorkspaceContext } from './workspace-context.ts';
import type { ExperimentOutcome } from './workspace-requests.ts';

/** What the model was asked and what it answered; null where it wasn't. */
export interface AskedModel {
  input: string | null;
  reply: ModelReply | null;
}

/**
 * Really runs the summarizer on the transcript up to the last fold that the policy's preview shows, as if
 * no earlier summary existed: its boundary is the preview's. What comes of it is stored before it is
 * answered, because it may have been paid for.
 */
export async function runExperiment(
  context: WorkspaceContext,
  call: ExperimentCall,
  askModel: AskModel,
): Promise<ExperimentOutcome> {
  const { request } = call;
  const signal = cancelSignalOf(call.cancelFlag);
  const thread = threadOf(context.reader, request.thread);
  const profile = context.cache.profile(thread);
  const preview = previewPolicy(profile, request.policy);
  const fold = preview.foldCalls.at(-1);
  if (fold === undefined)
    return { experiment: null, reason: reasonOf(request.policy, preview, thread.run_count) };

  const runs = await loadPrompt(context, thread, promptOf(profile, fold), () => {
    signal.throwIfAborted();
  });
  const asked: AskedModel = { input: null, reply: null };
  const ids = idSource(randomUUID);
  const summarizer = createSummarizer(request.policy, {
    model: modelThrough(askModel, call, asked),
    instruction: request.instruction,
    includeToolArguments: request.includeToolArguments,
    takesShortAnswers: true,
    newMessageId: ids.newMessageId,
    newSummaryId: ids.newSummaryId,
  });
  const startedAtMs = context.nowMs();
  const result = await summarizer?.summarize({
    ...placeMessages({ summary: null, runs }),
    occupancy: {
      measuredTokens: preview.series.measuredTokens[fold] ?? 0,
      pendingTokens: preview.series.pendingTokens[fold] ?? 0,
    },
    signal,
  });
  if (result === undefined || result === null) {
    return { experiment: null, reason: 'Nothing to summarize: the summarizer has no instruction.' };
  }
  const experiment = await store(context, call, asked, result, startedAtMs);
  return { experiment, reason: null };
}

async function store(
  context: WorkspaceContext,
  { request }: ExperimentCall,
  asked: AskedModel,
  result: SummaryResult,
  startedAtMs: number,
): Promise<number> {
  const durationMs = context.nowMs() - startedAtMs;
  const thread = threadOf(context.reader, request.thread);
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
  await addSurvival(context, experiment, { thread: request.thread, coveredRuns, summaryText });
  return experiment;
}

/** What stands before a call's reply: the run it belongs to, and how many of that run's messages. */
interface Prompt {
  readonly run: number;
  readonly messages: number;
}

function promptOf(profile: ThreadProfile, call: number): Prompt {
  const index = indexProfile(profile);
  const run = index.callRun[call] ?? 0;
  return { run, messages: (index.promptMessages[call] ?? 0) - (index.runStartMessages[run] ?? 0) };
}

/** In turns with other requests. */
async function loadPrompt(
  context: WorkspaceContext,
  thread: ThreadRowRecord,
  prompt: Prompt,
  checkCancelled: () => void,
): Promise<readonly RunRecord[]> {
  const turns = takeTurns();
  const runs: RunRecord[] = [];
  for (let position = 0; position <= prompt.run; position += 1) {
    const row = context.reader.runAt(thread.thread_ref, position);
    if (row === null) continue;
    const messages = context.reader.messages(row);
    runs.push({
      ...runOfRow(row, thread),
      messages: position === prompt.run ? messages.slice(0, prompt.messages) : messages,
    });
    checkCancelled();
    await turns.pass();
  }
  return runs;
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
  experiment: number,
  question: SurvivalQuestion,
): Promise<void> {
  const { facts } = await survival(context, question);
  const update = context.db.prepare(
    'UPDATE experiments SET fact_count = ?, surviving_fact_count = ? WHERE experiment_id = ?',
  );
  await waitForWrite(() => update.run(facts?.total ?? null, facts?.surviving ?? null, experiment));
}

function reasonOf(policy: PolicySpec, preview: PolicyPreview, runCount: number): string {
  const runs = runCount === 1 ? '1 run' : `${runCount} runs`;
  if (policy.summarizer === 'sliding-window') {
    return `Nothing to drop: the thread has ${runs}, and ${effectiveKeepCount(policy.keepCount)} are kept.`;
  }
  if (policy.summarizer === 'llm' && preview.highestTokens <= policy.tokenThreshold) {
    const [highest, limit] = [preview.highestTokens, policy.tokenThreshold].map((count) =>
      count.toLocaleString('en-US'),
    );
    return `The threshold is never crossed: the thread takes ${highest} tokens at most, and more than ${limit} are needed.`;
  }
  const keep = policy.summarizer === 'llm' ? effectiveKeepRecentCount(policy.keepRecentCount) : 0;
  return `Too few runs when the threshold is crossed: the thread has ${runs}, and ${keep} are kept.`;
}
