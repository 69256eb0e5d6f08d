import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, type ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { useFoldedRuns } from '../../app/use-occupancy.ts';
import { useContextWindow, usePreview } from '../../app/use-preview.ts';
import { useTextScale } from '../../app/use-text-scale.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { useWidth } from '../../components/use-width.ts';
import { rememberScroll, scrollOffsetOf } from '../../data/scroll-memory.ts';
import { runPagesOf } from '../../data/run-pages.ts';
import { useRunPagesFailure } from '../../data/use-run-header.ts';
import { rowAt, rowOfRun, runRows, type RunRow } from '../../selectors/run-rows.ts';
import { runViewState } from '../../selectors/run-state.ts';
import { useViewStore } from '../../stores/view-store.ts';
import { useReplayPosition } from '../lab/use-replay-position.ts';
import { BoundaryRow } from './BoundaryRow.tsx';
import { OutlineRail } from './OutlineRail.tsx';
import { PreviewRow } from './PreviewRow.tsx';
import { RunCard, type RowRoom } from './RunCard.tsx';
import { GapRow } from './GapRow.tsx';
import { useFoldMotion } from './use-fold-motion.ts';

/** A folded run with the space below it. */
const RUN_PX = 52;
const ESTIMATES = { run: RUN_PX, boundary: 66, preview: 66, gap: 24 } as const;

function keyOf(row: RunRow): string | number {
  switch (row.kind) {
    case 'run':
      return row.run;
    case 'boundary':
      return `boundary ${row.boundary}`;
    case 'gap':
      return `gap ${row.beforeRun}`;
    case 'preview':
      return 'preview';
  }
}

/** Every run of the thread, of which only those in sight exist. */
export function RunList({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const pages = runPagesOf(overview.thread);
  const failure = useRunPagesFailure(pages);
  const width = useWidth(scroller);
  const textScale = useTextScale();
  const room = useMemo(() => roomOf(width / textScale), [width, textScale]);
  const contextWindow = useContextWindow(overview);
  const folded = useFoldedRuns(overview);
  const mode = useViewStore((state) => state.chartMode);
  const openRuns = useViewStore((state) => state.openRuns);
  const currentRun = useViewStore((state) => state.currentRun);
  const preview = usePreview(overview);
  const previewed = mode === 'policy' ? preview.coveredRuns : null;
  const rows = useMemo(
    () => runRows(overview.runCount, overview.gaps, overview.boundaries, previewed),
    [overview, previewed],
  );
  const largest = useMemo(() => largestOf(overview.profile.runs.tokens), [overview]);

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback((index: number) => ESTIMATES[rowAt(rows, index).kind], [rows]),
    getItemKey: useCallback((index: number) => keyOf(rowAt(rows, index)), [rows]),
    overscan: 3,
    paddingEnd: 20,
    initialOffset: () => scrollOffsetOf(overview.thread),
  });
  const items = virtualizer.getVirtualItems();

  const first = rowAt(rows, items[0]?.index ?? 0);
  const last = rowAt(rows, items.at(-1)?.index ?? 0);
  const firstRun = first.kind === 'run' ? first.run : first.beforeRun;
  const lastRun = Math.min(rows.runCount - 1, last.kind === 'run' ? last.run : last.beforeRun);
  useEffect(() => {
    if (lastRun >= 0) pages.want(Math.min(firstRun, lastRun), lastRun);
  }, [pages, firstRun, lastRun, overview]);

  // A run that was open keeps its measured height until it is told otherwise.
  const wasOpen = useRef(openRuns);
  useEffect(() => {
    for (const run of wasOpen.current)
      if (!openRuns.has(run)) virtualizer.resizeItem(rowOfRun(rows, run), RUN_PX);
    wasOpen.current = openRuns;
  }, [openRuns, rows, virtualizer]);

  const scrollToRow = useCallback(
    (index: number) => {
      virtualizer.scrollToIndex(index, { align: isFarAway(scroller.current, virtualizer, index) });
    },
    [virtualizer],
  );
  const onScroll = useCallback(() => {
    // The list's own figure: asking the element would lay the page out once more.
    rememberScroll(overview.thread, virtualizer.scrollOffset ?? 0);
  }, [overview.thread, virtualizer]);
  const target = useViewStore((state) => state.target);
  const reached = useRef(target?.request ?? 0);
  useEffect(() => {
    if (target === null || target.request === reached.current) return;
    reached.current = target.request;
    // A message is brought into sight by its own row, once it is there.
    scrollToRow(rowOfRun(rows, Math.min(target.run, rows.runCount - 1)));
  }, [target, rows, scrollToRow]);

  useFoldMotion(scroller, overview.thread, folded?.runs ?? 0);

  const replayRun = useReplayPosition(overview)?.run ?? null;
  useEffect(() => {
    if (replayRun !== null) scrollToRow(rowOfRun(rows, replayRun));
  }, [replayRun, rows, scrollToRow]);

  if (rows.length === 0)
    return (
      <EmptyState className="h-full" title="This thread has no runs">
        Its file names the thread, but holds no messages of it.
      </EmptyState>
    );
  return (
    <>
      <OutlineRail overview={overview} previewedRuns={previewed} scroller={scroller} />
      <div
        ref={scroller}
        data-testid="run-list"
        data-thread={overview.thread}
        className="h-full overflow-y-scroll pr-2.5 pl-5 outline-none"
        tabIndex={-1}
        onScroll={onScroll}
      >
        {failure === null ? null : (
          <ErrorState
            className="mb-2"
            title="Some runs can't be read"
            message={failure.message}
            onRetry={() => {
              pages.retry();
            }}
          />
        )}
        <div
          role="list"
          aria-label="Runs"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map((item) => {
            const row = rowAt(rows, item.index);
            if (row.kind === 'run')
              return (
                <RunCard
                  key={item.key}
                  thread={overview.thread}
                  pages={pages}
                  run={row.run}
                  runCount={rows.runCount}
                  state={runViewState(row.run, folded)}
                  tokens={overview.profile.runs.tokens[row.run] ?? 0}
                  largestTokens={largest}
                  contextWindow={contextWindow}
                  isOpen={openRuns.has(row.run)}
                  isCurrent={(replayRun ?? currentRun) === row.run}
                  focusRequest={target?.run === row.run && target.takesFocus ? target.request : 0}
                  room={room}
                  top={item.start}
                  index={item.index}
                  measure={virtualizer.measureElement}
                />
              );
            return (
              <div
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                role="listitem"
                className="absolute inset-x-0 pb-2"
                style={{ top: item.start }}
              >
                {row.kind === 'gap' ? <GapRow ms={row.ms} /> : null}
                {row.kind === 'boundary' ? <BoundaryRow overview={overview} boundary={row.boundary} /> : null}
                {row.kind === 'preview' ? <PreviewRow preview={preview} /> : null}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** `width` of the list in pixels at 100 % text. */
function roomOf(width: number): RowRoom {
  return { calls: width >= 520, bar: width >= 600, tokens: width >= 760, duration: width >= 940 };
}

function largestOf(tokens: readonly number[]): number {
  let largest = 1;
  for (const value of tokens) if (value > largest) largest = value;
  return largest;
}

/** A row nearby is only brought into sight; one far away is better seen with what is around it. */
function isFarAway(
  scroller: HTMLElement | null,
  virtualizer: { readonly measurementsCache: readonly { readonly start: number }[] },
  index: number,
): 'auto' | 'center' {
  if (scroller === null) return 'auto';
  const start = virtualizer.measurementsCache[index]?.start ?? 0;
  const top = scroller.scrollTop - 2 * RUN_PX;
  return start >= top && start <= scroller.scrollTop + scroller.clientHeight + RUN_PX ? 'auto' : 'center';
}
