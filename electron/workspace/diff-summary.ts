import type { DiffSummary, ViewChoice } from '../../core/contract.ts';
import { survival } from './survival.ts';
import { resolveView } from './model-view.ts';
import { threadOf } from './open-thread.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** Transcript against a model view, in figures, and what of the covered runs is nowhere in the view. */
export async function diffSummary(
  context: WorkspaceContext,
  query: { readonly thread: number; readonly view: ViewChoice },
): Promise<DiffSummary> {
  const thread = threadOf(context.reader, query.thread);
  const { coveredRuns, covering, summary, message } = resolveView(context, thread, query.view);
  const covered = context.reader.totalsBefore(query.thread, coveredRuns);
  // Nobody can say what a summary keeps that isn't written yet, or can't be read.
  const isReadable = coveredRuns > 0 && (covering === 'dropped' || message !== null);
  const facts = isReadable
    ? await survival(context, { thread: query.thread, coveredRuns, summaryText: summary?.text ?? null })
    : { lost: null, facts: null };
  return {
    coveredRuns,
    covering,
    summary,
    before: { runs: thread.run_count, messages: thread.message_count, tokens: thread.estimated_tokens },
    after: {
      runs: thread.run_count - coveredRuns,
      messages: thread.message_count - covered.messages + (summary === null ? 0 : 1),
      tokens: thread.estimated_tokens - covered.tokens + (summary?.tokens ?? 0),
    },
    ...facts,
  };
}
