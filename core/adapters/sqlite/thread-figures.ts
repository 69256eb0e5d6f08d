import type { Finding } from '../../domain/finding.ts';
import { tokensOfRuns } from '../../inspect/measure-thread.ts';
import { encodeFindings } from './json-columns.ts';
import type { StoredMeasures } from './measure-runs.ts';
import type { ThreadFigures } from './thread-rows.ts';

/** What the list of threads shows. */
export function threadFigures(
  title: string,
  measures: StoredMeasures,
  findings: readonly Finding[],
): ThreadFigures {
  const measured = measures.occupancyAfter;
  return {
    title: title.toWellFormed(),
    updated_at_ms: measures.newestMs,
    run_count: measures.runCount,
    message_count: measures.messageCounts.reduce((sum, count) => sum + count, 0),
    tool_call_count: measures.toolCallCount,
    estimated_tokens: measures.runStartTokens.at(-1) ?? 0,
    occupancy_tokens:
      measured === null ? modelViewTokens(measures) : measured.measuredTokens + measured.pendingTokens,
    occupancy_measured: measured === null ? 0 : 1,
    model: measures.model,
    boundary_count: measures.verdicts.length,
    finding_count: findings.length,
    findings: encodeFindings(findings),
  };
}

/** E of what would be sent next: the summary that applies, then the runs after its boundary. */
function modelViewTokens(measures: StoredMeasures): number {
  const applied = measures.appliedBoundary;
  const summary = applied === null ? 0 : (measures.summaryTokens[applied] ?? 0);
  return summary + tokensOfRuns(measures, measures.coveredRuns, measures.runCount);
}
