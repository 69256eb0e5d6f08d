import type { ExperimentRequest, JobId, RequestError } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { Usage } from '../../core/domain/usage.ts';
import type { SendEvent } from '../ipc/channels.ts';
import type { WorkspaceClient } from '../workspace/worker-client.ts';
import type { JobRegistry } from './job-registry.ts';
import type { AskedModel } from './model-worker-messages.ts';
import type { ModelEndpoint, SettingsService } from './settings-service.ts';
import type { OpenSummaryModel } from './worker-summary-model.ts';

export interface ExperimentService {
  /**
   * Starts a summarizer on a thread as job `jobId`. The workspace stores what comes of it before
   * 'experiment:ended' tells its number.
   */
  run(jobId: JobId, request: ExperimentRequest): Promise<void>;
  /** One tiny question, so that a wrong address, key or model name shows before a summary needs it. */
  testModel(): Promise<{ readonly modelName: string; readonly durationMs: number }>;
}

export function createExperimentService(options: {
  readonly workspace: Pick<WorkspaceClient, 'runExperiment'>;
  readonly settings: Pick<SettingsService, 'modelEndpoint'>;
  readonly jobs: JobRegistry;
  readonly openModel: OpenSummaryModel;
  /** US dollars; null when the model's prices are not known. */
  readonly costOf: (modelName: string, usage: Usage) => number | null;
  readonly send: SendEvent;
  readonly errorAnswer: (error: unknown, doing: string) => RequestError;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number;
}): ExperimentService {
  const { workspace, settings, jobs, openModel, costOf, send, errorAnswer, monotonicMs } = options;

  const runJob = async (
    jobId: JobId,
    request: ExperimentRequest,
    asked: AskedModel,
    signal: AbortSignal,
  ): Promise<void> => {
    const result = await workspace.runExperiment(
      { jobId, request },
      {
        model: openModel(asked, signal),
        signal,
        costOf,
        onText: (text) => {
          send('experiment:text', { jobId, text });
        },
      },
    );
    send('experiment:ended', {
      jobId,
      experiment: result.ok ? result.value.experiment : null,
      reason: result.ok ? result.value.reason : null,
      error: result.ok ? null : result.error,
    });
  };

  return {
    run: async (jobId, request) => {
      const asked = await modelFor(request, settings);
      jobs.start(jobId, async (signal) => {
        try {
          await runJob(jobId, request, asked, signal);
        } catch (error) {
          // The window waits for this event; without it the job would seem to run for ever.
          const answer = errorAnswer(error, 'experiments:run');
          send('experiment:ended', { jobId, experiment: null, reason: null, error: answer });
        }
      });
    },
    testModel: async () => {
      const endpoint = usable(await settings.modelEndpoint());
      const parameters = { temperature: null, maxOutputTokens: null };
      const model = openModel(
        { kind: 'endpoint', endpoint, parameters },
        AbortSignal.timeout(endpoint.timeoutMs),
      );
      const startedMs = monotonicMs();
      const answer = await model.complete({ instruction: 'Answer with one word.', input: 'Say "ready".' });
      return { modelName: answer.modelName, durationMs: Math.round(monotonicMs() - startedMs) };
    },
  };
}

async function modelFor(
  request: ExperimentRequest,
  settings: Pick<SettingsService, 'modelEndpoint'>,
): Promise<AskedModel> {
  // A sliding window asks no model, so nothing has to be configured for it.
  if (request.model === 'offline' || request.policy.summarizer !== 'llm') {
    return { kind: 'offline', budgetTokens: request.parameters.maxOutputTokens };
  }
  const endpoint = usable(await settings.modelEndpoint());
  return { kind: 'endpoint', endpoint, parameters: request.parameters };
}

function usable(endpoint: ModelEndpoint): ModelEndpoint {
  const { hostname } = new URL(endpoint.baseUrl);
  if (endpoint.apiKey !== null || hostname !== 'api.openai.com') return endpoint;
  throw new InspectorError(
    'invalid-option',
    'api.openai.com needs a key: enter one in the settings, or run the offline summarizer.',
  );
}
