import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportReport, RequestError, Result } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { newCancelFlag, setCancelFlag } from './cancel-flag.ts';
import { answerModelQuestions } from './model-questions.ts';
import type { RunningImport, WorkspaceClient, WorkspaceClientOptions } from './worker-client.ts';
import { connectWorker, type Connection } from './worker-connection.ts';
import type { ImportCalls, WorkerEvent, WorkspaceCalls, WorkspaceStart } from './worker-messages.ts';
import type { ImportJob } from './workspace-requests.ts';

/** Starts the workspace worker; the one for imports starts with the first of them. */
export function openWorkspaceClient(options: WorkspaceClientOptions): WorkspaceClient {
  const start: WorkspaceStart = {
    workspacePath: options.workspacePath,
    defaultContextWindow: options.defaultContextWindow,
  };
  const imports = new ImportQueue(options, start);
  const models = answerModelQuestions((message) => {
    workspace.post(message);
  });
  const workspace = connectWorker<WorkspaceCalls>({
    entry: new URL('workspace-worker.js', options.workerFolder),
    start,
    name: 'The workspace',
    onMessage: (message) => {
      if (message.kind === 'ask-model') models.ask(message);
      else imports.onEvent(message.event);
    },
  });
  const opening = open(workspace, imports, options.samplesFolder);
  const samples = opening.then((opened) => opened.samples);

  return {
    ready: opening.then((opened) => opened.result),
    request: async (channel, argument) => {
      const opened = await opening;
      if (!opened.result.ok) return opened.result;
      // The first list a person sees is the one with the samples in it.
      if (channel === 'threads:list') await samples;
      return workspace.callAny(channel, argument);
    },
    importFiles: (job, handlers = {}) => {
      const gate = opening.then((opened) => (opened.result.ok ? null : opened.result));
      return imports.add(job, handlers, gate);
    },
    runExperiment: async (job, handlers) => {
      const opened = await opening;
      if (!opened.result.ok) return opened.result;
      return models.run(workspace, job, handlers);
    },
    setDefaultContextWindow: (tokens) => workspace.call('workspace:set-default-context-window', tokens),
    close: async () => {
      await imports.close();
      await workspace.close();
    },
  };
}

interface Opening {
  readonly result: Result<null>;
  /** Done when the bundled samples are in, or there are none to import. */
  readonly samples: Promise<unknown>;
}

async function open(
  workspace: Connection<WorkspaceCalls>,
  imports: ImportQueue,
  samplesFolder: string | null,
): Promise<Opening> {
  const opened = await workspace.call('workspace:open', null);
  if (!opened.ok) return { result: opened, samples: Promise.resolve() };
  if (opened.value.needsUpkeep) imports.startUpkeep();
  const samples =
    opened.value.neverFilled && samplesFolder !== null
      ? importSamples(imports, samplesFolder)
      : Promise.resolve();
  return { result: { ok: true, value: null }, samples };
}

async function importSamples(imports: ImportQueue, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const paths = names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
  if (paths.length === 0) return;
  const job = { jobId: 'samples', paths, openAnyway: false, isSample: true };
  await imports.add(job, {}, Promise.resolve(null)).report;
}

type ImportHandlers = NonNullable<Parameters<WorkspaceClient['importFiles']>[1]>;

/** One import at a time: each holds the workspace's write lock while it reads a file. */
class ImportQueue {
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
      onMessage: (message) => {
        if (message.kind === 'event') this.onEvent(message.event);
        else throw new InspectorError('internal', 'an import asks no model');
      },
    });
    return this.#connection;
  }
}
