import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import type { ThreadRef } from '../../../core/contract.ts';
import { useTextScale } from '../../app/use-text-scale.ts';
import { loadMoreThreads } from '../../data/thread-loader.ts';
import type { ThreadListing } from '../../stores/thread-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';
import { removeThread } from './remove-thread.ts';
import { ThreadListRow } from './ThreadListRow.tsx';
import { rowId } from './row-id.ts';

const ROW_PX = 66;
const SNIPPET_ROW_PX = 102;
const ASK_AHEAD_ROWS = 20;

/** A listbox of any length: only the rows in sight exist, and further pages come as they are scrolled to. */
export function ThreadList({ listing }: { readonly listing: ThreadListing }): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const selected = useViewStore((state) => state.selectedThread);
  const textScale = Math.max(1, useTextScale());
  const { rows } = listing;
  const [active, setActive] = useState<ThreadRef | null>(null);
  const activeThread = active ?? selected;
  const activeIndex = rows.findIndex((row) => row.thread === activeThread);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (typeof rows[index]?.snippet === 'string' ? SNIPPET_ROW_PX : ROW_PX) * textScale,
    getItemKey: (index) => rows[index]?.thread ?? index,
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= rows.length - ASK_AHEAD_ROWS) void loadMoreThreads();
  }, [lastShown, rows.length]);
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rows, textScale]);

  const moveTo = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row === undefined) return;
    setActive(row.thread);
    viewActions().selectThread(row.thread);
    virtualizer.scrollToIndex(rows.indexOf(row));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? ROW_PX) / ROW_PX) - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: activeIndex + page,
      PageUp: activeIndex - page,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      event.preventDefault();
      moveTo(to);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      const row = rows[activeIndex];
      if (row !== undefined) void removeThread(row);
    }
  };

  const onClick = (event: MouseEvent): void => {
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    const index = rows.findIndex((row) => rowId(row.thread) === option?.id);
    if (index >= 0) moveTo(index);
  };

  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      data-thread-list
      aria-labelledby="threads-label"
      aria-activedescendant={activeThread !== null && activeIndex >= 0 ? rowId(activeThread) : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="group/list h-full overflow-x-hidden overflow-y-auto focus-visible:-outline-offset-2"
    >
      <div role="presentation" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          return row === undefined ? null : (
            <ThreadListRow
              key={item.key}
              row={row}
              position={item.index + 1}
              total={listing.totalThreads}
              selected={row.thread === selected}
              top={item.start}
              height={item.size}
            />
          );
        })}
      </div>
    </div>
  );
}
