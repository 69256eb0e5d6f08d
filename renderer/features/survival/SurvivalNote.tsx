import { useMemo, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { percent } from '../../components/format.ts';
import { valueOf } from '../../data/async.ts';
import { useViewStore } from '../../stores/view-store.ts';
import { useViewChoice } from '../diff/use-diff-summary.ts';
import { useLabAnswer } from '../lab/use-lab-answer.ts';

/** Facts of longer threads are read only once somebody looks at them: that takes seconds. */
const MESSAGES_READ_AT_ONCE = 2_000;

/** `71 %` behind the tab's name where there is room: the share of the covered runs' facts that is still in the chosen view. */
export function SurvivalNote({ overview }: { readonly overview: ThreadOverview }): ReactElement | null {
  const view = useViewChoice(overview);
  const isShown = useViewStore((state) => state.tab === 'survival');
  const isAsked = isShown || overview.messageCount <= MESSAGES_READ_AT_ONCE;
  const question = useMemo(
    () => (isAsked ? { thread: overview.thread, view } : null),
    [isAsked, overview.thread, view],
  );
  const report = valueOf(useLabAnswer('lab:survival', question));
  if (report === null || report.coveredRuns === 0 || report.total === 0) return null;
  return (
    <span className="max-xl:hidden">
      {report.isLowerBound ? '≥ ' : ''}
      {percent(report.surviving / report.total)}
    </span>
  );
}
