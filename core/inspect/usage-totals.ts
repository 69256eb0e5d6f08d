import type { ModelCall } from '../domain/model-call.ts';
import type { ThreadRun } from '../domain/thread.ts';
import type { UsageInspection } from './inspection.ts';
import { isModelReply } from './model-replies.ts';

/** How many model calls a run made: told by the source, else one per reply that it holds. */
export function callCount(run: Pick<ThreadRun, 'calls' | 'messages'>): number {
  if (run.calls.length > 0 && run.calls.every((call) => call.perCall)) return run.calls.length;
  let replies = 0;
  for (const message of run.messages) if (isModelReply(message)) replies += 1;
  return replies;
}

/** The sum over a thread's own runs; those it shares with another thread were billed there. */
export function usageTotals(
  runs: readonly Pick<ThreadRun, 'calls' | 'messages' | 'copiedFrom'>[],
): UsageInspection {
  const own = runs.filter((run) => run.copiedFrom === null);
  return {
    calls: own.reduce((sum, run) => sum + callCount(run), 0),
    ...reportedTotals(own.flatMap((run) => run.calls)),
  };
}

/** Sums over what was reported; all null without a report. */
export function reportedTotals(calls: readonly ModelCall[]): Omit<UsageInspection, 'calls'> {
  const reports = calls.filter((call) => call.reported);
  const sumOf = (count: (call: ModelCall) => number | null): number | null =>
    reports.reduce<number | null>((sum, call) => {
      const value = count(call);
      return value === null ? sum : (sum ?? 0) + value;
    }, null);
  return {
    prompt: sumOf((call) => call.prompt),
    cached: sumOf((call) => call.cached),
    output: sumOf((call) => call.output),
    total: sumOf((call) => call.total),
  };
}

/** The model named most often, the first of several; null when the source names none. */
export function modelOfThread(runs: readonly Pick<ThreadRun, 'calls'>[]): string | null {
  const models = new ModelCount();
  for (const { calls } of runs) models.add(calls);
  return models.most;
}

/** Counts which models are named. */
export class ModelCount {
  readonly #counts = new Map<string, number>();

  add(calls: readonly ModelCall[]): void {
    for (const { model } of calls) {
      if (model !== null) this.#counts.set(model, (this.#counts.get(model) ?? 0) + 1);
    }
  }

  /** The one named most often, the first of several. */
  get most(): string | null {
    let best: string | null = null;
    for (const [model, count] of this.#counts) {
      if (best === null || count > (this.#counts.get(best) ?? 0)) best = model;
    }
    return best;
  }
}
