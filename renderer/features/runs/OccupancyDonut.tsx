import type { ReactElement } from 'react';
import type { RunHeader } from '../../../core/contract.ts';
import { percent, roundTokens, shortTokens } from '../../components/format.ts';

/**
 * How full the context was after the run, where the source tells. One element, drawn by its background:
 * rows come and go by the hundred while the list is scrolled.
 */
export function OccupancyDonut({
  header,
  contextWindow,
}: {
  readonly header: RunHeader;
  readonly contextWindow: number | null;
}): ReactElement {
  const after = header.occupancyAfter;
  const tokens = after === null ? null : after.measured + after.pending;
  const share = tokens === null || contextWindow === null ? null : tokens / contextWindow;
  const text =
    tokens === null
      ? 'The source doesn’t tell how full the context was after this run'
      : share === null || contextWindow === null
        ? `${shortTokens(tokens)} tokens after this run`
        : `${shortTokens(tokens)} of ${roundTokens(contextWindow)} tokens after this run, ${percent(share)}`;
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className="donut size-4 shrink-0 rounded-full forced-color-adjust-none"
      style={share === null ? undefined : { backgroundImage: donutImage(share) }}
    />
  );
}

function donutImage(share: number): string {
  const color = share >= 1 ? 'var(--dropped)' : 'var(--measured)';
  const filled = Math.min(100, Math.round(share * 100));
  return `radial-gradient(closest-side, var(--surface) 52%, transparent 58%), conic-gradient(${color} ${filled}%, transparent 0)`;
}
