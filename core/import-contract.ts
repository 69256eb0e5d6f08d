/**
 * What the window can ask about imports: formats, the history with its undo, and watched folders. A part
 * of the contract, in a file of its own for its size.
 */
import type { JobId, RequestError, ThreadRef } from './contract.ts';
import type { FieldMapping } from './importers/mapped/field-mapping.ts';
import type { MappingSample } from './importers/mapped/field-sample.ts';
import type { ImportProblem } from './importers/thread-import.ts';

export type { FieldMapping, MappedRole } from './importers/mapped/field-mapping.ts';
export type { MappingSample, SampledField } from './importers/mapped/field-sample.ts';

export interface ImportFormat {
  readonly format: string;
  readonly label: string;
}

export interface ImportFileReport {
  readonly path: string;
  readonly format: string | null;
  readonly formatLabel: string | null;
  readonly outcome: 'new' | 'grown' | 'duplicate' | 'failed' | 'skipped';
  readonly bytes: number;
  readonly threads: readonly ThreadRef[];
  readonly newThreads: number;
  readonly newRuns: number;
  readonly warnings: readonly ImportProblem[];
  readonly errors: readonly ImportProblem[];
  /** A broken line in the middle: the file can be imported without it on request. */
  readonly canOpenAnyway: boolean;
}

export interface ImportReport {
  readonly files: readonly ImportFileReport[];
  readonly cancelled: boolean;
  readonly durationMs: number;
}

export interface ImportProgress {
  readonly jobId: JobId;
  readonly file: string;
  readonly fileIndex: number;
  readonly fileCount: number;
  /** Of the file that is being read. */
  readonly bytesDone: number;
  readonly bytesTotal: number;
  /** Of all files of the job. */
  readonly jobBytesDone: number;
  readonly jobBytesTotal: number;
  /** Of all files so far. */
  readonly runs: number;
}

export type ImportId = number;

/** A file that was read to its end and is in the workspace, or was. */
export interface PastImport {
  readonly importId: ImportId;
  readonly path: string;
  readonly formatLabel: string;
  readonly outcome: 'new' | 'grown' | 'duplicate';
  readonly bytes: number;
  readonly importedAtMs: number;
  readonly newThreads: number;
  readonly newRuns: number;
  /** Of the workspace, without those that were removed since. */
  readonly threads: readonly ThreadRef[];
  /** It came in by itself, from a watched folder. */
  readonly watched: boolean;
  /** `recorded`: it can be undone unless something builds on it. `none`: it added nothing, or is older than this. */
  readonly undo: 'recorded' | 'undone' | 'none';
}

export interface PastImportPage {
  readonly total: number;
  /** Newest first. */
  readonly imports: readonly PastImport[];
}

export interface WatchedFolder {
  readonly path: string;
  /** `missing`: the folder is not there; it is taken up again when it comes back. */
  readonly state: 'starting' | 'live' | 'missing';
  /** Runs that came in from it since midnight, local time. */
  readonly newRunsToday: number;
  /** Files of it that can't be read as they are now; at most 50. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/** Window → main. */
export interface ImportRequests {
  /** Every format there is, in the order of their names. */
  'import:formats': (query: Record<string, never>) => readonly ImportFormat[];
  /**
   * Shows the dialog for files (the default) or for a folder; most systems have none for both. The import
   * then runs as job `jobId`; nothing more happens when the person closes the dialog.
   */
  'import:choose': (query: { readonly jobId: JobId; readonly what?: 'files' | 'folder' }) => null;
  /**
   * Only paths of an earlier report, to import them again; any other is refused: files come by dialog or drop.
   * `format`: read as this one, whatever it looks like. `mapping`: read by these fields, whatever it looks like.
   */
  'import:start': (query: {
    readonly jobId: JobId;
    readonly paths: readonly string[];
    readonly openAnyway: boolean;
    readonly format?: string;
    readonly mapping?: FieldMapping;
  }) => null;
  /**
   * What the beginning of a file that an earlier report named offers to a mapping, and what one makes of it (null:
   * what seems right). Null: it holds no records.
   */
  'import:sample': (query: {
    readonly path: string;
    readonly mapping: FieldMapping | null;
  }) => MappingSample | null;
  /** Newest first, at most 200 at a time. */
  'imports:list': (query: { readonly offset: number; readonly limit: number }) => PastImportPage;
  /**
   * Takes back exactly what an import added. Refused with a sentence when something builds on it. Answers the
   * threads that changed or went.
   */
  'imports:undo': (query: { readonly importId: ImportId }) => readonly ThreadRef[];
  /** Reads the file of a past import once more, as job `jobId`. */
  'imports:repeat': (query: { readonly jobId: JobId; readonly importId: ImportId }) => null;
  'watch:list': (query: Record<string, never>) => readonly WatchedFolder[];
  /** Shows the dialog for a folder and watches what is chosen. */
  'watch:choose': (query: Record<string, never>) => null;
  /** What came in stays. */
  'watch:remove': (query: { readonly path: string }) => null;
}

/** Main → window. */
export interface ImportEvents {
  'import:started': { readonly jobId: JobId; readonly fileCount: number };
  'import:progress': ImportProgress;
  'import:ended': {
    readonly jobId: JobId;
    readonly report: ImportReport | null;
    readonly error: RequestError | null;
  };
  'watch:changed': { readonly folders: readonly WatchedFolder[] };
  /** A watched file can't be read as it is; told once for each state of the file. */
  'watch:problem': { readonly path: string; readonly message: string };
}

export const IMPORT_REQUEST_CHANNELS = {
  'import:formats': true,
  'import:choose': true,
  'import:start': true,
  'import:sample': true,
  'imports:list': true,
  'imports:undo': true,
  'imports:repeat': true,
  'watch:list': true,
  'watch:choose': true,
  'watch:remove': true,
} as const satisfies Record<keyof ImportRequests, true>;

export const IMPORT_EVENT_CHANNELS = {
  'import:started': true,
  'import:progress': true,
  'import:ended': true,
  'watch:changed': true,
  'watch:problem': true,
} as const satisfies Record<keyof ImportEvents, true>;
