import { Ban, FoldVertical, Scissors } from 'lucide-react';
import { Suspense, type ReactElement } from 'react';
import type { BoundaryView, SummaryMaker, ThreadOverview } from '../../../core/contract.ts';
import { Button } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import { change, dollars, grouped } from '../../components/format.ts';
import { later } from '../../components/later.tsx';
import { useViewStore, viewActions } from '../../stores/view-store.ts';

const OpenBoundary = later('rest', async () => (await import('./OpenBoundary.tsx')).OpenBoundary);

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

interface Look {
  readonly card: string;
  readonly ink: string;
  readonly Icon: typeof FoldVertical;
}

function lookOf(boundary: BoundaryView): Look {
  if (isInert(boundary)) return { card: 'border-line bg-track', ink: 'text-muted', Icon: Ban };
  if (isLarger(boundary))
    return { card: 'border-dropped bg-dropped-soft', ink: 'text-dropped-ink', Icon: FoldVertical };
  if (boundary.superseded)
    return { card: 'border-line bg-surface', ink: 'text-summary-ink', Icon: FoldVertical };
  if (isDrop(boundary))
    return { card: 'border-dropped bg-dropped-soft', ink: 'text-dropped-ink', Icon: Scissors };
  return { card: 'border-summary-line bg-summary-soft', ink: 'text-summary-ink', Icon: FoldVertical };
}

/** It never stood in for anything. */
const isInert = (boundary: BoundaryView): boolean =>
  boundary.inertReason !== null || boundary.coveredRuns === 0;

const isDrop = (boundary: BoundaryView): boolean => boundary.text === null && !boundary.opaque;

/** A summary that isn't smaller than what it replaces does harm. */
const isLarger = ({ summaryTokens, coveredTokens }: BoundaryView): boolean =>
  summaryTokens !== null && coveredTokens > 0 && summaryTokens >= coveredTokens;

/** A summary as it was recorded: what it covers, what it weighs, and whether it applies. */
export function BoundaryRow({
  overview,
  boundary: index,
}: {
  readonly overview: ThreadOverview;
  readonly boundary: number;
}): ReactElement | null {
  const isOpen = useViewStore((state) => state.openBoundaries.has(index));
  const boundary = overview.boundaries[index];
  if (boundary === undefined) return null;
  const { card, ink, Icon } = lookOf(boundary);
  return (
    <section
      aria-label={`Summary boundary ${index + 1}`}
      data-testid="boundary"
      className={classNames('rounded-card border', card)}
    >
      <div className="flex items-center gap-3.5 px-3.5 py-2.5">
        <Icon aria-hidden className={classNames('size-4 shrink-0', ink)} />
        <div className="min-w-0 flex-1">
          <p className={classNames('font-medium', isInert(boundary) && 'text-muted line-through')}>
            {headlineOf(boundary)} <TokenChange boundary={boundary} ink={ink} />
          </p>
          <p className="text-sm text-muted">{detailsOf(boundary).join(' · ')}</p>
          {boundary.inertReason === null ? null : <p className="text-sm text-text">{boundary.inertReason}</p>}
        </div>
        {boundary.text === null && boundary.coveredRuns === 0 ? null : (
          <Button
            aria-expanded={isOpen}
            onClick={() => {
              viewActions().toggleBoundary(index);
            }}
          >
            {isOpen ? 'Close' : 'Open'}
          </Button>
        )}
      </div>
      {isOpen ? (
        <Suspense fallback={null}>
          <OpenBoundary overview={overview} boundary={boundary} />
        </Suspense>
      ) : null}
    </section>
  );
}

function headlineOf(boundary: BoundaryView): string {
  if (boundary.coveredRuns === 0) return isDrop(boundary) ? 'Drops nothing' : 'Summary covers no runs';
  const runs = boundary.coveredRuns === 1 ? 'run 1' : `runs 1–${grouped(boundary.coveredRuns)}`;
  return isDrop(boundary) ? `Dropped ${runs}` : `Summary covers ${runs}`;
}

function TokenChange({
  boundary,
  ink,
}: {
  readonly boundary: BoundaryView;
  readonly ink: string;
}): ReactElement | null {
  const { coveredTokens, summaryTokens } = boundary;
  if (boundary.coveredRuns === 0) return null;
  return (
    <span className={classNames('numeric ml-1 font-semibold', ink)}>
      {summaryTokens === null
        ? `${grouped(coveredTokens)} tokens`
        : `${grouped(coveredTokens)} → ${grouped(summaryTokens)} tokens (${change(coveredTokens, summaryTokens)})`}
    </span>
  );
}

function detailsOf(boundary: BoundaryView): readonly string[] {
  const { superseded, opaque, generation, trigger, madeByRun, createdAtMs, maker } = boundary;
  return [
    isDrop(boundary)
      ? 'sliding window'
      : opaque
        ? 'summary can’t be read (encrypted)'
        : 'summary with a text',
    ...makerDetails(maker),
    `generation ${generation}`,
    ...(trigger === 'unknown' ? [] : [trigger === 'auto' ? 'made automatically' : 'made by hand']),
    ...(madeByRun === null ? [] : [`before run ${grouped(madeByRun + 1)} was sent`]),
    ...(createdAtMs === null ? [] : [`${TIME.format(createdAtMs)} UTC`]),
    ...(isLarger(boundary) ? ['larger than what it replaces'] : []),
    ...(superseded ? ['replaced by a later one'] : []),
  ];
}

function makerDetails(maker: SummaryMaker | null): readonly string[] {
  if (maker === null) return [];
  const { modelName, usage, cost } = maker;
  return [
    ...(modelName === null ? [] : [modelName]),
    ...(usage === null ? [] : [`${grouped(usage.inputTokens)} in / ${grouped(usage.outputTokens)} out`]),
    ...(cost === null ? [] : [dollars(cost)]),
  ];
}
