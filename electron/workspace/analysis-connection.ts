import type { Result } from '../../core/contract.ts';
import { answerModelQuestions } from './model-questions.ts';
import type { ExperimentHandlers, WorkspaceClientOptions } from './worker-client.ts';
import { connectWorker, type Connection } from './worker-connection.ts';
import type { AnalysisCalls, WorkspaceStart } from './worker-messages.ts';
import type { ExperimentJob, ExperimentOutcome } from './workspace-requests.ts';

/** The way to the analysis worker, which starts with the first call. */
export interface AnalysisConnection {
  readonly call: Connection<AnalysisCalls>['call'];
  run(job: ExperimentJob, handlers: ExperimentHandlers): Promise<Result<ExperimentOutcome>>;
  close(): Promise<void>;
}

export function connectAnalysis(
  options: Pick<WorkspaceClientOptions, 'workerFolder'>,
  start: WorkspaceStart,
): AnalysisConnection {
  let connection: Connection<AnalysisCalls> | null = null;
  const models = answerModelQuestions((message) => {
    connection?.post(message);
  });
  const worker = (): Connection<AnalysisCalls> => {
    connection ??= connectWorker<AnalysisCalls>({
      entry: new URL('analysis-worker.js', options.workerFolder),
      start,
      name: 'The analysis',
      onMessage: (message) => {
        if (message.kind === 'ask-model') models.ask(message);
      },
    });
    return connection;
  };
  return {
    call: (channel, argument) => worker().call(channel, argument),
    run: (job, handlers) => models.run(worker(), job, handlers),
    close: async () => {
      await connection?.close();
    },
  };
}
