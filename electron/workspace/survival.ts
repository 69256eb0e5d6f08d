import type { DiffSummary } from '../../core/contract.ts';
import { lostFactsOf, survivalIn } from '../../core/facts/survival.ts';
import { threadOf } from './open-thread.ts';
import type { SurvivalQuestion } from './worker-messages.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** More than anybody reads; the rest is in the count. */
const LISTED_FACTS = 1000;

/** Which facts of the covered runs are still in the view, and which are nowhere in it. */
export async function survival(
  context: WorkspaceContext,
  question: SurvivalQuestion,
): Promise<Pick<DiffSummary, 'lost' | 'facts'>> {
  const index = await context.cache.facts(threadOf(context.reader, question.thread));
  const found = survivalIn(index, question);
  return {
    lost: lostFactsOf(index, found.lost).slice(0, LISTED_FACTS),
    facts: { total: found.total, surviving: found.surviving },
  };
}
