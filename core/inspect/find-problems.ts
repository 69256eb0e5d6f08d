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
  return findings.length === 0 ? findings : inRunOrder(findings, document.runs);
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
function usageMissing(runs: readonly ProblemRun[], callCounts: readonly number[]): readonly Finding[] {
  const own = runs.filter((run, index) => run.copiedFrom === null && (callCounts[index] ?? 0) > 0);
  const unreported = own.filter((run) => !run.calls.some((call) => call.reported));
  if (unreported.length === 0) return [];
  if (unreported.length === own.length) {
    return [
      {
        code: 'usage-missing',
        runId: null,
        message: 'No call of this thread reports its usage, so every token figure is an estimate.',
      },
    ];
  }
  return unreported.map((run) => ({
    code: 'usage-missing',
    runId: run.runId,
    message: 'No call of this run reports its usage, so its token figures are estimates.',
  }));
}

function inRunOrder(findings: readonly Finding[], runs: readonly ProblemRun[]): readonly Finding[] {
  const indexOf = new Map<RunId, number>();
  runs.forEach((run, index) => {
    if (!indexOf.has(run.runId)) indexOf.set(run.runId, index);
  });
  const place = (finding: Finding): number =>
    finding.runId === null ? -1 : (indexOf.get(finding.runId) ?? -1);
  return [...findings].sort((left, right) => place(left) - place(right));
}

function format(tokens: number): string {
  return tokens.toLocaleString('en-US');
}
