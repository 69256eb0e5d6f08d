import { occupancyTokens } from '../domain/context-occupancy.ts';
import type { Finding } from '../domain/finding.ts';
import type { RunId } from '../domain/ids.ts';
import { boundaryFindings } from './boundary-findings.ts';
import type { ThreadMeasures } from './measure-thread.ts';
import type { ProblemDocument, ProblemRun } from './problem-document.ts';
import { toolFindings } from './tool-findings.ts';

/**
 * Everything that is wrong with a thread as it was written, thread-wide findings first and then by run.
 * Linear in runs and boundaries.
 *
 * What depends on a policy (a threshold out of reach, a keep window too large) is found by a replay.
 *
 * @param contextWindow Tokens; null when it isn't known, and then nothing is over it.
 */
export function findProblems(
  document: ProblemDocument,
  measures: ThreadMeasures,
  contextWindow: number | null,
): readonly Finding[] {
  const findings = [...boundaryFindings(document, measures), ...toolFindings(document, measures)];
  for (const run of document.runs) pushRunFindings(findings, run, contextWindow);
  for (const finding of usageMissing(document.runs, measures.callCounts)) findings.push(finding);
  return findings.some(({ runId }) => runId !== null) ? inRunOrder(findings, document.runs) : findings;
}

function pushRunFindings(findings: Finding[], run: ProblemRun, contextWindow: number | null): void {
  if (run.reopened === true) {
    findings.push({
      code: 'run-id-reused',
      runId: run.runId,
      message:
        'The id of this run comes back after a later run of the thread; what was saved then is shown at its first place.',
    });
  }
  const occupancy = run.occupancyAfter === null ? 0 : occupancyTokens(run.occupancyAfter);
  if (contextWindow !== null && occupancy > contextWindow) {
    findings.push({
      code: 'occupancy-over-limit',
      runId: run.runId,
      message: `After this run the context held ${format(occupancy)} tokens, more than the model's window of ${format(contextWindow)}.`,
    });
  }
  const unclear = run.calls.find(
    (call) => call.total !== null && call.total !== (call.prompt ?? 0) + (call.output ?? 0),
  );
  if (unclear !== undefined) {
    findings.push({
      code: 'usage-inconsistent',
      runId: run.runId,
      message: `The usage report says ${format(unclear.total ?? 0)} tokens in total, but ${format(unclear.prompt ?? 0)} in and ${format(unclear.output ?? 0)} out.`,
    });
  }
}

/** One finding for a source that never reports; else one per run whose calls went unreported. */
function usageMissing(runs: Iterable<ProblemRun>, callCounts: readonly number[]): readonly Finding[] {
  let own = 0;
  let unreported = 0;
  for (const { isReported } of runsWithCalls(runs, callCounts)) {
    own += 1;
    if (!isReported) unreported += 1;
  }
  if (unreported === 0) return [];
  if (unreported === own) {
    return [
      {
        code: 'usage-missing',
        runId: null,
        message: 'No call of this thread reports its usage, so every token figure is an estimate.',
      },
    ];
  }
  const findings: Finding[] = [];
  for (const { runId, isReported } of runsWithCalls(runs, callCounts)) {
    if (isReported) continue;
    findings.push({
      code: 'usage-missing',
      runId,
      message: 'No call of this run reports its usage, so its token figures are estimates.',
    });
  }
  return findings;
}

/** Those that the thread made itself. */
function* runsWithCalls(
  runs: Iterable<ProblemRun>,
  callCounts: readonly number[],
): Generator<{ readonly runId: RunId; readonly isReported: boolean }, void, undefined> {
  let index = -1;
  for (const { runId, copiedFrom, calls } of runs) {
    index += 1;
    if (copiedFrom !== null || (callCounts[index] ?? 0) === 0) continue;
    yield { runId, isReported: calls.some((call) => call.reported) };
  }
}

function inRunOrder(findings: readonly Finding[], runs: Iterable<ProblemRun>): readonly Finding[] {
  const named = new Set(findings.map(({ runId }) => runId));
  const indexOf = new Map<RunId, number>();
  let index = 0;
  for (const { runId } of runs) {
    if (named.has(runId) && !indexOf.has(runId)) indexOf.set(runId, index);
    index += 1;
  }
  const place = (finding: Finding): number =>
    finding.runId === null ? -1 : (indexOf.get(finding.runId) ?? -1);
  return [...findings].sort((left, right) => place(left) - place(right));
}

function format(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
