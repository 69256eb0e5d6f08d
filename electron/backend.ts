import type { Worker } from 'node:worker_threads';
import { app, clipboard, type BrowserWindow } from 'electron';
import type { SettingsView } from '../core/contract.ts';
import { DEFAULT_PRICES, type PriceTable } from '../core/replay/index.ts';
import type { AppPaths } from './app-paths.ts';
import { ARGUMENT_SCHEMAS, DROPPED_FILES_SCHEMA, describeIssue } from './ipc/argument-schemas.ts';
import { createErrorAnswer } from './ipc/error-answer.ts';
import { createEventSender } from './ipc/event-sender.ts';
import { createHandlers } from './ipc/handlers.ts';
import type { Answering } from './ipc/register-handlers.ts';
import type { CrashMark } from './services/crash-mark.ts';
import { openErrorLog, type ErrorLog } from './services/error-log.ts';
import { createFolderWatcher } from './services/folder-watcher.ts';
import { createExperimentService } from './services/experiment-service.ts';
import { openLabPrices } from './services/lab-prices.ts';
import { createLabService } from './services/lab-service.ts';
import { createImportService } from './services/import-service.ts';
import { createJobRegistry } from './services/job-registry.ts';
import { logFaults } from './services/log-faults.ts';
import { openModelKey } from './services/model-key.ts';
import { createOpenDialog } from './services/open-dialog.ts';
import { createSafeStorageCipher } from './services/safe-storage-cipher.ts';
import { openSettings, type SettingsService } from './services/settings-service.ts';
import { summaryCost } from './services/summary-cost.ts';
import { createWatchService } from './services/watch-service.ts';
import { createWorkerSummaryModel } from './services/worker-summary-model.ts';
import { openWorkspaceClient } from './workspace/open-workspace-client.ts';

/** Everything behind the window. Loaded when the window is open, because it takes longer to load than that. */
export interface Backend extends Answering {
  readonly settings: SettingsService;
  readonly log: ErrorLog;
  /** Imports files that were named on the command line. */
  readonly importGiven: (paths: readonly string[]) => void;
  /** Shows the dialog for a folder and imports it. */
  readonly importFolder: () => Promise<void>;
  /** Ends what runs and waits for what is being written. */
  readonly close: () => Promise<void>;
}

export async function startBackend(options: {
  readonly paths: AppPaths;
  readonly crashMark: CrashMark;
  readonly currentWindow: () => BrowserWindow | null;
  readonly onSettings: (view: SettingsView) => void;
  readonly workspaceWorker: Worker;
}): Promise<Backend> {
  const { paths, crashMark, currentWindow, onSettings, workspaceWorker } = options;
  const log = openErrorLog(paths.logFile, app.isPackaged);
  logFaults(log);
  const errorAnswer = createErrorAnswer((doing, error) => {
    log.error(doing, error);
  }, paths.logFile);
  const send = createEventSender(currentWindow);
  const settings = openSettings({
    path: paths.settings,
    key: openModelKey(paths.modelKey, createSafeStorageCipher(process.platform)),
    onChange: (view) => {
      onSettings(view);
      send('settings:changed', view);
      void workspace.setDefaultContextWindow(view.defaultContextWindow);
    },
    onBroken: (keptAs, why) => {
      log.error(`the settings could not be read and are kept as ${keptAs}`, why);
    },
  });
  const workspace = openWorkspaceClient({
    workspacePath: paths.workspace,
    workerFolder: paths.workerFolder,
    startedWorker: workspaceWorker,
    samplesFolder: paths.samples,
    defaultContextWindow: await settings.defaultContextWindow(),
    onChanged: (threads) => {
      send('workspace:changed', { threads });
    },
  });

  const jobs = createJobRegistry((jobId, error) => {
    log.error(`job ${jobId}`, error);
  });
  const choosePaths = createOpenDialog(currentWindow);
  const imports = createImportService({ workspace, jobs, choosePaths, send });
  const watching = createWatchService({
    workspace,
    folders: {
      read: () => settings.watchedFolders(),
      write: (folders) => settings.setWatchedFolders(folders),
    },
    openWatcher: (onNews) =>
      createFolderWatcher(new URL('watch-worker.js', paths.workerFolder), onNews, (error) => {
        log.error('watching folders', error);
      }),
    send,
    nowMs: Date.now,
  });
  let priceTable: PriceTable = DEFAULT_PRICES;
  const prices = openLabPrices({
    path: paths.prices,
    onChange: (view) => {
      priceTable = view.table;
      send('prices:changed', view);
    },
    onBroken: (why) => {
      log.error('the prices could not be read, and the defaults count', why);
    },
  });
  void prices.view().then((view) => {
    priceTable = view.table;
  });
  const experiments = createExperimentService({
    workspace,
    settings,
    jobs,
    send,
    errorAnswer,
    openModel: createWorkerSummaryModel(new URL('summarize-worker.js', paths.workerFolder)),
    costOf: (modelName, usage) => summaryCost(modelName, usage, priceTable),
    monotonicMs: () => performance.now(),
  });

  const lab = createLabService({
    workerFolder: paths.workerFolder,
    start: { workspacePath: paths.workspace, defaultContextWindow: null },
    ready: workspace.ready,
    prices: () => prices.view(),
    defaultContextWindow: () => settings.defaultContextWindow(),
    jobs,
    send,
    errorAnswer,
  });

  return {
    settings,
    log,
    errorAnswer,
    schemas: ARGUMENT_SCHEMAS,
    droppedFilesSchema: DROPPED_FILES_SCHEMA,
    describeIssue,
    handlers: createHandlers({
      appInfo: () => ({
        version: app.getVersion(),
        platform: process.platform,
        workspacePath: paths.workspace,
        crashedBefore: crashMark.crashedBefore(),
      }),
      workspace,
      imports,
      watching,
      choosePaths,
      experiments,
      settings,
      jobs,
      lab,
      prices,
      writeClipboard: async (text) => {
        await clipboard.writeText(text);
      },
    }),
    droppedFiles: ({ jobId, paths: dropped }) => {
      imports.startGiven(jobId, dropped);
      return null;
    },
    importGiven: (given) => {
      imports.startGiven(crypto.randomUUID(), given);
    },
    importFolder: () => imports.choose(crypto.randomUUID(), 'folder'),
    close: async () => {
      await watching.close();
      await jobs.close();
      await lab.close();
      await workspace.close();
    },
  };
}
