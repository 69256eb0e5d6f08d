import type { AppInfo } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { ExperimentService } from '../services/experiment-service.ts';
import type { ImportService } from '../services/import-service.ts';
import type { JobRegistry } from '../services/job-registry.ts';
import type { LabPrices } from '../services/lab-prices.ts';
import type { LabService } from '../services/lab-service.ts';
import type { LabCalls, LabChannel } from '../workspace/lab-messages.ts';
import type { SettingsService } from '../services/settings-service.ts';
import type { WorkspaceClient } from '../workspace/worker-client.ts';
import type {
  WorkspaceAnswer,
  WorkspaceArgument,
  WorkspaceChannel,
} from '../workspace/workspace-requests.ts';
import type { Handlers } from './channels.ts';
import { importHandlers, type ImportHandlerParts } from './import-handlers.ts';

export interface HandlerParts extends ImportHandlerParts {
  readonly appInfo: () => AppInfo;
  readonly workspace: Pick<WorkspaceClient, 'request' | 'undoImport'>;
  readonly imports: ImportService;
  readonly experiments: ExperimentService;
  readonly settings: SettingsService;
  readonly jobs: JobRegistry;
  readonly lab: Pick<LabService, 'sweep' | 'spread' | 'ask'>;
  readonly prices: LabPrices;
  readonly writeClipboard: (text: string) => Promise<void>;
}

/** One handler per request of the contract. Threads and experiments are the workspace's to answer. */
export function createHandlers(parts: HandlerParts): Handlers {
  const { appInfo, workspace, imports, experiments, settings, jobs, lab, prices, writeClipboard } = parts;

  const ask =
    <Channel extends WorkspaceChannel>(channel: Channel) =>
    async (argument: WorkspaceArgument<Channel>): Promise<WorkspaceAnswer<Channel>> => {
      const result = await workspace.request(channel, argument);
      if (result.ok) return result.value;
      throw new InspectorError(result.error.code, result.error.message);
    };

  const askLab =
    <Channel extends LabChannel>(channel: Channel) =>
    (argument: Parameters<LabCalls[Channel]>[0]): Promise<ReturnType<LabCalls[Channel]>> =>
      lab.ask(channel, argument);

  return {
    'app:info': appInfo,
    'threads:list': ask('threads:list'),
    'threads:open': ask('threads:open'),
    'threads:remove': ask('threads:remove'),
    'threads:restore': ask('threads:restore'),
    'runs:headers': ask('runs:headers'),
    'runs:body': ask('runs:body'),
    'runs:item-text': ask('runs:item-text'),
    'runs:find': ask('runs:find'),
    'findings:list': ask('findings:list'),
    'diff:summary': ask('diff:summary'),
    'diff:as-sent': ask('diff:as-sent'),
    'experiments:list': ask('experiments:list'),
    'experiments:get': ask('experiments:get'),
    'experiments:rename': ask('experiments:rename'),
    'experiments:pin': ask('experiments:pin'),
    'experiments:remove': ask('experiments:remove'),
    'experiments:restore': ask('experiments:restore'),
    'experiments:apply': ask('experiments:apply'),
    'experiments:run': async ({ jobId, ...request }) => {
      await experiments.run(jobId, request);
      return null;
    },
    'import:choose': async ({ jobId, what }) => {
      await imports.choose(jobId, what ?? 'files');
      return null;
    },
    'import:start': ({ jobId, paths, ...how }) => {
      imports.startAgain(jobId, paths, how);
      return null;
    },
    ...importHandlers(parts),
    'imports:list': ask('imports:list'),
    'job:cancel': ({ jobId }) => {
      jobs.cancel(jobId);
      return null;
    },
    'settings:get': () => settings.view(),
    'settings:change': (change) => settings.change(change),
    'settings:set-key': ({ key, allowPlain }) => settings.setKey(key, allowPlain),
    'settings:clear-key': () => settings.clearKey(),
    'settings:test-model': () => experiments.testModel(),
    'clipboard:write': async ({ text }) => {
      await writeClipboard(text);
      return null;
    },
    'lab:sweep': async ({ jobId, ...request }) => {
      await lab.sweep(jobId, request);
      return null;
    },
    'lab:spread': (query) => lab.spread(query),
    'lab:survival': askLab('lab:survival'),
    'lab:generations': askLab('lab:generations'),
    'lab:alignment': askLab('lab:alignment'),
    'lab:xray': askLab('lab:xray'),
    'lab:experiment-survival': askLab('lab:experiment-survival'),
    'lab:tokenize': askLab('lab:tokenize'),
    'prices:get': () => prices.view(),
    'prices:put': ({ price }) => prices.put(price),
    'prices:reset': ({ model }) => prices.reset(model),
  };
}
