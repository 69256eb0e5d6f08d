import type { InspectorRequests } from '../../core/contract.ts';
import { decodeFindings } from '../../core/adapters/sqlite/json-columns.ts';
import { threadOf } from './open-thread.ts';
import type { WorkspaceContext } from './workspace-context.ts';

/** What is wrong with the thread, as it was worked out when it was read. */
export function threadFindings(
  { db, reader }: WorkspaceContext,
  thread: number,
): ReturnType<InspectorRequests['findings:list']> {
  const findings = decodeFindings(threadOf(reader, thread).findings);
  const positionOf = db
    .prepare<[number, string], number>('SELECT position FROM runs WHERE thread_ref = ? AND run_id = ?')
    .pluck();
  return findings.map((finding) => ({
    ...finding,
    run: finding.runId === null ? null : (positionOf.get(thread, finding.runId) ?? null),
  }));
}
