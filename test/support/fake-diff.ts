import type { DiffSummary, ViewChoice } from '../../core/contract.ts';
import type { InputItem } from '../../core/domain/input-item.ts';
import { tokensOfRuns } from '../../core/inspect/measure-thread.ts';
import { messageText } from '../../core/inspect/message-text.ts';
import { buildThreadProfile, previewPolicy } from '../../core/replay/index.ts';
import type { FakeThread } from './fake-thread-views.ts';

/** Where the view begins, and what stands in front of it. */
interface FakeView {
  readonly coveredRuns: number;
  readonly covering: DiffSummary['covering'];
  readonly summary: DiffSummary['summary'];
}

function viewOf(thread: FakeThread, view: ViewChoice): FakeView {
  const { document, measures } = thread;
  if (view.kind === 'policy') {
    const preview = previewPolicy(buildThreadProfile(document), view.policy);
    if (preview.coveredRuns === 0) return { coveredRuns: 0, covering: null, summary: null };
    const tokens = preview.summaryTokens;
    return {
      coveredRuns: preview.coveredRuns,
      covering: tokens === null ? 'dropped' : 'summary',
      summary: tokens === null ? null : { text: null, tokens, modelled: true },
    };
  }
  const applied = measures.appliedBoundary;
  const boundary = applied === null ? undefined : document.boundaries[applied];
  if (applied === null || boundary === undefined) return { coveredRuns: 0, covering: null, summary: null };
  return {
    coveredRuns: measures.coveredRuns,
    covering: boundary.message === null ? 'dropped' : 'summary',
    summary:
      boundary.message === null
        ? null
        : {
            text: messageText(boundary.message),
            tokens: measures.summaryTokens[applied] ?? 0,
            modelled: false,
          },
  };
}

export function diffSummaryOf(thread: FakeThread, choice: ViewChoice): DiffSummary {
  const { document, measures } = thread;
  const { coveredRuns, covering, summary } = viewOf(thread, choice);
  const runs = document.runs.length;
  const messagesOf = (from: number): number =>
    document.runs.slice(from).reduce((sum, run) => sum + run.messages.length, 0);
  const isKnown = summary?.modelled !== true;
  return {
    coveredRuns,
    covering,
    summary,
    before: { runs, messages: messagesOf(0), tokens: tokensOfRuns(measures, 0, runs) },
    after: {
      runs: runs - coveredRuns,
      messages: messagesOf(coveredRuns) + (summary === null ? 0 : 1),
      tokens: tokensOfRuns(measures, coveredRuns, runs) + (summary?.tokens ?? 0),
    },
    lost:
      coveredRuns === 0 || !isKnown
        ? null
        : [
            { factClass: 'identifier', text: 'LEDGER-7731', run: 0, laterRuns: [coveredRuns], mentions: 3 },
            { factClass: 'path', text: '/srv/ledger/backfill.sql', run: 1, laterRuns: [], mentions: 1 },
          ],
    facts: coveredRuns === 0 || !isKnown ? null : { total: 61, surviving: 14 },
  };
}

export function sentItemsOf(thread: FakeThread, choice: ViewChoice): readonly InputItem[] {
  const { coveredRuns, summary } = viewOf(thread, choice);
  const front: readonly InputItem[] =
    summary === null || summary.text === null
      ? []
      : [{ type: 'message', role: 'system', content: summary.text }];
  return [
    ...front,
    ...thread.document.runs
      .slice(coveredRuns)
      .flatMap((run) => run.messages.flatMap((message) => message.items)),
  ];
}
