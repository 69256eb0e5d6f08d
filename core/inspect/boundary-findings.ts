import type { Finding } from '../domain/finding.ts';
import type { RunId } from '../domain/ids.ts';
import type { SummaryBoundary } from '../domain/thread.ts';
import type { BoundaryFault, BoundaryVerdict } from './evaluate-boundaries.ts';
import { tokensOfRuns, type ThreadMeasures } from './measure-thread.ts';
import type { ProblemDocument } from './problem-document.ts';

/** Folds in this many consecutive runs are no longer a summary now and then. */
const OSCILLATING_RUNS = 3;

export function boundaryFindings(document: ProblemDocument, measures: ThreadMeasures): readonly Finding[] {
  const findings: Finding[] = [];
  document.boundaries.forEach((boundary, place) => {
    const verdict = measures.verdicts[place];
    if (verdict === undefined) return;
    if (verdict.fault !== null) findings.push(inert(boundary, verdict.fault));
    const larger = largerThanSource(document, measures, place);
    if (larger !== null) findings.push(larger);
  });
  return [...findings, ...summaryOfSummary(document, measures), ...oscillation(document)];
}

/** One sentence on why a boundary doesn't apply. */
export function faultSentence(boundary: SummaryBoundary, fault: BoundaryFault): string {
  const named = boundary.lastSummarizedRunId ?? '';
  const summary = boundary.message === null && !boundary.opaque ? 'A sliding window' : 'A summary';
  switch (fault) {
    case 'boundary-empty':
      return `${summary} was stored without a boundary, so it never applies and every run is loaded.`;
    case 'boundary-unknown-run':
      return `${summary}'s boundary names ${named}, which is no run of this thread, so it never applies and every run is loaded.`;
    case 'boundary-not-older':
      return `${summary}'s boundary names the newest run, ${named}; it applies only once a later run exists.`;
    case 'boundary-summary-id':
      return `${summary}'s boundary names an earlier summary, ${named}, and no run, so it never applies and every run is loaded.`;
  }
}

function inert(boundary: SummaryBoundary, fault: BoundaryFault): Finding {
  const concerned = fault === 'boundary-not-older' ? boundary.lastSummarizedRunId : boundary.madeByRunId;
  return { code: fault, runId: concerned, message: faultSentence(boundary, fault) };
}

/** The run that made it, else the newest it covers; null when the source names neither. */
function concernedRun(boundary: SummaryBoundary, verdict: BoundaryVerdict): RunId | null {
  return boundary.madeByRunId ?? (verdict.anchored ? boundary.lastSummarizedRunId : null);
}

function largerThanSource(
  document: ProblemDocument,
  measures: ThreadMeasures,
  place: number,
): Finding | null {
  const boundary = document.boundaries[place];
  const verdict = measures.verdicts[place];
  const summaryTokens = measures.summaryTokens[place] ?? null;
  if (boundary === undefined || verdict === undefined || summaryTokens === null) return null;
  if (!verdict.anchored) return null;
  const replaced = replacedTokens(measures, place, verdict);
  if (summaryTokens < replaced) return null;
  return {
    code: 'summary-larger-than-source',
    runId: concernedRun(boundary, verdict),
    message: `The summary takes ${format(summaryTokens)} tokens (estimated), the ${format(replaced)} it replaces no more than that: folding gained nothing.`,
  };
}

/** The covered runs; where the summary begins with an earlier one, that one and the runs since. */
function replacedTokens(measures: ThreadMeasures, place: number, verdict: BoundaryVerdict): number {
  const earlier = verdict.generation > 1 ? measures.verdicts[place - 1] : undefined;
  const earlierTokens = measures.summaryTokens[place - 1] ?? null;
  if (earlier === undefined || earlierTokens === null || earlier.coveredRuns > verdict.coveredRuns) {
    return tokensOfRuns(measures, 0, verdict.coveredRuns);
  }
  return earlierTokens + tokensOfRuns(measures, earlier.coveredRuns, verdict.coveredRuns);
}

/** The newest one only: with a summary in every run, each but the first is a summary of a summary. */
function summaryOfSummary(document: ProblemDocument, measures: ThreadMeasures): readonly Finding[] {
  const place = measures.verdicts.findLastIndex((verdict) => verdict.generation > 1);
  const boundary = document.boundaries[place];
  const verdict = measures.verdicts[place];
  if (boundary === undefined || verdict === undefined) return [];
  return [
    {
      code: 'summary-of-summary',
      runId: concernedRun(boundary, verdict),
      message: `The summarized part began with an earlier summary: this is generation ${verdict.generation}, so the oldest runs were folded ${verdict.generation} times.`,
    },
  ];
}

/** One finding for each stretch of consecutive runs that each made a summary. */
function oscillation(document: ProblemDocument): readonly Finding[] {
  const makers = new Set(
    document.boundaries
      .filter((boundary) => boundary.message !== null || boundary.opaque)
      .map((boundary) => boundary.madeByRunId),
  );
  if (makers.size === 0) return [];
  const findings: Finding[] = [];
  let first: RunId | null = null;
  let length = 0;
  const close = (): void => {
    if (first !== null && length >= OSCILLATING_RUNS) {
      findings.push({
        code: 'oscillation',
        runId: first,
        message: `Summaries were made in ${length} consecutive runs from here: folding no longer brings the thread below its threshold.`,
      });
    }
    length = 0;
  };
  for (const run of document.runs) {
    if (!makers.has(run.runId)) {
      close();
      continue;
    }
    if (length === 0) first = run.runId;
    length += 1;
  }
  close();
  return findings;
}

function format(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
