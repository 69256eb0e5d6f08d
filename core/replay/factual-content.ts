import { type RunId } from '../domain/ids.ts';
import { type SummaryBoundary, type ThreadDocument } from '../domain/thread.ts';
import { estimateMessageTokens } from '../domain/token-estimate.ts';
import { type PlacedCall } from './place-model-calls.ts';
import { type FactualChange } from './thread-profile.ts';

/** What was sent: a summary of this size, then the runs from this one on. Null: not known. */
type Content = Pick<FactualChange, 'firstRun' | 'summaryTokens'>;

const WHOLE: Content = { firstRun: 0, summaryTokens: 0 };
const UNKNOWN: Content = { firstRun: null, summaryTokens: 0 };

/**
 * Works out what the exporting system sent at each model call: the transcript, or a summary of its own
 * where one applied at that time. A summary applies from a call of the run that made it, and to every
 * later run until a newer one takes its place; one whose boundary names no older run is inert on
 * reload, so everything is sent again.
 *
 * @param placedCalls The calls of each run, in run order.
 */
export function factualChanges(
  document: ThreadDocument,
  placedCalls: readonly (readonly PlacedCall[])[],
): readonly FactualChange[] {
  const runIndex = new Map<RunId, number>(document.runs.map((run, index) => [run.runId, index]));
  const firstCall = firstCallOfRuns(placedCalls);
  const changes: FactualChange[] = [];
  for (const boundary of document.boundaries) {
    const madeBy = boundary.madeByRunId === null ? undefined : runIndex.get(boundary.madeByRunId);
    const covered =
      boundary.lastSummarizedRunId === null ? undefined : runIndex.get(boundary.lastSummarizedRunId);
    const loadedFrom = madeBy === undefined ? firstRunAfter(document, boundary, covered) : madeBy + 1;
    if (loadedFrom === null) continue;
    const applies = covered !== undefined && covered < (madeBy ?? loadedFrom);
    if (madeBy !== undefined) {
      const offset = foldingCall(boundary, placedCalls[madeBy] ?? []);
      if (offset !== null) {
        const fromCall = (firstCall[madeBy] ?? 0) + offset;
        changes.push({ fromCall, ...(applies ? contentOf(boundary, covered) : UNKNOWN) });
      }
    }
    const fromCall = firstCall[Math.min(loadedFrom, document.runs.length)] ?? 0;
    changes.push({ fromCall, ...(applies ? contentOf(boundary, covered) : WHOLE) });
  }
  return withoutRepeats(changes, firstCall[document.runs.length] ?? 0);
}

/** The index of each run's first call among all calls; one more entry, the number of calls. */
export function firstCallOfRuns(placedCalls: readonly (readonly PlacedCall[])[]): readonly number[] {
  const first = [0];
  let count = 0;
  for (const calls of placedCalls) {
    count += calls.length;
    first.push(count);
  }
  return first;
}

function contentOf(boundary: SummaryBoundary, covered: number): Content {
  if (boundary.opaque) return UNKNOWN;
  const summaryTokens = boundary.message === null ? 0 : estimateMessageTokens(boundary.message);
  return { firstRun: covered + 1, summaryTokens };
}

/**
 * When nobody says which run made a summary, its time does; failing that it was made right behind its boundary.
 * One that a person had made after the last run was seen by no call: the number of runs.
 */
function firstRunAfter(
  document: ThreadDocument,
  boundary: SummaryBoundary,
  covered: number | undefined,
): number | null {
  const madeAtMs = boundary.createdAtMs;
  if (madeAtMs !== null) {
    const later = document.runs.findIndex((run) => run.createdAtMs !== null && run.createdAtMs >= madeAtMs);
    if (later > (covered ?? 0)) return later;
    if (boundary.trigger === 'manual' && isAfterAll(document, madeAtMs)) return document.runs.length;
  }
  return covered === undefined ? null : covered + 1;
}

function isAfterAll({ runs }: ThreadDocument, atMs: number): boolean {
  return runs.every((run) => run.createdAtMs !== null && run.createdAtMs < atMs);
}

/**
 * Before which call of the run that made it a summary was made. By the clock, where the source has one;
 * else before the first call whose prompt was smaller than what came before it, because nothing but a
 * fold shrinks a prompt. With neither, before the last call: what a run appends is what pushes it over a
 * threshold, and without reports of the calls between the choice changes no figure.
 *
 * @returns Its index in the run; null when it was made after all of them.
 */
function foldingCall(boundary: SummaryBoundary, calls: readonly PlacedCall[]): number | null {
  const madeAtMs = boundary.createdAtMs;
  if (madeAtMs !== null && calls.length > 0 && calls.every(({ call }) => (call?.atMs ?? null) !== null)) {
    const index = calls.findIndex(({ call }) => (call?.atMs ?? 0) >= madeAtMs);
    return index === -1 ? null : index;
  }
  for (let index = 1; index < calls.length; index += 1) {
    const prompt = calls[index]?.call?.prompt ?? null;
    const before = calls[index - 1]?.call?.prompt ?? null;
    if (prompt !== null && before !== null && prompt < before) return index;
  }
  return calls.length === 0 ? null : calls.length - 1;
}

/** In order, the last change at a call only, and none that changes nothing. */
function withoutRepeats(changes: readonly FactualChange[], callCount: number): readonly FactualChange[] {
  const ordered = changes
    .filter((change) => change.fromCall < callCount)
    .sort((left, right) => left.fromCall - right.fromCall);
  const kept: FactualChange[] = [];
  ordered.forEach((change, index) => {
    if (ordered[index + 1]?.fromCall === change.fromCall) return;
    const before: Content = kept.at(-1) ?? WHOLE;
    if (before.firstRun === change.firstRun && before.summaryTokens === change.summaryTokens) return;
    kept.push(change);
  });
  return kept;
}
