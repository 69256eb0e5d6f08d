import type { InspectorEvents, LabRequests, SweepRowView, ViewChoice } from '../../core/contract.ts';
import { InspectorError } from '../../core/domain/errors.ts';
import { indexFacts } from '../../core/facts/fact-index.ts';
import { lostFactsOf, survivalIn } from '../../core/facts/survival.ts';
import {
  DEFAULT_PRICES,
  findPrice,
  policiesOf,
  previewPolicy,
  rankRows,
  sweepRows,
  type SweepRow,
} from '../../core/replay/index.ts';
import { indexRetention } from '../../core/replay/index-retention.ts';
import { overviewOf, type FakeThread } from './fake-thread-views.ts';

type Emit = <Channel extends keyof InspectorEvents>(
  channel: Channel,
  event: InspectorEvents[Channel],
) => void;

type LabHandlers = {
  readonly [Channel in keyof LabRequests]: (
    argument: Parameters<LabRequests[Channel]>[0],
  ) => ReturnType<LabRequests[Channel]>;
};

function coveredRunsOf(thread: FakeThread, view: ViewChoice): number {
  const overview = overviewOf(thread);
  if (view.kind === 'policy') return previewPolicy(overview.profile, view.policy).coveredRuns;
  const applied = overview.appliedBoundary;
  return applied === null ? 0 : (overview.boundaries[applied]?.coveredRuns ?? 0);
}

function rowView({ byThread: _byThread, ...row }: SweepRow): SweepRowView {
  return row;
}

/** The lab over documents in memory; alignment and X-ray are answered empty. */
export function fakeLabHandlers(
  threadOf: (ref: number) => FakeThread,
  allThreads: () => readonly FakeThread[],
  emit: Emit,
): LabHandlers {
  const prices = { table: DEFAULT_PRICES, edited: [] };
  return {
    'lab:sweep': ({ jobId, scope, grid, references }) => {
      const threads = (scope.kind === 'threads' ? scope.threads.map(threadOf) : allThreads()).map(
        (thread) => ({
          profile: overviewOf(thread).profile,
          facts: indexRetention(thread.document.runs),
        }),
      );
      const price = findPrice(DEFAULT_PRICES, 'gpt-4o-mini');
      const options = { prices: { agent: price, summarizer: price } };
      queueMicrotask(() => {
        const { rows, recommended } = rankRows([...sweepRows(threads, policiesOf(grid), options)]);
        emit('lab:rows', { jobId, from: 0, rows: rows.map(rowView) });
        emit('lab:ended', {
          jobId,
          error: null,
          outcome: {
            pareto: rows.map((row) => row.pareto),
            recommended,
            references: [...sweepRows(threads, references, options)].map(rowView),
            threadCount: threads.length,
            unpricedThreads: 0,
            assumedPriceThreads: 0,
            durationMs: 1,
          },
        });
      });
      return null;
    },
    'lab:spread': () => null,
    'lab:survival': ({ thread, view }) => {
      const opened = threadOf(thread);
      const index = indexFacts(opened.document.runs);
      const coveredRuns = coveredRunsOf(opened, view);
      const survival = survivalIn(index, { coveredRuns, summaryText: null });
      return { ...survival, coveredRuns, lost: lostFactsOf(index, survival.lost), isLowerBound: true };
    },
    'lab:generations': () => ({ boundaries: [], totalFacts: 0, facts: [] }),
    'lab:alignment': () => {
      throw new InspectorError(
        'not-found',
        'This view has no summary that can be read, so nothing to align.',
      );
    },
    'lab:xray': ({ instruction }) => ({
      instruction,
      preamble: '',
      earlierSummary: null,
      requestCharacters: 0,
      parts: [],
      totalParts: 0,
      reachedParts: 0,
      estimatedTokens: 0,
      isModelled: true,
    }),
    'lab:experiment-survival': ({ experiments }) =>
      experiments.map((experiment) => ({ experiment, byClass: [] })),
    'lab:tokenize': () => ({
      encoding: 'o200k_base',
      points: [],
      byKind: [],
      estimatedTokens: 0,
      exactTokens: 0,
      sampledCharacters: null,
    }),
    'prices:get': () => prices,
    'prices:put': () => prices,
    'prices:reset': () => prices,
  };
}
