import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { usePolicy, usePreview } from '../../app/use-preview.ts';

/** `−12 +1` behind the tab's name: runs folded away under the policy, and the summary for them. */
export function DiffNote({ overview }: { readonly overview: ThreadOverview }): ReactElement | null {
  const { coveredRuns } = usePreview(overview);
  const policy = usePolicy();
  if (coveredRuns === 0) return null;
  return <>{`−${coveredRuns}${policy.summarizer === 'llm' ? ' +1' : ''}`}</>;
}
