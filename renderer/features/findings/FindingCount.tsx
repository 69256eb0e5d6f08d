import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { grouped } from '../../components/format.ts';

export function FindingCount({ overview }: { readonly overview: ThreadOverview }): ReactElement | null {
  return overview.findingCount === 0 ? null : <>{grouped(overview.findingCount)}</>;
}
