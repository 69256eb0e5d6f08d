import type { MessagePort } from 'node:worker_threads';
import { openModelLine } from './ask-model.ts';
import { experimentHandlers } from './experiment-handlers.ts';
import { postEvent, serveCalls, type CallHandlers } from './serve-calls.ts';
import type { WorkspaceCalls, WorkspaceStart } from './worker-messages.ts';
import { openWorkspaceContext, type WorkspaceContext } from './workspace-context.ts';
import { threadHandlers } from './workspace-handlers.ts';

/** The workspace worker: the one connection that answers the window. */
export function serveWorkspace(port: MessagePort, start: WorkspaceStart): void {
  let opened: WorkspaceContext | null = null;
  const context = (): WorkspaceContext => {
    opened ??= openWorkspaceContext(start, Date.now);
    return opened;
  };
  const models = openModelLine(port);
  const onChanged = (threads: readonly number[]): void => {
    postEvent(port, { name: 'changed', threads });
  };
  const handlers: CallHandlers<WorkspaceCalls> = {
    ...threadHandlers(context, onChanged),
    ...experimentHandlers(context, models.ask, onChanged),
    'worker:close': () => {
      opened?.db.close();
      port.close();
      return null;
    },
  };
  serveCalls<WorkspaceCalls>(port, handlers, models.onAnswer);
}
