import { GitBranch, TriangleAlert } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { useContextWindow } from '../../app/use-preview.ts';
import { counted, grouped, roundTokens } from '../../components/format.ts';
import { Tooltip } from '../../components/Tooltip.tsx';
import { OccupancyGauge } from '../occupancy/OccupancyGauge.tsx';
import { viewActions } from '../../stores/view-store.ts';

/** What the thread is, in one line of figures, and how full the context is. */
export function ThreadHeader({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  return (
    <>
      <h1 className="truncate text-xl font-semibold" title={overview.title} dir="auto" data-selectable>
        {overview.title}
      </h1>
      <div className="mt-0.5 flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-muted">
        <Figure count={overview.runCount} one="run" />
        <Figure count={overview.messageCount} one="message" />
        <Figure count={overview.toolCallCount} one="tool call" />
        <ModelAndWindow overview={overview} />
        <BranchLink overview={overview} />
        {overview.findingCount === 0 ? null : (
          <button
            type="button"
            className="flex items-center gap-1 rounded text-summary-ink hover:underline"
            onClick={() => {
              viewActions().showTab('findings');
            }}
          >
            <TriangleAlert aria-hidden className="size-3" />
            {counted(overview.findingCount, 'finding')}
          </button>
        )}
      </div>
      <OccupancyGauge overview={overview} />
    </>
  );
}

function Figure({ count, one }: { readonly count: number; readonly one: string }): ReactElement {
  return (
    <span className="whitespace-nowrap">
      <b className="font-semibold text-text tabular-nums">{grouped(count)}</b> {count === 1 ? one : `${one}s`}
    </span>
  );
}

function ModelAndWindow({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const contextWindow = useContextWindow(overview);
  const isAssumed = overview.contextWindow === null && contextWindow !== null;
  return (
    <span className="whitespace-nowrap">
      {overview.model ?? 'model not told'}
      {contextWindow === null ? null : (
        <Tooltip
          text={
            isAssumed
              ? 'The window of this model isn’t known: the one from the settings is used.'
              : 'Context window: the tokens the model can take in one call.'
          }
        >
          <button type="button" className="rounded">
            &nbsp;· <b className="font-semibold text-text tabular-nums">{roundTokens(contextWindow)}</b>{' '}
            window
            {isAssumed ? ' (assumed)' : ''}
          </button>
        </Tooltip>
      )}
    </span>
  );
}

function BranchLink({ overview }: { readonly overview: ThreadOverview }): ReactElement | null {
  const { branchOf } = overview;
  if (branchOf === null) return null;
  const { thread } = branchOf;
  return (
    <button
      type="button"
      disabled={thread === null}
      title={thread === null ? `Thread ${branchOf.threadId} is not in this workspace` : 'Go to that thread'}
      className="flex items-center gap-1 rounded enabled:text-accent-ink enabled:hover:underline"
      onClick={() => {
        viewActions().selectThread(thread);
      }}
    >
      <GitBranch aria-hidden className="size-3" />
      branch of {branchOf.threadId.length > 18 ? `${branchOf.threadId.slice(0, 17)}…` : branchOf.threadId}
    </button>
  );
}
