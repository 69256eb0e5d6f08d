import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactElement } from 'react';
import { useTextScale } from '../../app/use-text-scale.ts';
import { classNames } from '../../components/class-names.ts';
import { dollars, grouped } from '../../components/format.ts';
import { foldAt, known, reasonAt, sourceAt, type ReplayColumns } from '../../selectors/replay-columns.ts';
import { moveTo } from './replay-control.ts';

const ROW_PX = 28;
const SHOWN_ROWS = 12;
const COLUMNS =
  'grid grid-cols-[2.75rem_2.75rem_minmax(7.5rem,1.4fr)_minmax(8.5rem,1.6fr)_minmax(4rem,1fr)_5rem_minmax(4rem,0.8fr)_minmax(4.5rem,0.9fr)] items-center gap-2';
const HEADS = ['call', 'run', 'measured + est.', 'decision', 'prompt', 'known how', 'cached', 'cost'];
const REASON_WORDS = {
  'no-summarizer': 'no summarizer',
  'below-threshold': 'below threshold',
  'too-few-runs': 'too few runs',
  'nothing-new': 'nothing new',
  fired: 'folded',
} as const;

/** Every call of the replay in figures: what the chart shows, to be read. A row moves the replay to its call. */
export function ReplayTable({
  columns,
  call,
}: {
  readonly columns: ReplayColumns;
  readonly call: number;
}): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const height = Math.round(ROW_PX * useTextScale());
  const virtualizer = useVirtualizer({
    count: columns.callCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  useEffect(() => {
    virtualizer.scrollToIndex(call, { align: 'auto' });
  }, [call, virtualizer]);
  return (
    <div className="overflow-x-auto">
      <div
        role="table"
        aria-label="Calls of the replay"
        aria-rowcount={columns.callCount + 1}
        className="min-w-172"
      >
        <div role="rowgroup">
          <div
            role="row"
            className={classNames(COLUMNS, 'border-b border-line px-2 pb-1.5 text-sm text-muted')}
          >
            {HEADS.map((head, place) => (
              <span key={head} role="columnheader" className={place === 3 || place === 5 ? '' : 'text-right'}>
                {head}
              </span>
            ))}
          </div>
        </div>
        <div
          ref={scroller}
          role="rowgroup"
          data-testid="replay-rows"
          className="overflow-y-auto"
          style={{ maxHeight: height * SHOWN_ROWS }}
        >
          <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => (
              <Row
                key={item.key}
                columns={columns}
                call={item.index}
                isCurrent={item.index === call}
                height={height}
                top={item.start}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

function Row({
  columns,
  call,
  isCurrent,
  height,
  top,
}: {
  readonly columns: ReplayColumns;
  readonly call: number;
  readonly isCurrent: boolean;
  readonly height: number;
  readonly top: number;
}): ReactElement {
  const reason = reasonAt(columns, call);
  const fold = reason === 'fired' ? columns.folds[foldAt(columns, call)] : undefined;
  const cached = known(columns.cachedTokens[call]);
  const cost = known(columns.agentCost[call]);
  return (
    <div
      role="row"
      aria-rowindex={call + 2}
      aria-current={isCurrent ? 'step' : undefined}
      className={classNames(
        COLUMNS,
        'numeric absolute inset-x-0 top-0 border-b border-line px-2 text-right',
        isCurrent ? 'bg-accent-soft' : fold === undefined ? 'hover:bg-surface-hover' : 'bg-summary-soft',
      )}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <span role="cell">
        <button
          type="button"
          className="rounded-sm text-accent-ink hover:underline"
          onClick={() => {
            moveTo(call);
          }}
        >
          {grouped(call + 1)}
        </button>
      </span>
      <span role="cell">{grouped((columns.run[call] ?? 0) + 1)}</span>
      <span role="cell">
        {grouped(columns.measuredTokens[call] ?? 0)} + {grouped(columns.pendingTokens[call] ?? 0)}
      </span>
      <span
        role="cell"
        className={classNames('truncate text-left', fold !== undefined && 'text-summary-ink')}
      >
        {fold === undefined
          ? REASON_WORDS[reason]
          : `folded runs ${grouped(fold.firstRun + 1)}–${grouped(fold.lastRun + 1)}`}
      </span>
      <span role="cell">{grouped(columns.sentTokens[call] ?? 0)}</span>
      <span role="cell" className="text-left">
        {sourceAt(columns, call)}
      </span>
      <span role="cell">{cached === null ? '–' : grouped(cached)}</span>
      <span role="cell">{cost === null ? '–' : dollars(cost)}</span>
    </div>
  );
}
