import type Database from 'better-sqlite3';
import type { ExperimentDetail, ExperimentRow } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { messageId } from '../../core/domain/ids.ts';
import type { Message } from '../../core/domain/message.ts';
import type { AnswerShortfall } from '../../core/summarizers/answer-shortfall.ts';
import { parseStoredParameters, parseStoredPolicy, parseStoredUsage } from './stored-json.ts';

/** Columns as the STRICT table holds them. */
export interface ExperimentRecord {
  readonly experiment_id: number;
  readonly thread_ref: number;
  readonly name: string;
  readonly pinned: 0 | 1;
  readonly removed_at_ms: number | null;
  readonly policy: string;
  readonly include_tool_arguments: 0 | 1;
  readonly model_name: string | null;
  readonly parameters: string;
  readonly summary_id: string;
  readonly last_summarized_run_id: string | null;
  readonly covered_runs: number;
  readonly covered_tokens: number;
  readonly summary_tokens: number | null;
  readonly usage: string | null;
  readonly cost: number | null;
  readonly duration_ms: number;
  readonly fact_count: number | null;
  readonly surviving_fact_count: number | null;
  readonly created_at_ms: number;
  readonly instruction: string | null;
  readonly summary_text: string | null;
  readonly raw_response: string | null;
  readonly request_input: string | null;
  readonly shortfall: AnswerShortfall | null;
}

const LIST_COLUMNS = [
  'experiment_id',
  'thread_ref',
  'name',
  'pinned',
  'removed_at_ms',
  'policy',
  'include_tool_arguments',
  'model_name',
  'parameters',
  'summary_id',
  'last_summarized_run_id',
  'covered_runs',
  'covered_tokens',
  'summary_tokens',
  'usage',
  'cost',
  'duration_ms',
  'fact_count',
  'surviving_fact_count',
  'created_at_ms',
  'shortfall',
] as const satisfies readonly (keyof ExperimentRecord)[];

type ListedExperiment = Pick<ExperimentRecord, (typeof LIST_COLUMNS)[number]>;

/** Newest first; long texts are not read. */
export function listExperiments(db: Database.Database, thread: number): readonly ExperimentRow[] {
  return db
    .prepare<[number], ListedExperiment>(
      `SELECT ${LIST_COLUMNS.join(', ')} FROM experiments
       WHERE thread_ref = ? AND removed_at_ms IS NULL ORDER BY experiment_id DESC`,
    )
    .all(thread)
    .map(experimentRow);
}

/** @throws InspectorError 'not-found' */
export function experimentOf(db: Database.Database, experiment: number): ExperimentRecord {
  const record = db
    .prepare<[number], ExperimentRecord>('SELECT * FROM experiments WHERE experiment_id = ?')
    .get(experiment);
  if (record === undefined) throw new InspectorError('not-found', 'This experiment is not in the workspace.');
  return record;
}

export function experimentDetail(record: ExperimentRecord): ExperimentDetail {
  return {
    ...experimentRow(record),
    thread: record.thread_ref,
    instruction: record.instruction,
    requestInput: record.request_input,
    summaryText: record.summary_text,
    rawResponse: record.raw_response,
    parameters: parseStoredParameters(record.parameters),
    includeToolArguments: record.include_tool_arguments === 1,
  };
}

/** The summary as it stands in a model view; null for a sliding window, which leaves none. */
export function summaryMessageOf(record: ExperimentRecord): Message | null {
  if (record.summary_text === null) return null;
  return {
    id: messageId(`${record.summary_id}#message`),
    senderId: '',
    items: [
      {
        type: 'message',
        role: 'system',
        content: [{ type: 'input_text', text: record.summary_text }],
      },
    ],
  };
}

function experimentRow(record: ListedExperiment): ExperimentRow {
  return {
    experiment: record.experiment_id,
    name: record.name,
    pinned: record.pinned === 1,
    policy: parseStoredPolicy(record.policy),
    modelName: record.model_name,
    coveredRuns: record.covered_runs,
    coveredTokens: record.covered_tokens,
    summaryTokens: record.summary_tokens,
    usage: record.usage === null ? null : parseStoredUsage(record.usage),
    cost: record.cost,
    durationMs: record.duration_ms,
    facts:
      record.fact_count === null
        ? null
        : { total: record.fact_count, surviving: record.surviving_fact_count ?? 0 },
    createdAtMs: record.created_at_ms,
    shortfall: record.shortfall,
  };
}
