import type { ImportReport, MappingSample, RequestError, Result } from '../../core/contract.ts';
import { newCancelFlag, setCancelFlag } from './cancel-flag.ts';
import type { ImportHandlers, RunningImport, WorkspaceClientOptions } from './worker-client.ts';
import { connectWorker, type Connection } from './worker-connection.ts';
import type { ImportCalls, WorkerEvent, WorkspaceStart } from './worker-messages.ts';
import type { ImportJob, SampleQuery } from './workspace-requests.ts';

/** Parsing leaves a few times its file's size behind. More room than this costs memory twice, and saves no time. */
const YOUNG_GENERATION_MB = 48;

/** One import at a time: each holds the workspace's write lock while it reads a file. */
export class ImportQueue {
  readonly #options: WorkspaceClientOptions;
  readonly #start: WorkspaceStart;
  readonly #running = new Map<string, { readonly handlers: ImportHandlers; readonly cancel: () => void }>();
  #connection: Connection<ImportCalls> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: WorkspaceClientOptions, start: WorkspaceStart) {
    this.#options = options;
    this.#start = start;
  }

  /** @param gate An error when the workspace could not be opened. */
  add(
    job: ImportJob,
    handlers: ImportHandlers,
    gate: Promise<{ readonly ok: false; readonly error: RequestError } | null>,
  ): RunningImport {
    const cancelFlag = newCancelFlag();
    const cancel = (): void => {
      setCancelFlag(cancelFlag);
    };
    this.#running.set(job.jobId, { handlers, cancel });
    const report = this.#last
      .then(() => gate)
      .then(
        async (failure): Promise<Result<ImportReport>> =>
          failure ?? this.#worker().call('import:files', { ...job, cancelFlag }),
      )
      .finally(() => this.#running.delete(job.jobId));
    this.#last = report;
    return { report, cancel };
  }

  /** Takes an import back when those before it have ended. */
  undo(importId: number): Promise<Result<readonly number[]>> {
    const undone = this.#last.then(async () => this.#worker().call('imports:undo', { importId }));
    this.#last = undone;
    return undone;
  }

  sample(query: SampleQuery): Promise<Result<MappingSample | null>> {
    return this.#worker().call('import:sample', query);
  }

  startUpkeep(): void {
    void this.#worker().call('upkeep:start', null);
  }

  onEvent(event: WorkerEvent): void {
    switch (event.name) {
      case 'changed':
        this.#options.onChanged(event.threads);
        return;
      case 'import-started':
        this.#running.get(event.jobId)?.handlers.onStarted?.(event.fileCount);
        return;
      case 'import-progress':
        this.#running.get(event.progress.jobId)?.handlers.onProgress?.(event.progress);
        return;
    }
  }

  async close(): Promise<void> {
    for (const { cancel } of this.#running.values()) cancel();
    await this.#last;
    await this.#connection?.close();
  }

  #worker(): Connection<ImportCalls> {
    this.#connection ??= connectWorker<ImportCalls>({
      entry: new URL('import-worker.js', this.#options.workerFolder),
      start: this.#start,
      name: 'The import',
      youngGenerationMb: YOUNG_GENERATION_MB,
      onMessage: (message) => {
        if (message.kind === 'event') this.onEvent(message.event);
      },
    });
    return this.#connection;
  }
}
