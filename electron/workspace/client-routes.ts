import type { Result } from '../../core/contract.ts';
import type { AnalysisConnection } from './analysis-connection.ts';
import type { Connection } from './worker-connection.ts';
import type { WorkspaceCalls } from './worker-messages.ts';
import type { WorkspaceAnswer, WorkspaceArgument, WorkspaceChannel } from './workspace-requests.ts';

export type Routes = {
  readonly [Channel in WorkspaceChannel]: (
    argument: WorkspaceArgument<Channel>,
  ) => Promise<Result<WorkspaceAnswer<Channel>>>;
};

/** Which worker answers which request of the window. */
export function createRoutes(
  workspace: Connection<WorkspaceCalls>,
  analysis: AnalysisConnection,
  samples: Promise<unknown>,
): Routes {
  return {
    'threads:list': async (query) => {
      // The first list a person sees is the one with the samples in it.
      await samples;
      return workspace.call('threads:list', query);
    },
    'threads:open': (query) => workspace.call('threads:open', query),
    'threads:remove': (query) => workspace.call('threads:remove', query),
    'threads:restore': (query) => workspace.call('threads:restore', query),
    'runs:headers': (query) => workspace.call('runs:headers', query),
    'runs:body': (query) => workspace.call('runs:body', query),
    'runs:item-text': (query) => workspace.call('runs:item-text', query),
    'runs:find': (query) => workspace.call('runs:find', query),
    'findings:list': (query) => workspace.call('findings:list', query),
    'diff:summary': (query) => analysis.call('diff:summary', query),
    'diff:as-sent': (query) => analysis.call('diff:as-sent', query),
    'experiments:list': (query) => workspace.call('experiments:list', query),
    'experiments:get': (query) => workspace.call('experiments:get', query),
    'experiments:rename': (query) => workspace.call('experiments:rename', query),
    'experiments:pin': (query) => workspace.call('experiments:pin', query),
    'experiments:remove': (query) => workspace.call('experiments:remove', query),
    'experiments:restore': (query) => workspace.call('experiments:restore', query),
    'experiments:apply': (query) => workspace.call('experiments:apply', query),
    'imports:list': (query) => workspace.call('imports:list', query),
  };
}
