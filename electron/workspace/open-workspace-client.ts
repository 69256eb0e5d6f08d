import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../core/contract.ts';
import { connectAnalysis } from './analysis-connection.ts';
import { createRoutes } from './client-routes.ts';
import { ImportQueue } from './import-queue.ts';
import type { WorkspaceClient, WorkspaceClientOptions } from './worker-client.ts';
import { connectWorker, type Connection } from './worker-connection.ts';
import type { WorkspaceCalls, WorkspaceStart } from './worker-messages.ts';

/** Starts the workspace worker; those for imports and for long computations start when they are needed. */
export function openWorkspaceClient(options: WorkspaceClientOptions): WorkspaceClient {
  const start: WorkspaceStart = {
    workspacePath: options.workspacePath,
    defaultContextWindow: options.defaultContextWindow,
  };
  const imports = new ImportQueue(options, start);
  const workspace = connectWorker<WorkspaceCalls>({
    entry: new URL('workspace-worker.js', options.workerFolder),
    start,
    ...(options.startedWorker === undefined ? {} : { started: options.startedWorker }),
    name: 'The workspace',
    onMessage: (message) => {
      if (message.kind === 'event') imports.onEvent(message.event);
    },
  });
  if (options.startedWorker !== undefined)
    void workspace.call('workspace:set-default-context-window', start.defaultContextWindow);
  const analysis = connectAnalysis(options, start);
  const opening = open(workspace, imports, options.samplesFolder);
  const samples = opening.then((opened) => opened.samples);
  const routes = createRoutes(workspace, analysis, samples);

  return {
    ready: opening.then((opened) => opened.result),
    request: async (channel, argument) => {
      const opened = await opening;
      return opened.result.ok ? routes[channel](argument) : opened.result;
    },
    importFiles: (job, handlers = {}) => {
      const gate = opening.then((opened) => (opened.result.ok ? null : opened.result));
      return imports.add(job, handlers, gate);
    },
    sampleFields: (query) => imports.sample(query),
    undoImport: async (importId) => {
      const opened = await opening;
      return opened.result.ok ? imports.undo(importId) : opened.result;
    },
    pastImportPath: async (importId) => {
      const opened = await opening;
      return opened.result.ok ? workspace.call('workspace:past-import-path', importId) : opened.result;
    },
    watchedRuns: async (folder, sinceMs) => {
      const opened = await opening;
      return opened.result.ok ? workspace.call('workspace:watched-runs', { folder, sinceMs }) : opened.result;
    },
    runExperiment: async (job, handlers) => {
      const opened = await opening;
      return opened.result.ok ? analysis.run(job, handlers) : opened.result;
    },
    setDefaultContextWindow: (tokens) => workspace.call('workspace:set-default-context-window', tokens),
    close: async () => {
      await imports.close();
      await analysis.close();
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
