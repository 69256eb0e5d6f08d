import type { BoundaryView } from '../../core/contract.ts';
import type { RunId } from '../../core/domain/ids.ts';
import type { SummaryBoundary } from '../../core/domain/thread.ts';
import { estimateMessageTokens } from '../../core/domain/token-estimate.ts';
import { faultSentence } from '../../core/inspect/boundary-findings.ts';
import { evaluateBoundaries, type BoundaryVerdict } from '../../core/inspect/evaluate-boundaries.ts';
import { messageText } from '../../core/inspect/message-text.ts';

/**
 * Texts of all boundaries together: an agent that folds before every run leaves thousands of them, and
 * opening a thread must stay small. The newest get theirs whole.
 */
const TEXT_CHARACTERS = 300_000;
const CUT_CHARACTERS = 200;

/** @param runTokens E of each run, in order. */
export function boundaryViews(
  runIds: readonly RunId[],
  runTokens: readonly number[],
  boundaries: readonly SummaryBoundary[],
): readonly BoundaryView[] {
  const verdicts = evaluateBoundaries(runIds, boundaries);
  const indexOf = new Map(runIds.map((id, index) => [id, index]));
  const tokensBefore = prefixSums(runTokens);
  const texts = shownTexts(boundaries);
  return boundaries.flatMap((boundary, place) => {
    const verdict = verdicts[place];
    if (verdict === undefined) return [];
    return [
      {
        summaryId: boundary.summaryId,
        coveredRuns: verdict.coveredRuns,
        madeByRun: boundary.madeByRunId === null ? null : (indexOf.get(boundary.madeByRunId) ?? null),
        applies: verdict.applies,
        inertReason: inertReason(boundary, verdict),
        superseded: verdict.superseded,
        text: texts[place] ?? null,
        opaque: boundary.opaque,
        summaryTokens: boundary.message === null ? null : estimateMessageTokens(boundary.message),
        coveredTokens: tokensBefore[verdict.coveredRuns] ?? 0,
        generation: verdict.generation,
        trigger: boundary.trigger,
        createdAtMs: boundary.createdAtMs,
        maker: null,
      },
    ];
  });
}

function inertReason(boundary: SummaryBoundary, verdict: BoundaryVerdict): string | null {
  return verdict.superseded || verdict.fault === null ? null : faultSentence(boundary, verdict.fault);
}

function shownTexts(boundaries: readonly SummaryBoundary[]): readonly (string | null)[] {
  let left = TEXT_CHARACTERS;
  return boundaries
    .toReversed()
    .map(({ message }) => {
      if (message === null) return null;
      const text = messageText(message);
      left -= text.length;
      return left >= 0 || text.length <= CUT_CHARACTERS
        ? text
        : `${text.slice(0, CUT_CHARACTERS).toWellFormed()}…`;
    })
    .reverse();
}

function prefixSums(numbers: readonly number[]): readonly number[] {
  const sums = [0];
  let sum = 0;
  for (const number of numbers) {
    sum += number;
    sums.push(sum);
  }
  return sums;
}
