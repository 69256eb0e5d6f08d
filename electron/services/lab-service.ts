import type {
  JobId,
  LabRequests,
  PriceView,
  RequestError,
  Result,
  SweepRequest,
  SweepSpread,
} from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import type { SendEvent } from '../ipc/channels.ts';
import { newCancelFlag, setCancelFlag } from '../workspace/cancel-flag.ts';
import { connectLab } from '../workspace/lab-connection.ts';
import type { LabCalls, LabChannel, SweepBasis } from '../workspace/lab-messages.ts';
import type { WorkspaceStart } from '../workspace/worker-messages.ts';
import type { JobRegistry } from './job-registry.ts';

export interface LabService {
  /** Starts a sweep as job `jobId`; its end is told by 'lab:ended'. */
  sweep(jobId: JobId, request: SweepRequest): Promise<void>;
  /** @throws InspectorError as the worker answered. */
  spread(query: Parameters<LabRequests['lab:spread']>[0]): Promise<SweepSpread | null>;
  /** @throws InspectorError as the worker answered. */
  ask<Channel extends LabChannel>(
    channel: Channel,
    argument: Parameters<LabCalls[Channel]>[0],
  ): Promise<ReturnType<LabCalls[Channel]>>;
  close(): Promise<void>;
}

/**
 * Sweeps have a worker, and questions about one thread another: a sweep over a hundred threads must not
 * keep the survival of the open one waiting.
 */
export function createLabService(options: {
  readonly workerFolder: URL;
  readonly start: WorkspaceStart;
  /** The workspace's own opening: it makes and migrates the file. */
  readonly ready: Promise<Result<null>>;
  readonly prices: () => Promise<PriceView>;
  readonly defaultContextWindow: () => Promise<number>;
  readonly jobs: JobRegistry;
  readonly send: SendEvent;
  readonly errorAnswer: (error: unknown, doing: string) => RequestError;
}): LabService {
  const { ready, prices, defaultContextWindow, jobs, send, errorAnswer } = options;
  const entry = new URL('lab-worker.js', options.workerFolder);
  const sweeps = connectLab({
    entry,
    start: options.start,
    onEvent: (event) => {
      if (event.name === 'lab:rows') send('lab:rows', event.payload);
      else send('lab:progress', event.payload);
    },
  });
  const questions = connectLab({ entry, start: options.start, onEvent: () => undefined });

  const opened = async (): Promise<void> => {
    const result = await ready;
    if (!result.ok) throw new InspectorError(result.error.code, result.error.message);
  };

  const basis = async (): Promise<SweepBasis> => ({
    prices: (await prices()).table,
    defaultContextWindow: await defaultContextWindow(),
  });

  const runJob = async (jobId: JobId, request: SweepRequest, signal: AbortSignal): Promise<void> => {
    const cancelFlag = newCancelFlag();
    const cancel = (): void => {
      setCancelFlag(cancelFlag);
    };
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel);
    const result = await sweeps.call('lab:run-sweep', {
      ...request,
      ...(await basis()),
      jobId,
      cancelFlag,
    });
    signal.removeEventListener('abort', cancel);
    send('lab:ended', {
      jobId,
      outcome: result.ok ? result.value : null,
      error: result.ok ? null : result.error,
    });
  };

  return {
    sweep: async (jobId, request) => {
      await opened();
      jobs.start(jobId, async (signal) => {
        try {
          await runJob(jobId, request, signal);
        } catch (error) {
          // The window waits for this event; without it the sweep would seem to run for ever.
          send('lab:ended', { jobId, outcome: null, error: errorAnswer(error, 'lab:sweep') });
        }
      });
    },
    spread: async (query) => {
      await opened();
      // The worker that swept has the threads at hand.
      return valueOf(await sweeps.call('lab:run-spread', { ...query, ...(await basis()) }));
    },
    ask: async (channel, argument) => {
      await opened();
      return valueOf(await questions.call(channel, argument));
    },
    close: async () => {
      await Promise.all([sweeps.close(), questions.close()]);
    },
  };
}

function valueOf<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new InspectorError(result.error.code, result.error.message);
}
