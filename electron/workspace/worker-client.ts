import type { Worker } from 'node:worker_threads';
import type { ImportProgress, ImportReport, MappingSample, Result, ThreadRef } from '../../core/contract.ts';
import type { CancelSignal } from '../../core/domain/cancel-signal.ts';
import type { Usage } from '../../core/domain/usage.ts';
import type { SummaryModel } from '../../core/summarizers/summary-model.ts';
import type {
  ExperimentJob,
  ExperimentOutcome,
  ImportJob,
  SampleQuery,
  WorkspaceAnswer,
  WorkspaceArgument,
  WorkspaceChannel,
} from './workspace-requests.ts';

export interface WorkspaceClientOptions {
  /** The workspace's one file; it is made where there is none. */
  readonly workspacePath: string;
  /** The folder of the built workers, ending in a slash: `new URL('./workers/', import.meta.url)` in main. */
  readonly workerFolder: URL;
  /** The workspace's worker, when it was started before; it knows no default context window yet. */
  readonly startedWorker?: Worker;
  /** The bundled sample threads, imported into a workspace that was never filled. Null: none. */
  readonly samplesFolder: string | null;
  /** Tokens; for threads whose model's window isn't known. Null: such a thread has none. */
  readonly defaultContextWindow: number | null;
  /** Threads came, changed or went: what was read of them is stale. */
  readonly onChanged: (threads: readonly ThreadRef[]) => void;
}

export interface ImportHandlers {
  readonly onStarted?: (fileCount: number) => void;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface RunningImport {
  /** Never rejects. Files before a cancel stay imported; the one it interrupts leaves nothing. */
  readonly report: Promise<Result<ImportReport>>;
  /** Ends the import within a second. */
  cancel(): void;
}

export interface ExperimentHandlers {
  /** Asked in this process: the workers have no network and no key. Not asked by a sliding window. */
  readonly model: SummaryModel;
  readonly signal: CancelSignal;
  /** Pieces of the summary as they arrive. */
  readonly onText?: (piece: string) => void;
  /** US dollars; null when the model's prices are not known. */
  readonly costOf?: (modelName: string, usage: Usage) => number | null;
}

/**
 * The main process's way to the workspace: it holds no database itself. Results are values and no call
 * rejects; a worker that dies answers everything that waits on it with 'storage-failed', and is started
 * once more.
 */
export interface WorkspaceClient {
  /** The outcome of opening the workspace. After a failure every request answers with the same error. */
  readonly ready: Promise<Result<null>>;

  request<Channel extends WorkspaceChannel>(
    channel: Channel,
    argument: WorkspaceArgument<Channel>,
  ): Promise<Result<WorkspaceAnswer<Channel>>>;

  /** Imports run one after another, beside the requests. */
  importFiles(job: ImportJob, handlers?: ImportHandlers): RunningImport;

  /** What the beginning of a file offers to a mapping; also while an import runs. */
  sampleFields(query: SampleQuery): Promise<Result<MappingSample | null>>;

  /** Takes back what an import added. Waits for the imports that were begun before. */
  undoImport(importId: number): Promise<Result<readonly ThreadRef[]>>;

  /** Where a past import's file was; null when it isn't recorded. */
  pastImportPath(importId: number): Promise<Result<string | null>>;

  /** Runs that came in by themselves from a folder since a time. */
  watchedRuns(folder: string, sinceMs: number): Promise<Result<number>>;

  /** Runs the summarizer up to the last fold of its preview, and stores the result before it answers. */
  runExperiment(job: ExperimentJob, handlers: ExperimentHandlers): Promise<Result<ExperimentOutcome>>;

  /** For threads whose model's window isn't known. */
  setDefaultContextWindow(tokens: number | null): Promise<Result<null>>;

  /** Waits for what is being written, then ends the workers. */
  close(): Promise<void>;
}
