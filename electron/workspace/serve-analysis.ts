import type { MessagePort } from 'node:worker_threads';
import { openModelLine } from './ask-model.ts';
import { diffSummary } from './diff-summary.ts';
import { runExperiment } from './run-experiment.ts';
import { serveCalls } from './serve-calls.ts';
import { sentItems } from './sent-items.ts';
import type { AnalysisCalls, WorkspaceStart } from './worker-messages.ts';
import { lazyContext } from './workspace-context.ts';

/** The analysis worker: what takes seconds on a long thread, away from the requests of the window. */
export function serveAnalysis(port: MessagePort, start: WorkspaceStart): void {
  const context = lazyContext(start);
  const models = openModelLine(port);
  serveCalls<AnalysisCalls>(
    port,
    {
      'diff:summary': (query) => diffSummary(context.get(), query),
      'diff:as-sent': (query) => sentItems(context.get(), query),
      'experiments:run-on-thread': (call) => runExperiment(context.get(), call, models.ask),
      'worker:close': () => {
        context.close();
        return null;
      },
    },
    models.onAnswer,
  );
}
