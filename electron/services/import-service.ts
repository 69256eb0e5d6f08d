import type { FieldMapping, ImportId, ImportReport, JobId, MappingSample } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { SendEvent } from '../ipc/channels.ts';
import type { WorkspaceClient } from '../workspace/worker-client.ts';
import type { JobRegistry } from './job-registry.ts';

/** Shows the system's dialog; empty when the person closes it. */
export type ChoosePaths = (what: 'files' | 'folder' | 'watch') => Promise<readonly string[]>;

export interface HowToRead {
  readonly openAnyway: boolean;
  /** Absent: told from the content. */
  readonly format?: string;
  /** Read by these fields. */
  readonly mapping?: FieldMapping;
}

export interface ImportService {
  choose(jobId: JobId, what: 'files' | 'folder'): Promise<void>;
  /** Imports what a person pointed at outside the page: dropped files, the command line. */
  startGiven(jobId: JobId, paths: readonly string[]): void;
  /**
   * Imports files again that an earlier report named.
   *
   * @throws InspectorError 'refused' for any other path: a page that could name one could read it.
   */
  startAgain(jobId: JobId, paths: readonly string[], how: HowToRead): void;
  /**
   * What the beginning of a file that an earlier report named offers to a mapping.
   *
   * @throws InspectorError 'refused' as startAgain.
   */
  sample(path: string, mapping: FieldMapping | null): Promise<MappingSample | null>;
  /** @throws InspectorError 'not-found' for an import that isn't recorded. */
  repeat(jobId: JobId, importId: ImportId): Promise<void>;
}

export function createImportService(options: {
  readonly workspace: Pick<WorkspaceClient, 'importFiles' | 'sampleFields' | 'pastImportPath'>;
  readonly jobs: JobRegistry;
  readonly choosePaths: ChoosePaths;
  readonly send: SendEvent;
}): ImportService {
  const { workspace, jobs, choosePaths, send } = options;
  const reported = new Set<string>();

  const start = (jobId: JobId, paths: readonly string[], how: HowToRead = { openAnyway: false }): void => {
    jobs.start(jobId, async (signal) => {
      const running = workspace.importFiles(
        { jobId, paths, ...how },
        {
          onStarted: (fileCount) => {
            send('import:started', { jobId, fileCount });
          },
          onProgress: (progress) => {
            send('import:progress', progress);
          },
        },
      );
      signal.addEventListener('abort', () => {
        running.cancel();
      });
      const result = await running.report;
      if (result.ok) remember(reported, result.value);
      send('import:ended', {
        jobId,
        report: result.ok ? result.value : null,
        error: result.ok ? null : result.error,
      });
    });
  };

  const refuseUnknown = (paths: readonly string[]): void => {
    const unknown = paths.find((path) => !reported.has(path));
    if (unknown === undefined) return;
    throw new InspectorError(
      'refused',
      `${unknown}: only a file that was imported before can be imported again like this; choose it in the dialog or drop it on the window`,
    );
  };

  return {
    choose: async (jobId, what) => {
      const paths = await choosePaths(what);
      if (paths.length > 0) start(jobId, paths);
    },
    startGiven: (jobId, paths) => {
      start(jobId, paths);
    },
    startAgain: (jobId, paths, how) => {
      refuseUnknown(paths);
      start(jobId, paths, how);
    },
    sample: async (path, mapping) => {
      refuseUnknown([path]);
      const sample = await workspace.sampleFields({ path, mapping });
      if (!sample.ok) throw new InspectorError(sample.error.code, sample.error.message);
      return sample.value;
    },
    repeat: async (jobId, importId) => {
      const path = await workspace.pastImportPath(importId);
      if (!path.ok) throw new InspectorError(path.error.code, path.error.message);
      if (path.value === null) {
        throw new InspectorError('not-found', 'This import is not recorded in the workspace any more.');
      }
      start(jobId, [path.value]);
    },
  };
}

function remember(reported: Set<string>, report: ImportReport): void {
  for (const file of report.files) reported.add(file.path);
}
