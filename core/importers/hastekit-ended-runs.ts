import type { ModelCall } from '../domain/model-call.ts';
import type { RunRecord, RunStatus } from '../domain/thread.ts';
import type { RunExtras } from '../persistence/hastekit-extras.ts';
import type { RunState } from './hastekit-run-state.ts';
import { PagedNumbers } from './readers/paged-numbers.ts';
import { reportedCall } from './readers/usage.ts';

/** What a replay knows of a run. */
export interface RunSoFar {
  messageCount: number;
  /** Indexes of the messages the model wrote. */
  replies: readonly number[];
  /** Calls that no result has followed yet. Null for the many runs that make none. */
  openCallIds: Set<string> | null;
  hasUserMessage: boolean;
  paidForSummary: boolean;
  /** The newest that was written; null once the run has ended. */
  meta: RunRecord['meta'] | null;
  state: RunState | null;
  /** Null where the SDK wrote it. */
  extras: RunExtras | null;
}

const ENDED: readonly RunStatus[] = ['complete', 'cancelled', 'error'];

export function hasEnded(status: RunStatus): boolean {
  return ENDED.includes(status);
}

const IS_KEPT = 1;
const HAS_USER_MESSAGE = 2;
const PAID_FOR_SUMMARY = 4;
const HAS_REPORT = 8;
const IS_PER_CALL = 16;
/** The place in ENDED, above the marks. */
const STATUS_FACTOR = 32;

/** A figure that is what it was expected to be is put as 0: a column of such figures takes no memory. */
const EXPECTED = 0;
const NONE = 1;
const FIRST_FIGURE = 2;
const LARGEST_FIGURE = 2 ** 31 - 1 - FIRST_FIGURE;

type Figure = number | null;

const NO_REPORT = {
  prompt: null,
  cached: null,
  cacheWritten: null,
  output: null,
  reasoning: null,
  total: null,
} as const;

/** A column of figures of 32 bits. */
class Figures {
  readonly #numbers = new PagedNumbers('int');

  put(number: number, figure: Figure, expected: Figure): void {
    const put = figure === null ? NONE : FIRST_FIGURE + figure;
    this.#numbers.set(number, figure === expected ? EXPECTED : put);
  }

  /** @param expected As it was when the figure was put. */
  at(number: number, expected: Figure): Figure {
    const put = this.#numbers.at(number);
    if (put === EXPECTED) return expected;
    return put === NONE ? null : put - FIRST_FIGURE;
  }
}

/**
 * Runs that have ended, as figures in columns. Any of them may be saved again, so that all of a file are kept
 * until it has been read; objects for each would take many times as much.
 */
export class EndedRuns {
  readonly #marks = new PagedNumbers('flags');
  readonly #repliesOf = new PagedNumbers('int');
  readonly #messageCounts = new Figures();
  readonly #measured = new Figures();
  readonly #pending = new Figures();
  readonly #reportAt = new Figures();
  readonly #prompt = new Figures();
  readonly #cached = new Figures();
  readonly #cacheWritten = new Figures();
  readonly #output = new Figures();
  readonly #reasoning = new Figures();
  readonly #total = new Figures();
  /** Where the model's messages stand is alike for most runs. */
  readonly #replies: (readonly number[])[] = [];
  readonly #placeOfReplies = new Map<string, number>();
  #lastReplies: readonly number[] = [];
  #lastPlace = -1;

  /** @returns False for a run that has more to it than figures; what was kept of it is forgotten. */
  keep(number: number, run: RunSoFar): boolean {
    const { state } = run;
    const fits =
      run.meta === null && run.openCallIds === null && run.extras === null && state !== null && isSmall(run);
    this.#marks.set(number, 0);
    if (!fits) return false;
    const report = state.calls.find((call) => call.reported);
    this.#marks.set(number, marksOf(run, state, report));
    this.#repliesOf.set(number, this.#placeOf(run.replies));
    this.#messageCounts.put(number, run.messageCount, messagesUpTo(run.replies));
    const { prompt, cached, cacheWritten, output, reasoning, total } = report ?? NO_REPORT;
    this.#reportAt.put(number, report?.replyAt ?? null, onlyReply(run.replies, report?.perCall === true));
    this.#prompt.put(number, prompt, null);
    this.#cached.put(number, cached, null);
    this.#cacheWritten.put(number, cacheWritten, null);
    this.#output.put(number, output, null);
    this.#reasoning.put(number, reasoning, 0);
    this.#total.put(number, total, sumOf(prompt, output));
    this.#measured.put(number, state.occupancyAfter?.measuredTokens ?? null, total);
    this.#pending.put(number, state.occupancyAfter?.pendingTokens ?? null, 0);
    return true;
  }

  /** As it was kept, but for calls that nothing was reported of: those are read from its replies. */
  get(number: number): RunSoFar | null {
    const marks = this.#marks.at(number);
    if ((marks & IS_KEPT) === 0) return null;
    const replies = this.#replies[this.#repliesOf.at(number)] ?? [];
    const perCall = (marks & IS_PER_CALL) !== 0;
    const prompt = this.#prompt.at(number, null);
    const output = this.#output.at(number, null);
    const total = this.#total.at(number, sumOf(prompt, output));
    const usage = {
      prompt,
      cached: this.#cached.at(number, null),
      cacheWritten: this.#cacheWritten.at(number, null),
      output,
      reasoning: this.#reasoning.at(number, 0),
      total,
    };
    const replyAt = this.#reportAt.at(number, onlyReply(replies, perCall));
    const measuredTokens = this.#measured.at(number, total);
    const pendingTokens = this.#pending.at(number, 0) ?? 0;
    return {
      messageCount: this.#messageCounts.at(number, messagesUpTo(replies)) ?? 0,
      replies,
      openCallIds: null,
      hasUserMessage: (marks & HAS_USER_MESSAGE) !== 0,
      paidForSummary: (marks & PAID_FOR_SUMMARY) !== 0,
      meta: null,
      state: {
        status: ENDED[Math.floor(marks / STATUS_FACTOR)] ?? 'complete',
        calls: (marks & HAS_REPORT) === 0 ? [] : [reportedCall(usage, { replyAt, perCall })],
        occupancyAfter: measuredTokens === null ? null : { measuredTokens, pendingTokens },
      },
      extras: null,
    };
  }

  #placeOf(replies: readonly number[]): number {
    if (this.#lastPlace >= 0 && areSame(replies, this.#lastReplies)) return this.#lastPlace;
    const key = replies.join();
    let place = this.#placeOfReplies.get(key);
    if (place === undefined) {
      place = this.#replies.length;
      this.#placeOfReplies.set(key, place);
      this.#replies.push(replies);
    }
    this.#lastReplies = replies;
    this.#lastPlace = place;
    return place;
  }
}

function marksOf(run: RunSoFar, state: RunState, report: ModelCall | undefined): number {
  return (
    IS_KEPT |
    (run.hasUserMessage ? HAS_USER_MESSAGE : 0) |
    (run.paidForSummary ? PAID_FOR_SUMMARY : 0) |
    (report === undefined ? 0 : HAS_REPORT) |
    (report?.perCall === true ? IS_PER_CALL : 0) |
    (Math.max(0, ENDED.indexOf(state.status)) * STATUS_FACTOR)
  );
}

/** Whether its figures go into 32 bits. */
function isSmall({ messageCount, state }: RunSoFar): boolean {
  const report = state?.calls.find((call) => call.reported);
  return [
    messageCount,
    state?.occupancyAfter?.measuredTokens,
    state?.occupancyAfter?.pendingTokens,
    report?.prompt,
    report?.cached,
    report?.cacheWritten,
    report?.output,
    report?.reasoning,
    report?.total,
  ].every(isSmallFigure);
}

function isSmallFigure(value: number | null | undefined): boolean {
  if (value === null || value === undefined) return true;
  return Number.isInteger(value) && value >= 0 && value <= LARGEST_FIGURE;
}

/** A run ends with a reply. */
function messagesUpTo(replies: readonly number[]): number {
  return (replies.at(-1) ?? -1) + 1;
}

/** The report of a run's only call stands at its reply. */
function onlyReply(replies: readonly number[], perCall: boolean): Figure {
  return perCall ? (replies[0] ?? null) : null;
}

function sumOf(prompt: Figure, output: Figure): number {
  return (prompt ?? 0) + (output ?? 0);
}

function areSame(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
