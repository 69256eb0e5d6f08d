import type { MessagePort } from 'node:worker_threads';
import { serveCalls, type CallHandlers } from './serve-calls.ts';
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
  const handlers: Partial<CallHandlers<WorkspaceCalls>> = {
    ...threadHandlers(context),
    'worker:close': () => {
      opened?.db.close();
      port.close();
      return null;
    },
  };
  serveCalls(port, handlers);
}
