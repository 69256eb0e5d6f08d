import type { Finding } from '../domain/finding.ts';
import type { ThreadMeasures } from './measure-thread.ts';
import type { RunToolPairs } from './pair-tool-calls.ts';
import type { ProblemDocument } from './problem-document.ts';

const NAMED_IDS = 3;

/**
 * Results whose call the model no longer sees, and calls that nothing answered, at most one finding of
 * each kind per run. A result in a covered run is no finding: neither half is sent.
 */
export function toolFindings(document: ProblemDocument, measures: ThreadMeasures): readonly Finding[] {
  if (measures.toolPairs.every(isEmpty)) return [];
  const findings: Finding[] = [];
  let index = -1;
  for (const run of document.runs) {
    index += 1;
    const pairs = measures.toolPairs[index];
    if (pairs === undefined || isEmpty(pairs)) continue;
    const isInView = index >= measures.coveredRuns;
    const lost = pairs.results.filter(
      ({ callRun }) => isInView && (callRun === null || callRun < measures.coveredRuns),
    );
    if (lost.length > 0) {
      const folded = lost.every(({ callRun }) => callRun !== null);
      findings.push({
        code: 'orphan-tool-result',
        runId: run.runId,
        message: `${counted(lost.length, 'tool result has', 'tool results have')} no call in the model view (${named(lost.map(({ callId }) => callId))})${folded ? ': the call is covered by the summary' : ''}; most providers refuse such a request.`,
      });
    }
    const open = pairs.calls.filter(({ resultRun }) => resultRun === null);
    if (open.length > 0) {
      findings.push({
        code: 'orphan-tool-call',
        runId: run.runId,
        message: `${counted(open.length, 'tool call has', 'tool calls have')} no result (${named(open.map(({ name, callId }) => `${name} ${callId}`))})${run.status === 'paused' ? ': the run is paused' : ''}.`,
      });
    }
  }
  return findings;
}

function isEmpty({ calls, results }: RunToolPairs): boolean {
  return calls.length + results.length === 0;
}

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, NAMED_IDS).map((id) => (id.length > 60 ? `${id.slice(0, 60)}…` : id));
  return ids.length > NAMED_IDS ? `${shown.join(', ')}, …` : shown.join(', ');
}
