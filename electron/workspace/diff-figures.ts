import type { ViewChoice } from '../../core/contract.ts';
import { resolveView } from './model-view.ts';
import { threadOf } from './open-thread.ts';
import type { DiffFigures } from './worker-messages.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** Transcript against a model view, in figures. */
export function diffFigures(
  context: WorkspaceContext,
  query: { readonly thread: number; readonly view: ViewChoice },
): DiffFigures {
  const thread = threadOf(context.reader, query.thread);
  const view = resolveView(context, thread, query.view);
  const covered = context.reader.totalsBefore(query.thread, view.coveredRuns);
  // Nobody can say what a summary keeps that isn't written yet, or can't be read.
  const isReadable = view.covering === 'dropped' || view.message !== null;
  return {
    summary: {
      coveredRuns: view.coveredRuns,
      covering: view.covering,
      summary: view.summary,
      before: { runs: thread.run_count, messages: thread.message_count, tokens: thread.estimated_tokens },
      after: {
        runs: thread.run_count - view.coveredRuns,
        messages: thread.message_count - covered.messages + (view.summary === null ? 0 : 1),
        tokens: thread.estimated_tokens - covered.tokens + (view.summary?.tokens ?? 0),
      },
      lost: null,
      facts: null,
    },
    factsOf:
      view.coveredRuns === 0 || !isReadable
        ? null
        : {
            thread: query.thread,
            coveredRuns: view.coveredRuns,
            summaryText: view.summary?.text ?? null,
          },
  };
}
