/** The part of the contract that experiments add: summarizers that are really run. Types and channel names only. */
import type { JobId, RequestError, ThreadRef } from './contract.ts';
import type { PolicySpec } from './domain/policy-spec.ts';
import type { Usage } from './domain/usage.ts';
import type { AnswerShortfall } from './summarizers/answer-shortfall.ts';

export type ExperimentId = number;

export type ModelChoice = 'offline' | 'configured';

export interface ExperimentRequest {
  readonly thread: ThreadRef;
  readonly policy: Exclude<PolicySpec, { readonly summarizer: 'none' }>;
  readonly instruction: string;
  readonly includeToolArguments: boolean;
  readonly model: ModelChoice;
  readonly parameters: ModelParameters;
}

export interface ModelParameters {
  readonly temperature: number | null;
  readonly maxOutputTokens: number | null;
}

export interface ExperimentRow {
  readonly experiment: ExperimentId;
  readonly name: string;
  readonly pinned: boolean;
  readonly policy: PolicySpec;
  /** Null for a sliding window. */
  readonly modelName: string | null;
  readonly coveredRuns: number;
  readonly coveredTokens: number;
  readonly summaryTokens: number | null;
  readonly usage: Usage | null;
  /** US dollars; null when the model's prices are not known. */
  readonly cost: number | null;
  readonly durationMs: number;
  readonly facts: { readonly total: number; readonly surviving: number } | null;
  readonly createdAtMs: number;
  /** The model's answer ends early or has no text: kept because it was paid for, and not to be applied. */
  readonly shortfall: AnswerShortfall | null;
}

export interface ExperimentDetail extends ExperimentRow {
  readonly thread: ThreadRef;
  readonly instruction: string | null;
  readonly includeToolArguments: boolean;
  /** The flattened transcript as sent. */
  readonly requestInput: string | null;
  readonly summaryText: string | null;
  /** The model's answer as received, JSON. */
  readonly rawResponse: string | null;
  readonly parameters: ModelParameters;
}

/** Window → main. */
export interface ExperimentRequests {
  'experiments:list': (query: { readonly thread: ThreadRef }) => readonly ExperimentRow[];
  'experiments:get': (query: { readonly experiment: ExperimentId }) => ExperimentDetail;
  /** Answers when the job has started; 'experiment:text' streams, 'experiment:ended' closes it. */
  'experiments:run': (query: ExperimentRequest & { readonly jobId: JobId }) => null;
  'experiments:rename': (query: { readonly experiment: ExperimentId; readonly name: string }) => null;
  'experiments:pin': (query: { readonly experiment: ExperimentId; readonly pinned: boolean }) => null;
  'experiments:remove': (query: { readonly experiment: ExperimentId }) => null;
  'experiments:restore': (query: { readonly experiment: ExperimentId }) => null;
  /** Continues the thread as a branch that carries the experiment's summary. Answers the new thread. */
  'experiments:apply': (query: { readonly experiment: ExperimentId }) => ThreadRef;
}

/** Main → window. */
export interface ExperimentEvents {
  'experiment:text': { readonly jobId: JobId; readonly text: string };
  'experiment:ended': {
    readonly jobId: JobId;
    /** Null with `error: null`: the summarizer had nothing to do; `reason` says why. */
    readonly experiment: ExperimentId | null;
    readonly reason: string | null;
    readonly error: RequestError | null;
  };
}

export const EXPERIMENT_REQUEST_CHANNELS = {
  'experiments:list': true,
  'experiments:get': true,
  'experiments:run': true,
  'experiments:rename': true,
  'experiments:pin': true,
  'experiments:remove': true,
  'experiments:restore': true,
  'experiments:apply': true,
} as const satisfies Record<keyof ExperimentRequests, true>;

export const EXPERIMENT_EVENT_CHANNELS = {
  'experiment:text': true,
  'experiment:ended': true,
} as const satisfies Record<keyof ExperimentEvents, true>;
