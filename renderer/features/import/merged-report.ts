import type { ImportFileReport, ImportReport } from '../../../core/contract.ts';
import type { ImportJob } from '../../stores/jobs-store.ts';

/**
 * What there is to read about a job: of a file that was tried once more, only how it ended; of the others of
 * the report it was tried from, what was known.
 */
export function mergedReport({ earlier, end }: Pick<ImportJob, 'earlier' | 'end'>): ImportReport | null {
  const report = end?.report ?? null;
  if (report === null || earlier === null) return report;
  const again = new Map(report.files.map((file) => [file.path, file]));
  const known = new Set(earlier.files.map((file) => file.path));
  return {
    ...report,
    files: [
      ...earlier.files.map((file) => again.get(file.path) ?? file),
      ...report.files.filter((file) => !known.has(file.path)),
    ],
  };
}

/** In the order in which they are worth reading. */
export const OUTCOME_ORDER = ['failed', 'new', 'grown', 'duplicate', 'skipped'] as const;

export function countOutcomes(
  files: readonly ImportFileReport[],
): ReadonlyMap<ImportFileReport['outcome'], number> {
  const counts = new Map<ImportFileReport['outcome'], number>();
  for (const { outcome } of files) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

/** Those of one outcome, or all with what needs attention first. */
export function shownFiles(
  files: readonly ImportFileReport[],
  filter: ImportFileReport['outcome'] | 'all',
): readonly ImportFileReport[] {
  if (filter !== 'all') return files.filter((file) => file.outcome === filter);
  const rank = (file: ImportFileReport): number =>
    OUTCOME_ORDER.indexOf(file.outcome) * 2 + (file.warnings.length > 0 ? 0 : 1);
  return files.toSorted((left, right) => rank(left) - rank(right));
}
