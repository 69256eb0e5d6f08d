import type { DiffSummary, ViewChoice } from '../../core/contract.ts';
import { lostFactsOf, survivalIn } from '../../core/facts/survival.ts';
import { resolveView, type ResolvedView } from './model-view.ts';
import { threadOf } from './open-thread.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** More than anybody reads; the rest is in the count. */
const LISTED_FACTS = 1000;

/** Transcript against a model view, in figures, and what of the covered runs is nowhere in the view. */
export async function diffSummary(
  context: WorkspaceContext,
  query: { readonly thread: number; readonly view: ViewChoice },
): Promise<DiffSummary> {
  const thread = threadOf(context.reader, query.thread);
  const view = resolveView(context, thread, query.view);
  const covered = context.reader.totalsBefore(query.thread, view.coveredRuns);
  return {
    coveredRuns: view.coveredRuns,
    covering: view.covering,
    summary: view.summary,
    before: { runs: thread.run_count, messages: thread.message_count, tokens: thread.estimated_tokens },
    after: {
      runs: thread.run_count - view.coveredRuns,
      messages: thread.message_count - covered.messages + (view.summary === null ? 0 : 1),
      tokens: thread.estimated_tokens - covered.tokens + (view.summary?.tokens ?? 0),
    },
    ...(await factsOf(context, query.thread, view)),
  };
}

/** Nobody can say what a summary keeps that isn't written yet, or can't be read. */
async function factsOf(
  context: WorkspaceContext,
  threadRef: number,
  view: ResolvedView,
): Promise<Pick<DiffSummary, 'lost' | 'facts'>> {
  const isReadable = view.covering === 'dropped' || view.message !== null;
  if (view.coveredRuns === 0 || !isReadable) return { lost: null, facts: null };
  const index = await context.cache.facts(threadOf(context.reader, threadRef));
  const survival = survivalIn(index, {
    coveredRuns: view.coveredRuns,
    summaryText: view.summary?.text ?? null,
  });
  return {
    lost: lostFactsOf(index, survival.lost).slice(0, LISTED_FACTS),
    facts: { total: survival.total, surviving: survival.surviving },
  };
}
