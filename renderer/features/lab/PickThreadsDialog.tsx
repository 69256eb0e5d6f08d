import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { ThreadRef, ThreadRow } from '../../../core/contract.ts';
import { request } from '../../app/inspector-api.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { counted, grouped } from '../../components/format.ts';
import { TextField } from '../../components/TextField.tsx';
import { IDLE, loading, settled, valueOf, type Async } from '../../data/async.ts';
import { labActions, useLabStore } from '../../stores/lab-store.ts';

const ROW_PX = 34;
const MOST_ROWS = 500;
const SETTLE_MS = 150;

/** A list to tick threads off in, with its own search. */
export function PickThreadsDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [picked, setPicked] = useState(useLabStore.getState().picked);
  const [search, setSearch] = useState('');
  const threads = useThreads(search);
  const rows = valueOf(threads) ?? [];
  const toggle = (thread: ThreadRef): void => {
    const next = new Set(picked);
    if (!next.delete(thread)) next.add(thread);
    setPicked(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Threads to sweep over"
      description={`${counted(picked.size, 'thread')} picked. Rows are summed up over them, with the spread beside the sums.`}
      footer={
        <>
          <Button
            className="mr-auto"
            disabled={rows.length === 0}
            onClick={() => {
              setPicked(new Set([...picked, ...rows.map(({ thread }) => thread)]));
            }}
          >
            Pick all shown
          </Button>
          <Button
            onClick={() => {
              setPicked(new Set());
            }}
          >
            Clear
          </Button>
          <Button
            variant="primary"
            disabled={picked.size === 0}
            onClick={() => {
              labActions().pick(picked);
              onClose();
            }}
          >
            Use {grouped(picked.size)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2 px-4.5 pb-3">
        <TextField
          label="Search threads"
          placeholder="Search threads"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
          }}
        />
        {threads.state === 'failed' ? (
          <ErrorState title="The list can't be read" message={threads.error.message} />
        ) : (
          <Rows rows={rows} picked={picked} onToggle={toggle} />
        )}
      </div>
    </Dialog>
  );
}

function useThreads(search: string): Async<readonly ThreadRow[]> {
  const [threads, setThreads] = useState<Async<readonly ThreadRow[]>>(IDLE);
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      setThreads((before) => loading(before));
      void request('threads:list', { search, offset: 0, limit: MOST_ROWS }).then((result) => {
        if (wanted) setThreads(settled(result.ok ? { ok: true, value: result.value.rows } : result));
      });
    }, SETTLE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [search]);
  return threads;
}

function Rows({
  rows,
  picked,
  onToggle,
}: {
  readonly rows: readonly ThreadRow[];
  readonly picked: ReadonlySet<ThreadRef>;
  readonly onToggle: (thread: ThreadRef) => void;
}): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  });
  return (
    <div ref={scroller} className="h-80 overflow-y-auto rounded-card border border-line">
      <div role="list" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <label
              key={row.thread}
              role="listitem"
              className="absolute inset-x-0 top-0 flex items-center gap-2.5 border-b border-line px-3 hover:bg-surface-hover"
              style={{ height: ROW_PX, transform: `translateY(${item.start}px)` }}
            >
              <input
                type="checkbox"
                className="size-3.5 accent-accent"
                checked={picked.has(row.thread)}
                onChange={() => {
                  onToggle(row.thread);
                }}
              />
              <span className="min-w-0 flex-1 truncate" dir="auto">
                {row.title}
              </span>
              <span className="shrink-0 text-sm text-muted">
                {row.formatLabel} · {counted(row.runCount, 'run')}
              </span>
            </label>
          );
        })}
      </div>
    </div>
  );
}
