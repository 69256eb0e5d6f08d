import { ChevronRight, TriangleAlert } from 'lucide-react';
import { memo, Suspense, useEffect, useRef, type ReactElement } from 'react';
import type { RunHeader, ThreadRef } from '../../../core/contract.ts';
import { Badge, type Tone } from '../../components/Badge.tsx';
import { classNames } from '../../components/class-names.ts';
import { counted, duration, grouped, percent, shortTokens } from '../../components/format.ts';
import { later } from '../../components/later.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import type { RunPages } from '../../data/run-pages.ts';
import { useRunHeader } from '../../data/use-run-header.ts';
import { statusWord, type RunViewState } from '../../selectors/run-state.ts';
import { viewActions } from '../../stores/view-store.ts';
import { OccupancyDonut } from './OccupancyDonut.tsx';

const RunBody = later('rest', async () => (await import('./RunBody.tsx')).RunBody);

export interface RunCardProps {
  readonly thread: ThreadRef;
  readonly pages: RunPages;
  readonly run: number;
  readonly runCount: number;
  readonly state: RunViewState;
  /** Estimate of the run, and of the largest one, which the bars are scaled to. */
  readonly tokens: number;
  readonly largestTokens: number;
  readonly contextWindow: number | null;
  readonly isOpen: boolean;
  readonly isCurrent: boolean;
  /** Grows when the keyboard is to come here; 0: it isn't. */
  readonly focusRequest: number;
  readonly room: RowRoom;
  readonly top: number;
  readonly index: number;
  readonly measure: (element: HTMLElement | null) => void;
}

/** What a header has room for besides number, title and state. */
export interface RowRoom {
  readonly calls: boolean;
  readonly bar: boolean;
  readonly tokens: boolean;
  readonly duration: boolean;
}

const EDGES: Readonly<Record<RunViewState, string>> = {
  verbatim: 'bg-kept',
  covered: 'stripe-covered',
  dropped: 'stripe-dropped',
};
const TONES: Readonly<Record<RunViewState, Tone>> = {
  verbatim: 'kept',
  covered: 'covered',
  dropped: 'dropped',
};

/** One run: a header of fixed height, and its messages when it is open. */
export const RunCard = memo(function RunCard(props: RunCardProps): ReactElement {
  const { run, runCount, state, isOpen, isCurrent, top, index, measure } = props;
  const header = useRunHeader(props.pages, run);
  const isInFlight = header?.status === 'open';
  return (
    <div
      // Only an open run has a height of its own; measuring the others would cost a layout each.
      ref={isOpen ? measure : undefined}
      data-index={index}
      data-run={run}
      data-state={state}
      role="listitem"
      aria-posinset={run + 1}
      aria-setsize={runCount}
      className="absolute inset-x-0 pb-2"
      style={{ top }}
    >
      <div
        className={classNames(
          'card relative contain-layout contain-style',
          isCurrent && 'border-accent',
          state !== 'verbatim' && !isCurrent && 'bg-surface-folded',
        )}
      >
        <span
          aria-hidden
          className={classNames(
            'absolute inset-y-0 left-0 w-1.5 rounded-l-[9px] forced-color-adjust-none',
            isInFlight ? 'bg-accent' : EDGES[state],
          )}
        />
        {header === null ? (
          <HeaderSkeleton run={run} runCount={runCount} />
        ) : (
          <Header {...props} header={header} isInFlight={isInFlight} />
        )}
        {isOpen ? (
          <Suspense fallback={null}>
            <RunBody thread={props.thread} run={run} />
          </Suspense>
        ) : null}
      </div>
    </div>
  );
});

function Header({
  header,
  isInFlight,
  ...props
}: RunCardProps & { readonly header: RunHeader; readonly isInFlight: boolean }): ReactElement {
  const { run, state, isOpen, focusRequest, room } = props;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focusRequest > 0) button.current?.focus({ preventScroll: true });
  }, [focusRequest]);
  const word = statusWord(header.status);
  return (
    <h3>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        className="flex h-10.5 w-full items-center gap-2.5 pr-3.5 pl-4 rounded-[9px] text-left hover:bg-surface-hover focus-visible:-outline-offset-2"
        onClick={() => {
          viewActions().toggleRun(run);
        }}
      >
        <RunNumber run={run} runCount={props.runCount} />
        <ChevronRight
          aria-hidden
          className={classNames('size-3.5 shrink-0 text-faint transition-transform', isOpen && 'rotate-90')}
        />
        <span
          className={classNames(
            'min-w-0 flex-1 truncate font-medium',
            state === 'verbatim' ? 'text-text' : 'text-muted',
          )}
          title={header.title}
          dir="auto"
        >
          {header.title === '' ? <span className="text-muted italic">no user text</span> : header.title}
        </span>
        {header.findingCount > 0 ? (
          <span className="flex shrink-0 items-center gap-1 text-sm text-summary-ink">
            <TriangleAlert aria-label="findings:" className="size-3" />
            {header.findingCount}
          </span>
        ) : null}
        {header.isCopied ? <Badge>copied</Badge> : null}
        {word === null || isInFlight ? null : (
          <Badge tone={header.status === 'error' ? 'dropped' : 'plain'}>{word}</Badge>
        )}
        {isInFlight ? <Badge tone="accent">in flight</Badge> : <Badge tone={TONES[state]}>{state}</Badge>}
        <Figures header={header} room={room} />
        {room.bar ? <ShareBar {...props} /> : null}
        <OccupancyDonut header={header} contextWindow={props.contextWindow} />
      </button>
    </h3>
  );
}

/** As wide as the largest number, so that titles stand in line. */
function RunNumber({ run, runCount }: { readonly run: number; readonly runCount: number }): ReactElement {
  return (
    <span
      className="numeric shrink-0 text-right text-muted"
      style={{ minWidth: `${Math.max(3, grouped(runCount).length)}ch` }}
    >
      {grouped(run + 1)}
    </span>
  );
}

/** Calls and tools first; tokens and time where there is room for them. */
function Figures({
  header,
  room,
}: {
  readonly header: RunHeader;
  readonly room: RowRoom;
}): ReactElement | null {
  if (!room.calls) return null;
  const parts = [counted(header.modelCallCount, 'call'), counted(header.toolCallCount, 'tool')];
  if (room.duration && header.durationMs !== null) parts.push(duration(header.durationMs));
  if (room.tokens) parts.push(`+${shortTokens(header.estimatedTokens)}`);
  return (
    <span
      className="numeric shrink-0 text-right text-muted"
      style={{ minWidth: room.duration ? '33ch' : room.tokens ? '24ch' : '16ch' }}
    >
      {parts.join(' · ')}
    </span>
  );
}

function ShareBar({ tokens, largestTokens, state }: RunCardProps): ReactElement {
  return (
    <span
      aria-hidden
      title={`${percent(tokens / largestTokens)} of the largest run`}
      className="h-1.5 w-24 shrink-0 rounded-full bg-track forced-color-adjust-none"
    >
      <span
        className={classNames(
          'block h-full rounded-full',
          state === 'verbatim' ? 'bg-measured' : 'bg-measured/70',
        )}
        style={{ width: `${Math.max(2, (tokens / largestTokens) * 100)}%` }}
      />
    </span>
  );
}

/** The shape of a header that is on its way. The number is known without it. */
function HeaderSkeleton({
  run,
  runCount,
}: {
  readonly run: number;
  readonly runCount: number;
}): ReactElement {
  return (
    <div className="flex h-10.5 items-center gap-2.5 pr-3.5 pl-4">
      <RunNumber run={run} runCount={runCount} />
      <Skeleton late className="ml-6 h-3 w-64" />
      <span className="flex-1" />
      <Skeleton late className="h-3 w-44" />
    </div>
  );
}
