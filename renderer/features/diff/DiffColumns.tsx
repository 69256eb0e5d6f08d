import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type ReactElement } from 'react';
import type { DiffSummary, ThreadRef } from '../../../core/contract.ts';
import { diffRows, type DiffRow } from '../../selectors/diff-rows.ts';
import { DiffRowView } from './DiffRowView.tsx';
import type { LostKeys } from './mark-facts.ts';

const ESTIMATED_ROW_PX = 180;

/** The two columns; only the rows in sight are there. */
export function DiffColumns({
  thread,
  summary,
  onlyChanges,
}: {
  readonly thread: ThreadRef;
  readonly summary: DiffSummary;
  readonly onlyChanges: boolean;
}): ReactElement {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const rows = useMemo(() => diffRows(summary, opened, onlyChanges), [summary, opened, onlyChanges]);
  const lost = useMemo(() => lostKeys(summary), [summary]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: (index) => rowKey(rows[index]),
    gap: 8,
    overscan: 4,
  });
  return (
    <div
      ref={scroller}
      role="region"
      aria-label="Transcript beside model view"
      // Reachable by keyboard, so that it scrolls with the arrow keys.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <DiffRowView
                thread={thread}
                row={row}
                summary={summary}
                lost={lost}
                onOpen={(firstRun) => {
                  setOpened((before) => new Set([...before, firstRun]));
                }}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function rowKey(row: DiffRow | undefined): string {
  if (row === undefined) return '';
  switch (row.kind) {
    case 'run':
      return `run ${row.run}`;
    case 'fold':
      return `fold ${row.span.from}`;
    case 'cut':
    case 'lost':
      return row.kind;
  }
}

function lostKeys({ lost, facts }: DiffSummary): LostKeys | null {
  if (lost === null) return null;
  return {
    keys: new Set(lost.map((fact) => `${fact.factClass}:${fact.text}`)),
    complete: facts === null || lost.length >= facts.total - facts.surviving,
  };
}
