import { type ModelCall } from '../domain/model-call.ts';
import { type ThreadRun } from '../domain/thread.ts';
import { type PlacedCall } from './place-model-calls.ts';

/** What a provider reported of one call, and when it was made. Null is "not told". */
export interface CallMeasure {
  readonly prompt: number | null;
  readonly output: number | null;
  readonly total: number | null;
  readonly cached: number | null;
  readonly cacheWritten: number | null;
  /** The call's own time; else its run's, which is near enough to tell minutes of silence. */
  readonly atMs: number | null;
}

/**
 * The reports of a run's calls. A source that only has the run's sum still tells two things: the sum of
 * a run with one call and no summary is that call's own report, and the occupancy after the run is what
 * its last call came to.
 *
 * @param paidForSummary The run made a summary with a model, which its sum then includes.
 */
export function measureCalls(
  run: ThreadRun,
  placed: readonly PlacedCall[],
  paidForSummary: boolean,
): readonly CallMeasure[] {
  const afterRun = positive(run.occupancyAfter?.measuredTokens ?? null);
  return placed.map(({ call: own }, index) => {
    const isLast = index === placed.length - 1;
    const call = own ?? (placed.length === 1 && !paidForSummary ? soleCall(run, afterRun) : null);
    const measure = call?.reported === true ? reportOf(call) : NOTHING;
    return {
      ...measure,
      total: measure.total ?? (isLast ? afterRun : null),
      atMs: own?.atMs ?? run.createdAtMs,
    };
  });
}

const NOTHING = { prompt: null, output: null, total: null, cached: null, cacheWritten: null };

/** The run's sum, when it is the report of the one call; more than the occupancy shows: of others, too. */
function soleCall(run: ThreadRun, afterRun: number | null): ModelCall | null {
  const [sum, ...more] = run.calls;
  if (sum === undefined || more.length > 0 || sum.perCall) return null;
  const total = reportOf(sum).total;
  return afterRun !== null && total !== null && total !== afterRun ? null : sum;
}

function reportOf(call: ModelCall): Omit<CallMeasure, 'atMs'> {
  const { output, cached, cacheWritten } = call;
  const total = positive(call.total) ?? positive(sum(call.prompt, output));
  const prompt = positive(call.prompt) ?? positive(difference(total, output));
  return { prompt, output, total, cached, cacheWritten };
}

/** A prompt of 0 tokens was never sent: some writers put 0 where they know nothing. */
function positive(tokens: number | null): number | null {
  return tokens !== null && tokens > 0 ? tokens : null;
}

function sum(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right;
}

function difference(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left - right;
}
