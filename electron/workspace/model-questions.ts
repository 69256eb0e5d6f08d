import type { Result } from '../../core/contract.ts';
import { newCancelFlag, setCancelFlag } from './cancel-flag.ts';
import { requestError } from './request-error.ts';
import type { ExperimentHandlers } from './worker-client.ts';
import type { Connection } from './worker-connection.ts';
import type { AnalysisCalls, MessageFromWorker, MessageToWorker, ModelReply } from './worker-messages.ts';
import type { ExperimentJob, ExperimentOutcome } from './workspace-requests.ts';

type Question = Extract<MessageFromWorker, { readonly kind: 'ask-model' }>;

export interface ModelQuestions {
  run(
    analysis: Connection<AnalysisCalls>,
    job: ExperimentJob,
    handlers: ExperimentHandlers,
  ): Promise<Result<ExperimentOutcome>>;
  /** A running experiment wants its summary: the model is asked here, where the network and the key are. */
  ask(question: Question): void;
}

const CANCEL_POLL_MS = 100;

export function answerModelQuestions(post: (message: MessageToWorker) => void): ModelQuestions {
  const running = new Map<string, ExperimentHandlers>();

  const answerOf = async (question: Question): Promise<Result<ModelReply>> => {
    const handlers = running.get(question.jobId);
    try {
      if (handlers === undefined) throw new Error(`experiment ${question.jobId} is not running`);
      const { model, signal, onText, costOf } = handlers;
      const answer = await model.complete({
        instruction: question.instruction,
        input: question.input,
        signal,
        ...(onText === undefined ? {} : { onText }),
      });
      const cost = answer.usage === null ? null : (costOf?.(answer.modelName, answer.usage) ?? null);
      return { ok: true, value: { ...answer, cost } };
    } catch (error) {
      return { ok: false, error: requestError(error) };
    }
  };

  return {
    run: async (analysis, job, handlers) => {
      const cancelFlag = newCancelFlag();
      // The signal has no event in core's part of it, and a cancel may come while the worker reads.
      const watch = setInterval(() => {
        if (handlers.signal.aborted) setCancelFlag(cancelFlag);
      }, CANCEL_POLL_MS);
      running.set(job.jobId, handlers);
      try {
        return await analysis.call('experiments:run-on-thread', {
          ...job,
          cancelFlag,
          modelName: handlers.model.modelName,
        });
      } finally {
        clearInterval(watch);
        running.delete(job.jobId);
      }
    },
    ask: (question) => {
      void answerOf(question).then((result) => {
        post({ kind: 'model-answer', id: question.id, result });
      });
    },
  };
}
