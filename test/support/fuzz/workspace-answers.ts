import { InspectorError } from '../../../core/domain/errors.ts';
import { createErrorAnswer } from '../../../electron/ipc/error-answer.ts';
import { createHandlers, type HandlerParts } from '../../../electron/ipc/handlers.ts';
import {
  ARGUMENT_SCHEMAS,
  describeIssue,
  DROPPED_FILES_SCHEMA,
} from '../../../electron/ipc/argument-schemas.ts';
import type { Answering } from '../../../electron/ipc/register-handlers.ts';
import { createJobRegistry } from '../../../electron/services/job-registry.ts';
import { createRoutes } from '../../../electron/workspace/client-routes.ts';
import { diffSummary } from '../../../electron/workspace/diff-summary.ts';
import { experimentHandlers } from '../../../electron/workspace/experiment-handlers.ts';
import { alignmentReport } from '../../../electron/workspace/lab-alignment.ts';
import type { LabCalls } from '../../../electron/workspace/lab-messages.ts';
import {
  experimentSurvival,
  generationsReport,
  survivalReport,
} from '../../../electron/workspace/lab-survival.ts';
import { createLabFacts } from '../../../electron/workspace/lab-threads.ts';
import { tokenizeThread } from '../../../electron/workspace/lab-tokenizer.ts';
import { xrayReport } from '../../../electron/workspace/lab-xray.ts';
import { threadOf } from '../../../electron/workspace/open-thread.ts';
import { requestError } from '../../../electron/workspace/request-error.ts';
import { sentItems } from '../../../electron/workspace/sent-items.ts';
import type { CallHandlers } from '../../../electron/workspace/serve-calls.ts';
import { threadHandlers } from '../../../electron/workspace/workspace-handlers.ts';
import type { Connection } from '../../../electron/workspace/worker-connection.ts';
import type { AnalysisCalls, CallMap, WorkspaceCalls } from '../../../electron/workspace/worker-messages.ts';
import type { WorkspaceContext } from '../../../electron/workspace/workspace-context.ts';

export interface WorkspaceAnswering extends Answering {
  /** Errors that nobody planned, with what was asked. */
  readonly faults: readonly string[];
}

/** What answers the window, with a workspace of a test's own behind it, in one thread. Everything else is refused. */
export function answerFrom(
  context: WorkspaceContext,
  parts: Pick<HandlerParts, 'settings' | 'prices'>,
): WorkspaceAnswering {
  const facts = createLabFacts();
  const get = (): WorkspaceContext => context;
  const changed = (): void => undefined;
  const workspace = connectionTo<WorkspaceCalls>({
    ...threadHandlers(get, changed),
    ...experimentHandlers(get, changed),
    'worker:close': () => null,
  });
  const analysis = connectionTo<AnalysisCalls>({
    'diff:summary': (query) => diffSummary(context, query),
    'diff:as-sent': (query) => sentItems(context, query),
    'experiments:run-on-thread': refuse,
    'worker:close': () => null,
  });
  const lab = connectionTo<LabCalls>({
    'lab:run-sweep': refuse,
    'lab:run-spread': refuse,
    'lab:survival': (query) => survivalReport(context, facts, query),
    'lab:generations': (query) => generationsReport(context, facts, query),
    'lab:alignment': (query) => alignmentReport(context, query),
    'lab:xray': (query) => xrayReport(context, query),
    'lab:experiment-survival': ({ experiments }) => experimentSurvival(context, facts, experiments),
    'lab:tokenize': ({ thread }) => tokenizeThread(context, threadOf(context.reader, thread)),
    'worker:close': () => null,
  });
  const faults: string[] = [];
  const routes = createRoutes(workspace, { ...analysis, run: refuse }, Promise.resolve());
  const handlers = createHandlers({
    appInfo: () => ({ version: '1', platform: 'linux', workspacePath: '/w', crashedBefore: false }),
    workspace: { request: (channel, argument) => routes[channel](argument), undoImport: refuse },
    imports: { choose: refuse, startGiven: refuse, startAgain: refuse, sample: refuse, repeat: refuse },
    watching: { list: refuse, add: refuse, remove: refuse, refresh: refuse, close: refuse },
    choosePaths: refuse,
    experiments: { run: refuse, testModel: refuse },
    jobs: createJobRegistry(() => undefined),
    lab: {
      sweep: refuse,
      spread: refuse,
      ask: async (channel, argument) => {
        const result = await lab.call(channel, argument);
        if (result.ok) return result.value;
        throw new InspectorError(result.error.code, result.error.message);
      },
    },
    writeClipboard: () => Promise.resolve(),
    ...parts,
  });
  return {
    handlers,
    schemas: ARGUMENT_SCHEMAS,
    droppedFiles: refuse,
    droppedFilesSchema: DROPPED_FILES_SCHEMA,
    describeIssue,
    errorAnswer: createErrorAnswer((doing, error) => {
      faults.push(`${doing}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }, '/log'),
    faults,
  };
}

const refuse = (): never => {
  throw new InspectorError('refused', 'not asked for here');
};

/** For tests that ask only for threads. */
export const refusedParts: Pick<HandlerParts, 'settings' | 'prices'> = {
  settings: {
    view: refuse,
    change: refuse,
    setKey: refuse,
    clearKey: refuse,
    modelEndpoint: refuse,
    defaultContextWindow: refuse,
    watchedFolders: refuse,
    setWatchedFolders: refuse,
  },
  prices: { view: refuse, put: refuse, reset: refuse },
};

/** As over a worker's messages. */
function connectionTo<Calls extends CallMap>(handlers: CallHandlers<Calls>): Connection<Calls> {
  return {
    call: async (channel, argument) => {
      try {
        return { ok: true, value: structuredClone(await handlers[channel](argument)) };
      } catch (error) {
        return { ok: false, error: requestError(error) };
      }
    },
    post: () => undefined,
    close: () => Promise.resolve(),
  };
}
