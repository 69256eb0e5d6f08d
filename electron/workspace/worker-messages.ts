import type {
  ImportProgress,
  ImportReport,
  MappingSample,
  InspectorRequests,
  Result,
  ThreadRef,
} from '../../core/contract.ts';
import type { SummaryModelAnswer } from '../../core/summarizers/summary-model.ts';
import type {
  ExperimentJob,
  ExperimentOutcome,
  ImportJob,
  SampleQuery,
  WorkspaceChannel,
} from './workspace-requests.ts';

// Plain data between the main process and its workers; each side is typed from this file.

/** What main asks of a worker: a name with its one argument, answered by a Result. */
export type CallMap = Readonly<Record<string, (argument: never) => unknown>>;

export interface WorkspaceStart {
  readonly workspacePath: string;
  readonly defaultContextWindow: number | null;
}

export interface OpenedWorkspace {
  /** No file was ever imported into it, and nothing was saved. */
  readonly neverFilled: boolean;
  /** Texts wait for the search index: the program ended before it had caught up, or something was removed. */
  readonly needsUpkeep: boolean;
}

/** Experiments ask their model in main; what crosses is plain. */
export interface ExperimentCall extends ExperimentJob {
  /** Set to 1 to cancel. */
  readonly cancelFlag: SharedArrayBuffer;
  readonly modelName: string;
}

export interface SurvivalQuestion {
  readonly thread: ThreadRef;
  readonly coveredRuns: number;
  readonly summaryText: string | null;
}

/** Requests of the window that may take seconds on a long thread. */
export type AnalysisChannel = WorkspaceChannel & `diff:${string}`;

/** Calls of the workspace worker: the other requests of the window, and its own. */
export type WorkspaceCalls = Pick<InspectorRequests, Exclude<WorkspaceChannel, AnalysisChannel>> & {
  readonly 'workspace:open': (argument: null) => OpenedWorkspace;
  readonly 'workspace:set-default-context-window': (tokens: number | null) => null;
  /** Null for an import that isn't recorded. */
  readonly 'workspace:past-import-path': (importId: number) => string | null;
  /** Runs that came in by themselves from a folder since a time. */
  readonly 'workspace:watched-runs': (query: { readonly folder: string; readonly sinceMs: number }) => number;
  readonly 'worker:close': (argument: null) => null;
};

/** Calls of the analysis worker: what reads a whole thread and computes for long. */
export type AnalysisCalls = Pick<InspectorRequests, AnalysisChannel> & {
  readonly 'experiments:run-on-thread': (call: ExperimentCall) => ExperimentOutcome;
  readonly 'worker:close': (argument: null) => null;
};

export interface ImportCall extends ImportJob {
  /** Set to 1 to cancel. */
  readonly cancelFlag: SharedArrayBuffer;
}

/** Calls of the import worker. */
export type ImportCalls = {
  readonly 'import:files': (call: ImportCall) => ImportReport;
  readonly 'import:sample': (query: SampleQuery) => MappingSample | null;
  readonly 'imports:undo': (query: { readonly importId: number }) => readonly ThreadRef[];
  /** Brings the search index up to date and frees what was removed, in the background. */
  readonly 'upkeep:start': (argument: null) => null;
  readonly 'worker:close': (argument: null) => null;
};

export type MessageToWorker =
  | { readonly kind: 'call'; readonly id: number; readonly channel: string; readonly argument: never }
  | { readonly kind: 'model-answer'; readonly id: number; readonly result: Result<ModelReply> };

export interface ModelReply extends SummaryModelAnswer {
  /** US dollars; null when the model's prices are not known. */
  readonly cost: number | null;
}

/** Events of both workers. */
export type WorkerEvent =
  | { readonly name: 'changed'; readonly threads: readonly ThreadRef[] }
  | { readonly name: 'import-started'; readonly jobId: string; readonly fileCount: number }
  | { readonly name: 'import-progress'; readonly progress: ImportProgress };

export type MessageFromWorker =
  // `never` fits whatever the caller waits for: the channel it asked decides what that is.
  | { readonly kind: 'answer'; readonly id: number; readonly result: Result<never> }
  | { readonly kind: 'event'; readonly event: WorkerEvent }
  | {
      readonly kind: 'ask-model';
      readonly id: number;
      readonly jobId: string;
      readonly instruction: string;
      readonly input: string;
    };
