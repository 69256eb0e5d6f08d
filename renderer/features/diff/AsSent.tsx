import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import type { InspectorRequests, RequestError, ThreadRef, ViewChoice } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { counted } from '../../components/format.ts';

type Page = ReturnType<InspectorRequests['diff:as-sent']>;

const ITEMS_PER_PAGE = 50;
const ESTIMATED_ITEM_PX = 140;

interface Sent {
  readonly of: ViewChoice;
  readonly total: number;
  readonly items: readonly string[];
}

/** The model view's items exactly as they would be sent, as JSON. */
export function AsSent({
  thread,
  view,
}: {
  readonly thread: ThreadRef;
  readonly view: ViewChoice;
}): ReactElement {
  const [sent, setSent] = useState<Sent | null>(null);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const shown = sent?.of === view ? sent : null;
  const known = shown?.items.length ?? 0;

  const load = useCallback(
    async (from: number): Promise<void> => {
      const result = await request('diff:as-sent', { thread, view, from, count: ITEMS_PER_PAGE });
      if (!result.ok) {
        setFailure(result.error);
        return;
      }
      setFailure(null);
      setSent((before) => appended(before, view, from, result.value));
    },
    [thread, view],
  );
  useEffect(() => {
    void load(0);
  }, [load]);

  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: known,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ITEM_PX,
    gap: 8,
    overscan: 4,
  });
  if (failure !== null)
    return (
      <div className="px-5">
        <ErrorState
          title="The items can't be read"
          message={failure.message}
          onRetry={() => void load(known)}
        />
      </div>
    );
  const rest = (shown?.total ?? 0) - known;
  return (
    <div
      ref={scroller}
      role="region"
      aria-label="Items as sent"
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 outline-none focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => (
          <pre
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            data-selectable
            className="numeric card absolute inset-x-0 top-0 px-3 py-2 break-words whitespace-pre-wrap select-text"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {shown?.items[item.index]}
          </pre>
        ))}
      </div>
      {rest > 0 ? (
        <Button className="mt-2 w-full" onClick={() => void load(known)}>
          Show the next {Math.min(rest, ITEMS_PER_PAGE)} of {counted(rest, 'more item', 'more items')}
        </Button>
      ) : null}
    </div>
  );
}

function appended(before: Sent | null, of: ViewChoice, from: number, page: Page): Sent {
  const kept = before?.of === of ? before.items.slice(0, from) : [];
  const items = page.items.map((item) => JSON.stringify(item, null, 2));
  return { of, total: page.totalItems, items: [...kept, ...items] };
}
