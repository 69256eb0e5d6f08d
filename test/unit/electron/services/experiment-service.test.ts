import { describe, expect, it } from 'vitest';
import type { ExperimentRequest, Result } from '../../../../core/contract.ts';
import { NO_USAGE } from '../../../../core/domain/usage.ts';
import { createExperimentService } from '../../../../electron/services/experiment-service.ts';
import { createJobRegistry } from '../../../../electron/services/job-registry.ts';
import type { AskedModel } from '../../../../electron/services/model-worker-messages.ts';
import type { ModelEndpoint } from '../../../../electron/services/settings-service.ts';
import type { ExperimentHandlers } from '../../../../electron/workspace/worker-client.ts';
import type { ExperimentOutcome } from '../../../../electron/workspace/workspace-requests.ts';

const REQUEST: ExperimentRequest = {
  thread: 1,
  policy: { summarizer: 'llm', tokenThreshold: 1000, keepRecentCount: 2 },
  instruction: 'Summarize.',
  includeToolArguments: false,
  model: 'configured',
  parameters: { temperature: 0.5, maxOutputTokens: null },
};

const ENDPOINT: ModelEndpoint = {
  baseUrl: 'http://127.0.0.1:9/v1',
  modelName: 'local',
  timeoutMs: 1000,
  headers: {},
  apiKey: null,
};

/** A workspace that asks the model it's handed, and a model that says two pieces. */
function setUp(
  options: {
    readonly endpoint?: ModelEndpoint;
    readonly outcome?: Result<ExperimentOutcome>;
    readonly fault?: Error;
  } = {},
) {
  const asked: AskedModel[] = [];
  const events: (readonly [string, unknown])[] = [];
  const jobs = createJobRegistry(() => undefined);
  let clockMs = 100;
  const experiments = createExperimentService({
    jobs,
    settings: { modelEndpoint: async () => options.endpoint ?? ENDPOINT },
    openModel: (model) => {
      asked.push(model);
      return {
        modelName: 'local',
        complete: async ({ onText }) => {
          onText?.('One ');
          onText?.('two.');
          clockMs += 42.4;
          return { text: 'One two.', usage: NO_USAGE, raw: null, modelName: 'local-1' };
        },
      };
    },
    workspace: {
      runExperiment: async (_job, { model, onText }: ExperimentHandlers) => {
        if (options.fault !== undefined) throw options.fault;
        await model.complete({ instruction: '', input: '', ...(onText === undefined ? {} : { onText }) });
        return options.outcome ?? { ok: true, value: { experiment: 7, reason: null } };
      },
    },
    costOf: () => null,
    send: (channel, event) => events.push([channel, event]),
    errorAnswer: (error) => ({ code: 'internal', message: String(error) }),
    monotonicMs: () => clockMs,
  });
  return { experiments, jobs, asked, events };
}

describe('createExperimentService', () => {
  it('streams the text and then tells the number of what was stored', async () => {
    const { experiments, jobs, asked, events } = setUp();
    await experiments.run('job-1', REQUEST);
    await jobs.close();
    expect(asked).toEqual([{ kind: 'endpoint', endpoint: ENDPOINT, parameters: REQUEST.parameters }]);
    expect(events).toEqual([
      ['experiment:text', { jobId: 'job-1', text: 'One ' }],
      ['experiment:text', { jobId: 'job-1', text: 'two.' }],
      ['experiment:ended', { jobId: 'job-1', experiment: 7, reason: null, error: null }],
    ]);
  });

  it('tells why there was nothing to do', async () => {
    const reason = 'The threshold is never exceeded.';
    const { experiments, jobs, events } = setUp({
      outcome: { ok: true, value: { experiment: null, reason } },
    });
    await experiments.run('job-1', REQUEST);
    await jobs.close();
    expect(events.at(-1)).toEqual([
      'experiment:ended',
      { jobId: 'job-1', experiment: null, reason, error: null },
    ]);
  });

  it('ends the job for the window whatever goes wrong', async () => {
    const error = { code: 'model-failed', message: 'It said no.' } as const;
    const told = setUp({ outcome: { ok: false, error } });
    await told.experiments.run('job-1', REQUEST);
    await told.jobs.close();
    expect(told.events.at(-1)).toEqual([
      'experiment:ended',
      { jobId: 'job-1', experiment: null, reason: null, error },
    ]);

    const broken = setUp({ fault: new Error('broken') });
    await broken.experiments.run('job-1', REQUEST);
    await broken.jobs.close();
    expect(broken.events).toEqual([
      [
        'experiment:ended',
        {
          jobId: 'job-1',
          experiment: null,
          reason: null,
          error: { code: 'internal', message: 'Error: broken' },
        },
      ],
    ]);
  });

  it('asks no configured model for the offline summarizer or a sliding window', async () => {
    const endpoint = { ...ENDPOINT, baseUrl: 'https://api.openai.com/v1' };
    const { experiments, jobs, asked } = setUp({ endpoint });
    await experiments.run('job-1', { ...REQUEST, model: 'offline' });
    await experiments.run('job-2', { ...REQUEST, policy: { summarizer: 'sliding-window', keepCount: 3 } });
    await jobs.close();
    expect(asked).toEqual([
      { kind: 'offline', budgetTokens: null },
      { kind: 'offline', budgetTokens: null },
    ]);
  });

  it('says that a key is missing before anything is sent to a service that needs one', async () => {
    const { experiments, asked } = setUp({ endpoint: { ...ENDPOINT, baseUrl: 'https://api.openai.com/v1' } });
    await expect(experiments.run('job-1', REQUEST)).rejects.toThrow('api.openai.com needs a key');
    await expect(experiments.testModel()).rejects.toThrow('api.openai.com needs a key');
    expect(asked).toEqual([]);
  });

  it('tests the model with one question and says how long the answer took', async () => {
    const { experiments } = setUp();
    expect(await experiments.testModel()).toEqual({ modelName: 'local-1', durationMs: 42 });
  });
});
