import type { ThreadRow } from '../../../core/contract.ts';
import { counted, shortTokens } from '../../components/format.ts';

/** `HasteKit history (JSONL)` without what is in brackets: the row is narrow. */
export function shortLabel({ formatLabel }: Pick<ThreadRow, 'formatLabel'>): string {
  return formatLabel.replace(/\s*\(.*\)$/, '');
}

/** What follows the source: `17 runs · ≈ 82.4k`. */
export function rowFigures(row: ThreadRow): string {
  const about = row.occupancyMeasured ? '' : '≈ ';
  return `${counted(row.runCount, 'run')} · ${about}${shortTokens(row.occupancyTokens)}`;
}
