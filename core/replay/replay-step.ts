import { type PolicySpec } from '../domain/policy-spec.ts';
import { type CostColumns } from './cost-columns.ts';
import { decisionReason, type DecisionReason } from './decision.ts';
import { at, lastBlockBefore, type ProfileIndex } from './index-profile.ts';
import { measuredBefore, wholeTranscript, type Fold, type Walk, type WalkColumns } from './policy-walk.ts';
import { type SummarizerFigures } from './replay-totals.ts';
import { sourceOf, SOURCES, type OccupancySource, type ScaledProfile } from './scaled-profile.ts';

/** One model call under the policy. Token figures are whole; money is US dollars, not rounded. */
export interface ReplayStep {
  /** Index of the call. */
  readonly index: number;
  /** Index of its run. */
  readonly run: number;
  /** The occupancy that the summarizer saw. */
  readonly before: { readonly measuredTokens: number; readonly pendingTokens: number };
  readonly fired: boolean;
  readonly reason: DecisionReason;
  /** Runs covered by this fold that were not before: first and last index. Null: nothing was folded. */
  readonly covered: { readonly firstRun: number; readonly lastRun: number } | null;
  /** Index of the last run that is covered from this call on because of this fold. */
  readonly boundaryRun: number | null;
  /** Size of the summary that this fold made; 0 for none. */
  readonly summaryTokens: number;
  /** The prompt, and how it is known. */
  readonly sentTokens: number;
  readonly source: OccupancySource;
  readonly sentMessages: number;
  /** Prompt and reply: the measured part of the next call's occupancy. */
  readonly totalTokens: number;
  /** Null without prices: what is cached depends on the provider. */
  readonly cachedTokens: number | null;
  readonly cost: StepCost;
}

/** US dollars; null where the price isn't known. `summarizer` is 0 for a call before which nothing was summarized. */
export interface StepCost {
  readonly agent: number | null;
  readonly summarizer: number | null;
}

export function stepsOf(
  scaled: ScaledProfile,
  policy: PolicySpec,
  walk: Walk,
  columns: WalkColumns,
  agent: CostColumns | null,
  summarizer: SummarizerFigures,
): readonly ReplayStep[] {
  const { index } = scaled;
  const steps: ReplayStep[] = [];
  let view = wholeTranscript(index);
  let nextFold = 0;
  for (let call = 0; call < walk.callCount; call += 1) {
    const measured = measuredBefore(columns, call);
    const pendingTokens = at(index.addedTokens, call);
    const reason = decisionReason(index, policy, call, measured + pendingTokens, view);
    const fold = walk.folds[nextFold]?.call === call ? walk.folds[nextFold] : undefined;
    const summarizerCost = costOfFold(fold, nextFold, summarizer);
    if (fold !== undefined) {
      view = fold.after;
      nextFold += 1;
    }
    steps.push({
      index: call,
      run: at(index.callRun, call),
      before: { measuredTokens: Math.round(measured), pendingTokens },
      fired: fold !== undefined,
      reason,
      ...coverOf(index, fold),
      summaryTokens: Math.round(Math.max(0, fold?.after.summaryTokens ?? 0)),
      sentTokens: Math.round(at(columns.promptTokens, call)),
      source: SOURCES[sourceOf(scaled, call, view)] ?? 'estimated',
      sentMessages:
        (view.summaryTokens < 0 ? 0 : 1) +
        at(index.promptMessages, call) -
        at(index.runStartMessages, view.firstRun),
      totalTokens: Math.round(at(columns.totalTokens, call)),
      cachedTokens: agent === null ? null : Math.round(at(agent.cachedTokens, call)),
      cost: { agent: agent === null ? null : at(agent.agent, call), summarizer: summarizerCost },
    });
  }
  return steps;
}

function coverOf(index: ProfileIndex, fold: Fold | undefined): Pick<ReplayStep, 'covered' | 'boundaryRun'> {
  const lastRun = fold === undefined ? null : lastBlockBefore(index, fold.after.firstRun);
  if (fold === undefined || lastRun === null) return { covered: null, boundaryRun: null };
  return { covered: { firstRun: fold.before.firstRun, lastRun }, boundaryRun: lastRun };
}

function costOfFold(fold: Fold | undefined, position: number, summarizer: SummarizerFigures): number | null {
  if (fold === undefined || fold.after.summaryTokens < 0) return 0;
  return summarizer.costs?.[position] ?? null;
}
