import type { ModelCall } from '../domain/model-call.ts';
import type { RunRecord, RunStatus } from '../domain/thread.ts';
import type { RunExtras } from '../persistence/hastekit-extras.ts';
import type { RunState } from './hastekit-run-state.ts';
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

const FIELDS = 13;
const RUNS_OF_A_PAGE = 1024;

const HAS_USER_MESSAGE = 1;
const PAID_FOR_SUMMARY = 2;
const HAS_REPORT = 4;
const IS_PER_CALL = 8;

/**
 * Runs that have ended, as numbers in pages. Any of them may be saved again, so that all of a file are kept
 * until it has been read; objects for each would take several times as much.
 */
export class EndedRuns {
  readonly #pages: Float64Array[] = [];
  #count = 0;
  /** Where the model's messages stand is alike for most runs. */
  readonly #replies: (readonly number[])[] = [];
  readonly #placeOfReplies = new Map<string, number>();
  #lastReplies: readonly number[] = [];
  #lastPlace = -1;

  /** @returns Where it is kept; null for a run that has more to it than numbers. */
  keep(run: RunSoFar): number | null {
    const { state } = run;
    if (run.meta !== null || run.openCallIds !== null || run.extras !== null || state === null) return null;
    const report = state.calls.find((call) => call.reported);
    const place = this.#count;
    this.#count += 1;
    const [page, at] = this.#fieldsOf(place);
    page[at] = run.messageCount;
    page[at + 1] = flagsOf(run, report);
    page[at + 2] = ENDED.indexOf(state.status);
    page[at + 3] = this.#placeOf(run.replies);
    page[at + 4] = state.occupancyAfter?.measuredTokens ?? Number.NaN;
    page[at + 5] = state.occupancyAfter?.pendingTokens ?? Number.NaN;
    if (report === undefined) return place;
    page[at + 6] = report.replyAt ?? Number.NaN;
    page[at + 7] = report.prompt ?? Number.NaN;
    page[at + 8] = report.cached ?? Number.NaN;
    page[at + 9] = report.cacheWritten ?? Number.NaN;
    page[at + 10] = report.output ?? Number.NaN;
    page[at + 11] = report.reasoning ?? Number.NaN;
    page[at + 12] = report.total ?? Number.NaN;
    return place;
  }

  /** As it was kept, but for calls that nothing was reported of: those are read from its replies. */
  get(place: number): RunSoFar {
    const [page, at] = this.#fieldsOf(place);
    const field = (index: number): number | null => {
      const value = page[at + index] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    };
    const flags = field(1) ?? 0;
    const measuredTokens = field(4);
    const report = {
      prompt: field(7),
      cached: field(8),
      cacheWritten: field(9),
      output: field(10),
      reasoning: field(11),
      total: field(12),
    };
    const context = { replyAt: field(6), perCall: (flags & IS_PER_CALL) !== 0 };
    return {
      messageCount: field(0) ?? 0,
      replies: this.#replies[field(3) ?? 0] ?? [],
      openCallIds: null,
      hasUserMessage: (flags & HAS_USER_MESSAGE) !== 0,
      paidForSummary: (flags & PAID_FOR_SUMMARY) !== 0,
      meta: null,
      state: {
        status: ENDED[field(2) ?? 0] ?? 'complete',
        calls: (flags & HAS_REPORT) === 0 ? [] : [reportedCall(report, context)],
        occupancyAfter: measuredTokens === null ? null : { measuredTokens, pendingTokens: field(5) ?? 0 },
      },
      extras: null,
    };
  }

  #fieldsOf(place: number): readonly [page: Float64Array, at: number] {
    const index = Math.floor(place / RUNS_OF_A_PAGE);
    let page = this.#pages[index];
    if (page === undefined) {
      page = new Float64Array(FIELDS * RUNS_OF_A_PAGE);
      this.#pages.push(page);
    }
    return [page, (place % RUNS_OF_A_PAGE) * FIELDS];
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

function flagsOf(run: RunSoFar, report: ModelCall | undefined): number {
  return (
    (run.hasUserMessage ? HAS_USER_MESSAGE : 0) |
    (run.paidForSummary ? PAID_FOR_SUMMARY : 0) |
    (report === undefined ? 0 : HAS_REPORT) |
    (report?.perCall === true ? IS_PER_CALL : 0)
  );
}

function areSame(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
