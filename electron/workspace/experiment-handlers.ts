import {
  applyExperiment,
  pinExperiment,
  removeExperiment,
  renameExperiment,
  restoreExperiment,
} from './change-experiment.ts';
import { experimentDetail, experimentOf, listExperiments } from './experiment-rows.ts';
import { threadOf } from './open-thread.ts';
import type { CallHandlers } from './serve-calls.ts';
import type { WorkspaceCalls } from './worker-messages.ts';
import type { WorkspaceContext } from './workspace-context.ts';

export type ExperimentChannel = keyof WorkspaceCalls & `experiments:${string}`;

/** @param onChanged Told of threads that came. */
export function experimentHandlers(
  context: () => WorkspaceContext,
  onChanged: (threads: readonly number[]) => void,
): Pick<CallHandlers<WorkspaceCalls>, ExperimentChannel> {
  return {
    'experiments:list': ({ thread }) => {
      threadOf(context().reader, thread);
      return listExperiments(context().db, thread);
    },
    'experiments:get': ({ experiment }) => experimentDetail(experimentOf(context().db, experiment)),
    'experiments:rename': ({ experiment, name }) => renameExperiment(context(), experiment, name),
    'experiments:pin': ({ experiment, pinned }) => pinExperiment(context(), experiment, pinned),
    'experiments:remove': ({ experiment }) => removeExperiment(context(), experiment),
    'experiments:restore': ({ experiment }) => restoreExperiment(context(), experiment),
    'experiments:apply': async ({ experiment }) => {
      const branch = await applyExperiment(context(), experiment);
      onChanged([branch]);
      return branch;
    },
  };
}
