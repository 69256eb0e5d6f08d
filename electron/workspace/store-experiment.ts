import type { ExperimentRequest } from '../../core/contract.ts';
import { toJson } from '../../core/adapters/sqlite/deep-json.ts';
import { effectiveKeepCount, effectiveKeepRecentCount } from '../../core/domain/policy-spec.ts';
import { answerShortfall } from '../../core/summarizers/answer-shortfall.ts';
import type { SummaryResult } from '../../core/summarizers/history-summarizer.ts';
import type { AskedModel } from './run-experiment.ts';
import type { WorkspaceContext } from './workspace-context.ts';

export interface NewExperiment {
  readonly request: ExperimentRequest;
  readonly result: SummaryResult;
  readonly asked: AskedModel;
  readonly coveredRuns: number;
  readonly coveredTokens: number;
  readonly summaryText: string | null;
  readonly summaryTokens: number | null;
  readonly durationMs: number;
  readonly createdAtMs: number;
}

/** @returns The number of the experiment. */
export function storeExperiment({ db }: WorkspaceContext, made: NewExperiment): number {
  const { request, result, asked } = made;
  const raw = asked.reply?.raw ?? null;
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO experiments (thread_ref, name, policy, include_tool_arguments, model_name, parameters, summary_id,
         last_summarized_run_id, covered_runs, covered_tokens, summary_tokens, usage, cost, duration_ms,
         created_at_ms, instruction, summary_text, raw_response, request_input, shortfall)
       VALUES (@thread, @name, @policy, @includeToolArguments, @modelName, @parameters, @summaryId, @lastRunId, @coveredRuns,
         @coveredTokens, @summaryTokens, @usage, @cost, @durationMs, @createdAtMs, @instruction, @summaryText,
         @rawResponse, @requestInput, @shortfall)`,
    )
    .run({
      thread: request.thread,
      name: nameOf(request),
      policy: JSON.stringify(request.policy),
      includeToolArguments: request.includeToolArguments ? 1 : 0,
      modelName: asked.reply?.modelName ?? null,
      parameters: JSON.stringify(request.parameters),
      summaryId: result.summaryId,
      lastRunId: result.lastSummarizedRunId,
      coveredRuns: made.coveredRuns,
      coveredTokens: made.coveredTokens,
      summaryTokens: made.summaryTokens,
      usage: result.usage === null ? null : JSON.stringify(result.usage),
      cost: asked.reply?.cost ?? null,
      durationMs: Math.round(made.durationMs),
      createdAtMs: Math.round(made.createdAtMs),
      instruction: request.policy.summarizer === 'llm' ? request.instruction.toWellFormed() : null,
      summaryText: made.summaryText?.toWellFormed() ?? null,
      rawResponse: raw === null ? null : toJson(raw).toWellFormed(),
      requestInput: asked.input?.toWellFormed() ?? null,
      shortfall: asked.reply === null ? null : answerShortfall(asked.reply),
    });
  return Number(lastInsertRowid);
}

/** Until a person gives it a better one. */
function nameOf({ policy }: ExperimentRequest): string {
  if (policy.summarizer === 'sliding-window') {
    return `Sliding window, keep ${effectiveKeepCount(policy.keepCount)}`;
  }
  const threshold = policy.tokenThreshold.toLocaleString('en-US');
  return `LLM above ${threshold}, keep ${effectiveKeepRecentCount(policy.keepRecentCount)}`;
}
