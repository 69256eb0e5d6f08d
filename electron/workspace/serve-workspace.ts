import type { MessagePort } from 'node:worker_threads';
import { experimentHandlers } from './experiment-handlers.ts';
import { postEvent, serveCalls } from './serve-calls.ts';
import type { WorkspaceCalls, WorkspaceStart } from './worker-messages.ts';
import { lazyContext } from './workspace-context.ts';
import { threadHandlers } from './workspace-handlers.ts';

/** The workspace worker: the one connection that answers the window. */
export function serveWorkspace(port: MessagePort, start: WorkspaceStart): void {
  const context = lazyContext(start);
  const onChanged = (threads: readonly number[]): void => {
    postEvent(port, { name: 'changed', threads });
  };
  serveCalls<WorkspaceCalls>(port, {
    ...threadHandlers(context.get, onChanged),
    ...experimentHandlers(context.get, onChanged),
    'worker:close': () => {
      context.close();
      return null;
    },
  });
}
