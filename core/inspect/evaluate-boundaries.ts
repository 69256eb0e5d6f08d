import type { FindingCode } from '../domain/finding.ts';
import type { RunId } from '../domain/ids.ts';
import type { SummaryBoundary } from '../domain/thread.ts';

/** Why a boundary can't apply, whatever came after it. */
export type BoundaryFault = Extract<
  FindingCode,
  'boundary-empty' | 'boundary-unknown-run' | 'boundary-not-older' | 'boundary-summary-id'
>;

export interface BoundaryVerdict {
  /** It names a run of the thread. */
  readonly anchored: boolean;
  /** Runs it covers, counted from the thread's first; 0 when it isn't anchored. */
  readonly coveredRuns: number;
  /** Null when it applied once it was made, or still does. */
  readonly fault: BoundaryFault | null;
  /** It is the newest, and nothing is wrong with it: its summary stands in the model view. */
  readonly applies: boolean;
  /** A later one took its place. */
  readonly superseded: boolean;
  /** 1 for a summary of runs, 2 when it begins with an earlier summary, and so on. */
  readonly generation: number;
}

/** The parts of a boundary that decide whether it applies. */
export type BoundaryRecord = Pick<
  SummaryBoundary,
  'summaryId' | 'lastSummarizedRunId' | 'madeByRunId' | 'message' | 'opaque' | 'coversAbsentRuns'
>;

/**
 * Judges every boundary of a thread, in the order they were written. The one copy of the rule: only the
 * newest boundary can apply, and only if it names a run of the thread that is strictly older than the
 * run loaded up to. Linear in runs and boundaries.
 *
 * @param runIds The thread's runs in order; not gone through for a thread without boundaries.
 * @param boundaries In the order they were written.
 * @param upTo The run loaded up to, by default the newest. A boundary made for a later run counts all
 *   the same: the newest summary of the thread is the one that is looked at.
 *
 * Source: `conversation_persistence.go`, `LoadMessages`.
 */
export function evaluateBoundaries(
  runIds: Iterable<RunId>,
  boundaries: readonly BoundaryRecord[],
  upTo?: RunId,
): readonly BoundaryVerdict[] {
  if (boundaries.length === 0) return [];
  const { indexOf, runCount } = indexesOf(runIds, namedRuns(boundaries, upTo));
  const tip = (upTo === undefined ? undefined : indexOf.get(upTo)) ?? runCount - 1;
  const earlierIds = new Set<string>();
  const verdicts: BoundaryVerdict[] = [];
  let previous: Judged | null = null;

  boundaries.forEach((record, place) => {
    const superseded = place < boundaries.length - 1;
    const index = record.lastSummarizedRunId === null ? undefined : indexOf.get(record.lastSummarizedRunId);
    const madeBy = record.madeByRunId === null ? undefined : indexOf.get(record.madeByRunId);
    // A superseded one is judged by the load that followed it, up to the run that made it.
    const target = superseded ? Math.min(madeBy ?? tip, tip) : tip;
    const fault = faultOf(record, index, target, earlierIds);
    const verdict: BoundaryVerdict = {
      anchored: index !== undefined,
      coveredRuns: index === undefined ? 0 : index + 1,
      fault,
      applies: !superseded && fault === null,
      superseded,
      generation: generationOf(record, fault, previous, madeBy ?? tip + 1),
    };
    verdicts.push(verdict);
    previous = { record, verdict, madeBy };
    earlierIds.add(record.summaryId);
  });
  return verdicts;
}

function namedRuns(boundaries: readonly BoundaryRecord[], upTo: RunId | undefined): ReadonlySet<string> {
  const named = new Set<string>(upTo === undefined ? [] : [upTo]);
  for (const { lastSummarizedRunId, madeByRunId } of boundaries) {
    if (lastSummarizedRunId !== null) named.add(lastSummarizedRunId);
    if (madeByRunId !== null) named.add(madeByRunId);
  }
  return named;
}

/** Of the named runs only: a thread may have a million. */
function indexesOf(
  runIds: Iterable<RunId>,
  named: ReadonlySet<string>,
): { readonly indexOf: ReadonlyMap<string, number>; readonly runCount: number } {
  const indexOf = new Map<string, number>();
  let runCount = 0;
  for (const id of runIds) {
    // A run id that comes back names its last place, as a later save moves nothing before it.
    if (named.has(id)) indexOf.set(id, runCount);
    runCount += 1;
  }
  return { indexOf, runCount };
}

interface Judged {
  readonly record: BoundaryRecord;
  readonly verdict: BoundaryVerdict;
  /** Index of the run that made it. */
  readonly madeBy: number | undefined;
}

function faultOf(
  record: BoundaryRecord,
  index: number | undefined,
  target: number,
  earlierIds: ReadonlySet<string>,
): BoundaryFault | null {
  if (record.coversAbsentRuns === true) return null;
  if (record.lastSummarizedRunId === null || record.lastSummarizedRunId === '') return 'boundary-empty';
  if (index !== undefined) return index < target ? null : 'boundary-not-older';
  return earlierIds.has(record.lastSummarizedRunId) ? 'boundary-summary-id' : 'boundary-unknown-run';
}

/**
 * How many summaries deep it is. The run that made it loaded the thread up to the run before, with the
 * newest summary of that time in front if it applied there; whatever is folded next begins with it.
 */
function generationOf(
  record: BoundaryRecord,
  fault: BoundaryFault | null,
  previous: Judged | null,
  madeBy: number,
): number {
  if (record.message === null && !record.opaque) return 1;
  const inFront = previous !== null && stoodInFront(previous, madeBy) ? previous.verdict.generation : 0;
  // The id it names belongs to a summary that the same run had made just before and never saved.
  const unsaved = fault === 'boundary-unknown-run' ? 1 : 0;
  return inFront + unsaved + 1;
}

function stoodInFront({ record, verdict, madeBy }: Judged, next: number): boolean {
  if (record.message === null && !record.opaque) return false;
  if (record.coversAbsentRuns === true) return true;
  if (!verdict.anchored) return false;
  // A provider's own compaction covers the very run it is made in and counts from there on.
  const isImmediate = madeBy !== undefined && verdict.coveredRuns > madeBy;
  return isImmediate || verdict.coveredRuns < next;
}
