import { loggedMessage, type Exchange, type LoggedMessage } from '../exchanges/exchange.ts';
import type { LcMessage } from '../langchain/lc-message.ts';
import { callOf, LcSteps } from '../langchain/lc-steps.ts';
import { noticeStep, stepCall } from '../steps/make-step.ts';
import type { Step, StepCall } from '../steps/step.ts';
import type { LsRun } from './ls-run.ts';
import { inputMessages, outputMessages, wordsOfMessage } from './run-messages.ts';
import { runModel, runUsage } from './run-usage.ts';

/** A run, and how it is had again when its messages are delivered. */
export interface LoggedRun {
  readonly run: LsRun;
  readonly again: () => LsRun;
}

/** What the exchanges of a conversation have in common. */
export class ExchangeReader {
  readonly steps = new LcSteps();
  #newest: { readonly of: () => LsRun; readonly said: Said } | null = null;

  /** Messages of a run are asked for one after another, so those that were read last are kept. */
  saidIn(again: () => LsRun, read: (run: LsRun) => Said): Said {
    if (this.#newest?.of !== again) this.#newest = { of: again, said: read(again()) };
    return this.#newest.said;
  }
}

/** A call of a model as a request with its answer. */
export function callExchange(logged: LoggedRun, reader: ExchangeReader, threadName: string | null): Exchange {
  const read = ({ inputs, outputs }: LsRun): Said => ({
    input: inputMessages(inputs),
    output: outputMessages(outputs),
  });
  return exchangeOf(logged, read, { reader, threadName, perCall: true });
}

/** A trace of which only the outermost run was kept; its report is the sum over its calls. */
export function traceExchange(
  logged: LoggedRun,
  reader: ExchangeReader,
  threadName: string | null,
): Exchange {
  return exchangeOf(logged, saidInTrace, { reader, threadName, perCall: false });
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
  readonly reader: ExchangeReader;
  readonly threadName: string | null;
  readonly perCall: boolean;
}

/** Keeps nothing of the run's contents: a file has more of them than should be in memory. */
function exchangeOf(
  { run, again }: LoggedRun,
  read: (run: LsRun) => Said,
  { reader, threadName, perCall }: ExchangeContext,
): Exchange {
  const { id, startMs, endMs, error, isPending } = run;
  const { input, output } = read(run);
  const said = (): Said => reader.saidIn(again, read);
  const lastTurn = input.findLastIndex((message) => kindOf(message) === 'turn');
  const reply = replyIn(output);
  const usage = runUsage(run);
  const model = runModel(run);
  const atMs = endMs ?? startMs;
  const call: StepCall = { ...stepCall(usage, model, id), perCall };
  const told =
    reply === null || usage !== null || !perCall ? call : { ...callOf(reply.fields), answerId: id };
  const problem = error === null ? null : noticeStep('error', error, 'error', atMs);
  return {
    threadName,
    runName: run.traceId,
    input: input.map((given, index) =>
      loggedMessage(kindOf(given), wordsOfMessage(given), () => {
        const message = said().input[index];
        return message === undefined ? [] : reader.steps.of(message, index >= lastTurn ? startMs : null);
      }),
    ),
    answer:
      reply === null
        ? null
        : {
            message: loggedMessage('reply', wordsOfMessage(reply), () => {
              const message = replyIn(said().output);
              return [
                ...(message === null
                  ? []
                  : reader.steps.of(message, atMs, { ...told, model: told.model ?? model })),
                ...(problem === null ? [] : [problem]),
              ];
            }),
            sign: id,
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
