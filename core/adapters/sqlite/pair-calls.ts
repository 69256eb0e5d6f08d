import type { Message } from '../../domain/message.ts';
import { pairToolCalls, type PairedToolCall, type RunToolPairs } from '../../inspect/pair-tool-calls.ts';

/** Calls and results of one run, paired inside it alone: run numbers in it are 0, for the run itself. */
export function pairInRun(messages: readonly Message[]): RunToolPairs {
  return pairToolCalls([{ messages }])[0] ?? { calls: [], results: [] };
}

interface OpenCall extends PairedToolCall {
  resultRun: number | null;
}

/**
 * Pairs across runs what was left inside them, as `pairToolCalls` does when it has the whole thread: a
 * result goes to the nearest earlier call of its id that nothing has answered. Without a message read.
 *
 * @param runs What `pairInRun` gave for each run, in order.
 */
export function pairAcrossRuns(runs: readonly RunToolPairs[]): readonly RunToolPairs[] {
  const unanswered = new Map<string, OpenCall[]>();
  const madeBy = new Map<OpenCall, number>();
  return runs.map((run, index) => {
    const results = run.results.map(({ callId, callRun }) => {
      if (callRun !== null) return { callId, callRun: index };
      const call = unanswered.get(callId)?.pop();
      if (call === undefined) return { callId, callRun: null };
      call.resultRun = index;
      return { callId, callRun: madeBy.get(call) ?? null };
    });
    const calls = run.calls.map((call) => ({ ...call, resultRun: call.resultRun === null ? null : index }));
    for (const call of calls) {
      if (call.resultRun !== null) continue;
      madeBy.set(call, index);
      const known = unanswered.get(call.callId);
      if (known === undefined) unanswered.set(call.callId, [call]);
      else known.push(call);
    }
    return { calls, results };
  });
}

/** Ids of a run's calls that nothing answers and of its results that nothing asked for, in order. */
export interface Orphans {
  readonly callIds: readonly string[];
  readonly resultIds: readonly string[];
}

export const NO_ORPHANS: Orphans = { callIds: [], resultIds: [] };

export function orphansOf(pairs: RunToolPairs | undefined): Orphans {
  if (pairs === undefined) return NO_ORPHANS;
  return {
    callIds: pairs.calls.filter((call) => call.resultRun === null).map((call) => call.callId),
    resultIds: pairs.results.filter((result) => result.callRun === null).map((result) => result.callId),
  };
}
