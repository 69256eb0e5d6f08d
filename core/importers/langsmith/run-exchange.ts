import { messageKey, type Exchange, type LoggedMessage } from '../exchanges/exchange.ts';
import type { LcMessage } from '../langchain/lc-message.ts';
import { callOf, LcSteps } from '../langchain/lc-steps.ts';
import { noticeStep, stepCall } from '../steps/make-step.ts';
import type { Step, StepCall } from '../steps/step.ts';
import type { LsRun } from './ls-run.ts';
import { inputMessages, outputMessages, wordsOfMessage } from './run-messages.ts';
import { runModel, runUsage } from './run-usage.ts';

/** Where runs are had again: whoever keeps the number of a run's record keeps nothing of what is in it. */
export interface RunRecords {
  at(record: number): LsRun;
}

/** A run as a request with its answer. */
interface ReadCall {
  readonly input: readonly LcMessage[];
  readonly reply: LcMessage | null;
  /** Where the newest turn stands in the input. */
  readonly lastTurn: number;
  readonly startMs: number | null;
  readonly atMs: number | null;
  /** What the run, or else its answer, tells of the call. */
  readonly call: StepCall;
  readonly problem: Step | null;
}

/** What the exchanges of a conversation have in common. */
export class ExchangeReader {
  readonly #records: RunRecords;
  readonly #steps = new LcSteps();
  /** Messages of a run are asked for one after another, so those that were read last are kept. */
  #newest: { readonly run: PlacedRun; readonly call: ReadCall } | null = null;

  constructor(records: RunRecords) {
    this.#records = records;
  }

  inputSteps(run: PlacedRun, index: number): readonly Step[] {
    const { input, lastTurn, startMs } = this.#callOf(run);
    const message = input[index];
    return message === undefined ? [] : this.#steps.of(message, index >= lastTurn ? startMs : null);
  }

  replySteps(run: PlacedRun): readonly Step[] {
    const { reply, atMs, call, problem } = this.#callOf(run);
    return [
      ...(reply === null ? [] : this.#steps.of(reply, atMs, call)),
      ...(problem === null ? [] : [problem]),
    ];
  }

  #callOf(run: PlacedRun): ReadCall {
    if (this.#newest?.run !== run) {
      this.#newest = { run, call: readCall(this.#records.at(run.record), run.perCall) };
    }
    return this.#newest.call;
  }
}

/** A run by its record. */
interface PlacedRun {
  readonly reader: ExchangeReader;
  readonly record: number;
  /** Else it is of a whole trace, and its report is the sum over calls. */
  readonly perCall: boolean;
}

/** A message of a run. A class and no closures: a log may have a million of them. */
class RunMessage implements LoggedMessage {
  readonly kind: LoggedMessage['kind'];
  readonly key: string;
  readonly #run: PlacedRun;
  /** In the input; -1: it is the answer. */
  readonly #index: number;
  #steps: readonly Step[] | null = null;

  constructor(run: PlacedRun, index: number, kind: LoggedMessage['kind'], message: LcMessage) {
    this.kind = kind;
    this.key = messageKey(kind, wordsOfMessage(message));
    this.#run = run;
    this.#index = index;
  }

  steps(): readonly Step[] {
    const { reader } = this.#run;
    this.#steps ??=
      this.#index < 0 ? reader.replySteps(this.#run) : reader.inputSteps(this.#run, this.#index);
    return this.#steps;
  }
}

/**
 * A run as a request with its answer.
 *
 * @param perCall A call of a model; else a trace of which only the outermost run was kept.
 */
export function runExchange(
  run: LsRun,
  placed: { readonly reader: ExchangeReader; readonly record: number; readonly perCall: boolean },
  threadName: string | null,
): Exchange {
  const { input, reply, atMs, call, problem } = readCall(run, placed.perCall);
  return {
    threadName,
    runName: run.traceId,
    input: input.map((message, index) => new RunMessage(placed, index, kindOf(message), message)),
    answer: reply === null ? null : { message: new RunMessage(placed, -1, 'reply', reply), sign: run.id },
    after: reply === null ? unanswered(call, problem, run.isPending, atMs) : [],
  };
}

function readCall(run: LsRun, perCall: boolean): ReadCall {
  const { id, startMs, endMs, error } = run;
  const { input, output } = perCall
    ? { input: inputMessages(run.inputs), output: outputMessages(run.outputs) }
    : saidInTrace(run);
  const reply = output.find((message) => kindOf(message) === 'reply') ?? null;
  const usage = runUsage(run);
  const model = runModel(run);
  const own: StepCall = { ...stepCall(usage, model, id), perCall };
  const told = reply === null || usage !== null || !perCall ? own : { ...callOf(reply.fields), answerId: id };
  const atMs = endMs ?? startMs;
  return {
    input,
    reply,
    lastTurn: input.findLastIndex((message) => kindOf(message) === 'turn'),
    startMs,
    atMs,
    call: { ...told, model: told.model ?? model },
    problem: error === null ? null : noticeStep('error', error, 'error', atMs),
  };
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
