import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type ReactElement } from 'react';
import { useTextScale } from '../../app/use-text-scale.ts';
import { Badge } from '../../components/Badge.tsx';
import { classNames } from '../../components/class-names.ts';
import { counted, dollars, grouped } from '../../components/format.ts';
import type { ReplayColumns, ReplayFold } from '../../selectors/replay-columns.ts';
import { savingPerCall, thrashing } from '../../selectors/replay-ledger.ts';
import { moveTo } from './replay-control.ts';
import { labActions } from '../../stores/lab-store.ts';

const ROW_PX = 38;
const SHOWN_ROWS = 10;
const COLUMNS =
  'grid grid-cols-[2.25rem_minmax(6.5rem,1fr)_minmax(4.5rem,0.8fr)_minmax(4.5rem,0.8fr)_minmax(4.75rem,0.9fr)_6rem_minmax(5rem,0.9fr)_minmax(8rem,1.3fr)] items-center gap-2';
const HEADS = ['#', 'covers', 'summary', 'first call', 'saves a call', 'balance', 'in the end', 'paid back'];

/** Fold by fold: the summary and the lost cache against what shorter prompts saved. A row opens its call in the replay. */
export function LedgerTable({ columns }: { readonly columns: ReplayColumns }): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const height = Math.round(ROW_PX * useTextScale());
  const isThrash = useMemo(() => thrashing(columns), [columns]);
  const virtualizer = useVirtualizer({
    count: columns.folds.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 4,
  });
  if (columns.folds.length === 0)
    return <p className="text-muted">Under this policy nothing is ever folded.</p>;
  return (
    <div className="overflow-x-auto">
      <div
        role="table"
        aria-label="Ledger of the folds"
        aria-rowcount={columns.folds.length + 1}
        className="min-w-180"
      >
        <div role="rowgroup">
          <div role="row" className={classNames(COLUMNS, 'border-b border-line pb-1.5 text-sm text-muted')}>
            {HEADS.map((head, place) => (
              <span
                key={head}
                role="columnheader"
                className={place === 1 || place === 5 || place === 7 ? 'text-left' : 'text-right'}
              >
                {head}
              </span>
            ))}
          </div>
        </div>
        <div
          ref={scroller}
          role="rowgroup"
          className="overflow-y-auto"
          style={{ maxHeight: height * SHOWN_ROWS }}
        >
          <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map((item) => {
              const fold = columns.folds[item.index];
              return fold === undefined ? null : (
                <Row
                  key={item.key}
                  fold={fold}
                  place={item.index}
                  isThrash={isThrash[item.index] === true}
                  height={height}
                  top={item.start}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

function Row({
  fold,
  place,
  isThrash,
  height,
  top,
}: {
  readonly fold: ReplayFold;
  readonly place: number;
  readonly isThrash: boolean;
  readonly height: number;
  readonly top: number;
}): ReactElement {
  const saving = savingPerCall(fold);
  const end = fold.balances.at(-1);
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      className={classNames(COLUMNS, 'numeric absolute inset-x-0 top-0 border-b border-line text-right')}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <span role="cell">
        <button
          type="button"
          aria-label={`Fold ${place + 1}: show it in the replay`}
          className="rounded-sm text-accent-ink hover:underline"
          onClick={() => {
            labActions().showSection('replay');
            moveTo(fold.call);
          }}
        >
          {place + 1}
        </button>
      </span>
      <span role="cell" className="text-left">
        runs {grouped(fold.firstRun + 1)}–{grouped(fold.lastRun + 1)}
      </span>
      <span role="cell">{fold.summarizerCost === null ? '–' : dollars(fold.summarizerCost)}</span>
      <Money value={fold.balances[0]} />
      <span role="cell">{saving === null ? '–' : dollars(saving)}</span>
      <span role="cell">
        <Sparkline balances={fold.balances} />
      </span>
      <Money value={end} />
      <span role="cell" className="flex gap-1 text-left">
        {end === undefined ? (
          '–'
        ) : fold.paidBackAtCall === null ? (
          <Badge tone="dropped">never</Badge>
        ) : (
          <Badge tone="kept">after {counted(fold.paidBackAtCall - fold.call + 1, 'call')}</Badge>
        )}
        {isThrash ? <Badge tone="dropped">thrash</Badge> : null}
      </span>
    </div>
  );
}

function Money({ value }: { readonly value: number | undefined }): ReactElement {
  if (value === undefined) return <span role="cell">–</span>;
  return (
    <span role="cell" className={value < 0 ? 'text-dropped-ink' : 'text-kept-ink'}>
      {dollars(value)}
    </span>
  );
}

const WIDTH = 88;
const HEIGHT = 24;

/** The balance after each call, against the line of nothing won and nothing lost. */
function Sparkline({ balances }: { readonly balances: readonly number[] }): ReactElement | null {
  if (balances.length === 0) return null;
  const low = balances.reduce((least, value) => Math.min(least, value), 0);
  const high = balances.reduce((most, value) => Math.max(most, value), 0);
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : ((high - value) / (high - low)) * (HEIGHT - 4) + 2;
  const step = WIDTH / Math.max(1, balances.length - 1);
  const stride = Math.max(1, Math.floor(balances.length / WIDTH));
  const path = balances
    .flatMap((value, index) =>
      index % stride === 0 || index === balances.length - 1
        ? [`${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y(value).toFixed(1)}`]
        : [],
    )
    .join('');
  const end = balances.at(-1) ?? 0;
  return (
    <svg aria-hidden className="block" width={WIDTH} height={HEIGHT}>
      <path d={`M0 ${y(0)}H${WIDTH}`} className="stroke-line-strong" strokeDasharray="2 2" />
      <path d={path} fill="none" strokeWidth="1.5" className={end < 0 ? 'stroke-dropped' : 'stroke-kept'} />
    </svg>
  );
}
