import type { WorkspaceClient } from '../workspace/worker-client.ts';

/** Stands in until the workspace worker exists. */
export function unopenedWorkspace(): WorkspaceClient {
  const failed = {
    ok: false,
    error: { code: 'storage-failed', message: 'There is no workspace yet.' },
  } as const;
  return {
    ready: Promise.resolve(failed),
    request: () => Promise.resolve(failed),
    importFiles: () => ({ report: Promise.resolve(failed), cancel: () => undefined }),
    runExperiment: () => Promise.resolve(failed),
    setDefaultContextWindow: () => Promise.resolve(failed),
    close: () => Promise.resolve(),
  };
}
