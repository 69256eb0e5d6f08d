import { loggedMessage, type Exchange, type LoggedMessage } from '../exchanges/exchange.ts';
import type { LcMessage } from '../langchain/lc-message.ts';
import { callOf, type LcSteps } from '../langchain/lc-steps.ts';
import { madeOf } from '../readers/lazy-json/lazy-values.ts';
import { noticeStep, stepCall } from '../steps/make-step.ts';
import type { Step, StepCall } from '../steps/step.ts';
import type { LsRun } from './ls-run.ts';
import { inputMessages, outputMessages, wordsOfMessage } from './run-messages.ts';
import { runModel, runUsage } from './run-usage.ts';

/** A call of a model as a request with its answer. */
export function callExchange(run: LsRun, reader: LcSteps, threadName: string | null): Exchange {
  const said = madeOf(run.raw, () => ({
    input: inputMessages(run.inputs),
    output: outputMessages(run.outputs),
  }));
  return exchangeOf(run, said, { reader, threadName, perCall: true });
}

/** A trace of which only the outermost run was kept; its report is the sum over its calls. */
export function traceExchange(run: LsRun, reader: LcSteps, threadName: string | null): Exchange {
  return exchangeOf(
    run,
    madeOf(run.raw, () => saidInTrace(run)),
    { reader, threadName, perCall: false },
  );
}

function saidInTrace(run: LsRun): Said {
  const given = inputMessages(run.inputs);
  const returned = outputMessages(run.outputs);
  // Many chains give back everything that they were given.
  const repeats = given.every((message, index) => isSame(message, returned[index]));
  const added = repeats ? returned.slice(given.length) : returned;
  const last = added.findLastIndex((message) => kindOf(message) === 'reply');
  return {
    input: last < 0 ? [...given, ...added] : [...given, ...added.slice(0, last)],
    output: last < 0 ? [] : added.slice(last),
  };
}

/** What went in and came out. */
interface Said {
  readonly input: readonly LcMessage[];
  readonly output: readonly LcMessage[];
}

interface ExchangeContext {
  readonly reader: LcSteps;
  readonly threadName: string | null;
  readonly perCall: boolean;
}

/** @param said Asked again for what is delivered: what is in a large source should not be kept. */
function exchangeOf(
  run: LsRun,
  said: () => Said,
  { reader, threadName, perCall }: ExchangeContext,
): Exchange {
  const { startMs, endMs, error, isPending } = run;
  const { input, output } = said();
  const lastTurn = input.findLastIndex((message) => kindOf(message) === 'turn');
  const reply = replyIn(output);
  const usage = runUsage(run);
  const model = runModel(run);
  const atMs = endMs ?? startMs;
  const call: StepCall = { ...stepCall(usage, model, run.id), perCall };
  const told =
    reply === null || usage !== null || !perCall ? call : { ...callOf(reply.fields), answerId: run.id };
  const problem = error === null ? null : noticeStep('error', error, 'error', atMs);
  return {
    threadName,
    runName: run.traceId,
    input: input.map((message, index) =>
      loggedMessage(kindOf(message), wordsOfMessage(message), () => {
        const again = said().input[index];
        return again === undefined ? [] : reader.of(again, index >= lastTurn ? startMs : null);
      }),
    ),
    answer:
      reply === null
        ? null
        : {
            message: loggedMessage('reply', wordsOfMessage(reply), () => {
              const again = replyIn(said().output);
              return [
                ...(again === null ? [] : reader.of(again, atMs, { ...told, model: told.model ?? model })),
                ...(problem === null ? [] : [problem]),
              ];
            }),
            sign: run.id,
          },
    after: reply === null ? unanswered(call, problem, isPending, atMs) : [],
  };
}

/** It failed, has not ended, or wrote nothing that is known as a message. */
function unanswered(
  call: StepCall,
  problem: Step | null,
  isPending: boolean,
  atMs: number | null,
): readonly Step[] {
  return [
    { kind: 'call', call, atMs },
    ...(problem === null ? [] : [problem]),
    ...(isPending ? [noticeStep('info', '', 'open', atMs)] : []),
  ];
}

function replyIn(output: readonly LcMessage[]): LcMessage | null {
  return output.find((message) => kindOf(message) === 'reply') ?? null;
}

export function kindOf({ kind, fields }: LcMessage): LoggedMessage['kind'] {
  switch (kind === 'chat' ? fields['role'] : kind) {
    case 'human':
    case 'user':
      return 'turn';
    case 'ai':
    case 'assistant':
      return 'reply';
    case 'tool':
    case 'function':
      return 'result';
    case 'system':
    case 'developer':
      return 'instructions';
    default:
      return 'context';
  }
}

function isSame(left: LcMessage, right: LcMessage | undefined): boolean {
  if (right === undefined) return false;
  if (left.id !== null && left.id === right.id) return true;
  return wordsOfMessage(left) === wordsOfMessage(right);
}
