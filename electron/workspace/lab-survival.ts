import type {
  ClassCount,
  ExperimentId,
  FactLetter,
  GenerationsReport,
  InspectorRequests,
  SurvivalReport,
  ViewChoice,
} from '../../core/contract.ts';
import type { ThreadRowRecord } from '../../core/adapters/sqlite/thread-rows.ts';
import { headerOf } from '../../core/adapters/sqlite/refresh-thread.ts';
import { boundaryOf } from '../../core/adapters/sqlite/summary-rows.ts';
import { runId } from '../../core/domain/ids.ts';
import type { PolicySpec } from '../../core/domain/policy-spec.ts';
import { estimateMessageTokens } from '../../core/domain/token-estimate.ts';
import { factGenerations, type FactState } from '../../core/facts/fact-generations.ts';
import { byImportance, lostFactsOf, survivalIn, type FactView } from '../../core/facts/survival.ts';
import { evaluateBoundaries } from '../../core/inspect/evaluate-boundaries.ts';
import { messageText } from '../../core/inspect/message-text.ts';
import { replayProfile } from '../../core/replay/index.ts';
import { experimentOf } from './experiment-rows.ts';
import type { LabFactsCache } from './lab-threads.ts';
import { resolveView } from './model-view.ts';
import { threadOf } from './open-thread.ts';
import type { WorkspaceContext } from './workspace-context.ts';

const LISTED_LOST = 1_000;
const LISTED_FACTS = 2_000;
/** An agent that folds before every run leaves thousands: the newest say enough. */
const SHOWN_BOUNDARIES = 24;

export function survivalReport(
  context: WorkspaceContext,
  cache: LabFactsCache,
  query: { readonly thread: number; readonly view: ViewChoice },
): SurvivalReport {
  const thread = threadOf(context.reader, query.thread);
  const view = resolveView(context, thread, query.view);
  const { index } = cache.get(context, thread);
  const survival = survivalIn(index, {
    coveredRuns: view.coveredRuns,
    summaryText: view.summary?.text ?? null,
  });
  return {
    coveredRuns: view.coveredRuns,
    total: survival.total,
    surviving: survival.surviving,
    byClass: survival.byClass,
    lost: lostFactsOf(index, survival.lost).slice(0, LISTED_LOST),
    isLowerBound: view.covering === 'summary' && (view.summary === null || view.summary.text === null),
  };
}

export function experimentSurvival(
  context: WorkspaceContext,
  cache: LabFactsCache,
  experiments: readonly ExperimentId[],
): ReturnType<InspectorRequests['lab:experiment-survival']> {
  return experiments.map((experiment) => {
    const record = experimentOf(context.db, experiment);
    const { index } = cache.get(context, threadOf(context.reader, record.thread_ref));
    const { byClass } = survivalIn(index, {
      coveredRuns: record.covered_runs,
      summaryText: record.summary_text,
    });
    return { experiment, byClass: byClass satisfies readonly ClassCount[] };
  });
}

interface Boundary {
  readonly view: FactView;
  readonly summaryTokens: number | null;
  readonly generation: number;
}

export function generationsReport(
  context: WorkspaceContext,
  cache: LabFactsCache,
  query: Parameters<InspectorRequests['lab:generations']>[0],
): GenerationsReport {
  const thread = threadOf(context.reader, query.thread);
  const boundaries =
    query.of.kind === 'stored'
      ? storedBoundaries(context, thread)
      : policyBoundaries(context, thread, query.of.policy);
  const shown = boundaries.slice(-SHOWN_BOUNDARIES);
  const { index } = cache.get(context, thread);
  const { rows } = factGenerations(
    index,
    shown.map(({ view }) => view),
  );
  const count = (place: number, state: FactState): number =>
    rows.filter((row) => row.states[place] === state).length;
  const facts = rows
    .flatMap((row) => {
      const fact = index.facts[row.fact];
      return fact === undefined ? [] : [{ row, fact }];
    })
    .sort(
      (left, right) =>
        (left.row.lastSeen ?? -1) - (right.row.lastSeen ?? -1) || byImportance(left.fact, right.fact),
    );
  return {
    boundaries: shown.map(({ view, summaryTokens, generation }, place) => ({
      coveredRuns: view.coveredRuns,
      summaryTokens,
      generation,
      kept: count(place, 'kept'),
      told: count(place, 'told'),
      lost: count(place, 'lost'),
    })),
    totalFacts: facts.length,
    facts: facts.slice(0, LISTED_FACTS).map(({ row, fact }) => ({
      factClass: fact.factClass,
      text: fact.normal,
      run: fact.runs[0] ?? 0,
      mentions: fact.mentions,
      states: row.states.map(letterOf).join(''),
      lastSeen: row.lastSeen,
    })),
  };
}

function letterOf(state: FactState): FactLetter {
  switch (state) {
    case 'kept':
      return 'k';
    case 'told':
      return 't';
    case 'lost':
      return 'l';
    case null:
      return '-';
  }
}

function storedBoundaries(context: WorkspaceContext, thread: ThreadRowRecord): readonly Boundary[] {
  const { threadId } = headerOf(thread);
  const runIds = context.reader.runIds(thread.thread_ref);
  const boundaries = context.reader.summaries(thread.thread_ref).map((row) => boundaryOf(row, threadId));
  const verdicts = evaluateBoundaries(runIds.map(runId), boundaries);
  const indexOf = new Map(runIds.map((id, position) => [id, position]));
  return boundaries.flatMap((boundary, place) => {
    const verdict = verdicts[place];
    if (verdict === undefined || verdict.coveredRuns === 0) return [];
    const madeBy = boundary.madeByRunId === null ? undefined : indexOf.get(boundary.madeByRunId);
    const runCount = madeBy === undefined ? thread.run_count : madeBy + 1;
    return [
      {
        view: {
          coveredRuns: verdict.coveredRuns,
          runCount: Math.max(runCount, verdict.coveredRuns),
          summaryText: boundary.message === null || boundary.opaque ? null : messageText(boundary.message),
        },
        summaryTokens: boundary.message === null ? null : estimateMessageTokens(boundary.message),
        generation: verdict.generation,
      },
    ];
  });
}

/** A modelled summary has no text, so only what stands in kept runs counts as still there. */
function policyBoundaries(
  context: WorkspaceContext,
  thread: ThreadRowRecord,
  policy: PolicySpec,
): readonly Boundary[] {
  const { steps } = replayProfile(context.cache.profile(thread), policy);
  return steps
    .filter((step) => step.boundaryRun !== null)
    .map((step, place) => ({
      view: { coveredRuns: (step.boundaryRun ?? 0) + 1, runCount: step.run + 1, summaryText: null },
      summaryTokens: policy.summarizer === 'llm' ? step.summaryTokens : null,
      generation: place + 1,
    }));
}
