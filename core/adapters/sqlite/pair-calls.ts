import type { Message } from '../../domain/message.ts';
import { pairToolCalls } from '../../inspect/pair-tool-calls.ts';

/** Ids of a run's tool calls and results that found no partner inside it, in order. */
export interface UnpairedCalls {
  readonly callIds: readonly string[];
  readonly resultIds: readonly string[];
}

export interface ToolCounts extends UnpairedCalls {
  readonly toolCallCount: number;
  readonly toolResultCount: number;
}

export interface OrphanCounts {
  readonly calls: number;
  readonly results: number;
}

export function countTools(messages: readonly Message[]): ToolCounts {
  const [pairs] = pairToolCalls([{ messages }]);
  const calls = pairs?.calls ?? [];
  const results = pairs?.results ?? [];
  return {
    toolCallCount: calls.length,
    toolResultCount: results.length,
    callIds: calls.filter((call) => call.resultRun === null).map((call) => call.callId),
    resultIds: results.filter((result) => result.callRun === null).map((result) => result.callId),
  };
}

/**
 * Pairs across runs what was left inside them, as `pairToolCalls` does over a whole thread: a result
 * goes to the nearest earlier call of its id that nothing has answered.
 */
export function countOrphans(runs: readonly UnpairedCalls[]): readonly OrphanCounts[] {
  const openIn = new Map<string, number[]>();
  const orphans = runs.map(() => ({ calls: 0, results: 0 }));
  runs.forEach((run, index) => {
    for (const id of run.resultIds) {
      if (openIn.get(id)?.pop() === undefined) addTo(orphans[index], 'results');
    }
    for (const id of run.callIds) {
      const places = openIn.get(id);
      if (places === undefined) openIn.set(id, [index]);
      else places.push(index);
    }
  });
  for (const places of openIn.values()) for (const index of places) addTo(orphans[index], 'calls');
  return orphans;
}

function addTo(counts: { calls: number; results: number } | undefined, kind: 'calls' | 'results'): void {
  if (counts !== undefined) counts[kind] += 1;
}
