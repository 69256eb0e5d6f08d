import type {
  ExperimentId,
  ExperimentRequest,
  FieldMapping,
  InspectorRequests,
  JobId,
} from '../../core/contract.ts';

/** The requests of the window that need the workspace: main passes them on to the workspace worker as they are. */
export type WorkspaceChannel = Extract<
  keyof InspectorRequests,
  | `threads:${string}`
  | `runs:${string}`
  | `findings:${string}`
  | `diff:${string}`
  | 'experiments:list'
  | 'experiments:get'
  | 'experiments:rename'
  | 'experiments:pin'
  | 'experiments:remove'
  | 'experiments:restore'
  | 'experiments:apply'
  | 'imports:list'
>;

export type WorkspaceArgument<Channel extends WorkspaceChannel> = Parameters<InspectorRequests[Channel]>[0];
export type WorkspaceAnswer<Channel extends WorkspaceChannel> = ReturnType<InspectorRequests[Channel]>;

export interface ExperimentJob {
  readonly jobId: JobId;
  readonly request: ExperimentRequest;
}

export interface ExperimentOutcome {
  /** Stored already. Null: the summarizer had nothing to do, and `reason` says why in a sentence. */
  readonly experiment: ExperimentId | null;
  readonly reason: string | null;
}

export type SampleQuery = Parameters<InspectorRequests['import:sample']>[0];

export interface ImportJob {
  readonly jobId: JobId;
  /** Files and folders; a folder stands for every file in it that an importer takes. */
  readonly paths: readonly string[];
  readonly openAnyway: boolean;
  /** Marks the threads as the samples that came with the program. Default false. */
  readonly isSample?: boolean;
  /** Read as this format, whatever the files look like. Default: told from the content. */
  readonly format?: string;
  /** Read by these fields, whatever the files look like. */
  readonly mapping?: FieldMapping;
  /** The paths are files of a watched folder: what is no thread is skipped, what was read before is left alone. */
  readonly watched?: boolean;
}
