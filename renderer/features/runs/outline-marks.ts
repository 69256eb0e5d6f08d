import type { ThreadOverview } from '../../../core/contract.ts';

export interface OutlineMark {
  readonly kind: 'boundary' | 'inert' | 'preview' | 'finding';
  /** The run it leads to. */
  readonly run: number;
  readonly text: string;
}

/** More would touch each other on the tallest window. */
const MOST_FINDINGS = 150;

export function outlineMarks(overview: ThreadOverview, previewedRuns: number | null): readonly OutlineMark[] {
  const marks: OutlineMark[] = overview.boundaries.map((boundary, index) => ({
    kind: boundary.inertReason === null ? 'boundary' : 'inert',
    run: boundary.coveredRuns > 0 ? boundary.coveredRuns : (boundary.madeByRun ?? overview.runCount - 1),
    text: `Summary ${index + 1}${boundary.inertReason === null ? '' : ', inert'}, after run ${boundary.coveredRuns}`,
  }));
  if (previewedRuns !== null && previewedRuns > 0)
    marks.push({
      kind: 'preview',
      run: previewedRuns,
      text: `Boundary under this policy, after run ${previewedRuns}`,
    });
  const step = Math.max(1, Math.ceil(overview.runsWithFindings.length / MOST_FINDINGS));
  overview.runsWithFindings.forEach((run, index) => {
    if (index % step === 0) marks.push({ kind: 'finding', run, text: `Findings in run ${run + 1}` });
  });
  return marks;
}

/** The nearest boundary before or after a run; null when there is none that way. */
export function boundaryBeside(
  overview: ThreadOverview,
  previewedRuns: number | null,
  from: number,
  direction: 1 | -1,
): number | null {
  const places = outlineMarks(overview, previewedRuns)
    .filter((mark) => mark.kind !== 'finding')
    .map((mark) => Math.min(overview.runCount - 1, mark.run))
    .sort((left, right) => left - right);
  return direction === 1
    ? (places.find((place) => place > from) ?? null)
    : (places.findLast((place) => place < from) ?? null);
}
