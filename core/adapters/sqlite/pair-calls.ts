import type { Message } from '../../domain/message.ts';
import {
  pairToolCalls,
  toolCallIdOf,
  toolResultOf,
  type PairedToolCall,
  type RunToolPairs,
} from '../../inspect/pair-tool-calls.ts';

export interface ToolFigures {
  readonly toolCallCount: number;
  readonly toolResultCount: number;
  /** What found no partner inside the run. */
  readonly unpaired: RunToolPairs;
}

// Shared by nearly all runs: an import keeps one of these for each run until its file has ended.
export const ALL_PAIRED: RunToolPairs = { calls: [], results: [] };

/** Pairs inside a run as `pairToolCalls` does; nearly always every call has its result, and nothing is kept. */
export function measureTools(messages: readonly Message[]): ToolFigures {
  const callIds: string[] = [];
  const resultIds: string[] = [];
  for (const message of messages) {
    for (const item of message.items) {
      if (item.type === 'message') continue;
      const call = toolCallIdOf(item);
      if (call !== null) callIds.push(call);
      const result = toolResultOf(item);
      if (result !== null) resultIds.push(result);
    }
  }
  return {
    toolCallCount: callIds.length,
    toolResultCount: resultIds.length,
    unpaired: areSame(callIds, resultIds) ? ALL_PAIRED : unpairedOf(messages),
  };
}

/** Results in the order of their calls: what an agent writes. Any other order is worked out in full. */
function areSame(callIds: readonly string[], resultIds: readonly string[]): boolean {
  return callIds.length === resultIds.length && callIds.every((id, index) => id === resultIds[index]);
}

function unpairedOf(messages: readonly Message[]): RunToolPairs {
  const { calls, results } = pairToolCalls([{ messages }])[0] ?? ALL_PAIRED;
  const openCalls = calls.filter((call) => call.resultRun === null);
  const openResults = results.filter((result) => result.callRun === null);
  return openCalls.length + openResults.length === 0
    ? ALL_PAIRED
    : { calls: openCalls, results: openResults };
}

interface OpenCall extends PairedToolCall {
  resultRun: number | null;
}

/**
 * Pairs across runs what was left inside them, as `pairToolCalls` does when it has the whole thread: a
 * result goes to the nearest earlier call of its id that nothing has answered. Pairs inside a run are
 * in neither: nothing that is said about a thread depends on them.
 *
 * @param runs What was unpaired in each run, in order.
 */
export function pairAcrossRuns(runs: readonly RunToolPairs[]): readonly RunToolPairs[] {
  const unanswered = new Map<string, OpenCall[]>();
  const madeBy = new Map<OpenCall, number>();
  return runs.map((run, index) => {
    if (run === ALL_PAIRED) return ALL_PAIRED;
    const results = run.results.map(({ callId }) => {
      const call = unanswered.get(callId)?.pop();
      if (call === undefined) return { callId, callRun: null };
      call.resultRun = index;
      return { callId, callRun: madeBy.get(call) ?? null };
    });
    const calls: OpenCall[] = run.calls.map((call) => ({ ...call }));
    for (const call of calls) {
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
  if (pairs === undefined || pairs === ALL_PAIRED) return NO_ORPHANS;
  return {
    callIds: pairs.calls.filter((call) => call.resultRun === null).map((call) => call.callId),
    resultIds: pairs.results.filter((result) => result.callRun === null).map((result) => result.callId),
  };
}
