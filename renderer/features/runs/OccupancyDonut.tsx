import type { ReactElement } from 'react';
import type { RunHeader } from '../../../core/contract.ts';
import { percent, roundTokens, shortTokens } from '../../components/format.ts';

const RADIUS = 6;
const AROUND = 2 * Math.PI * RADIUS;

/** How full the context was after the run, where the source tells. */
export function OccupancyDonut({
  header,
  contextWindow,
}: {
  readonly header: RunHeader;
  readonly contextWindow: number | null;
}): ReactElement {
  const after = header.occupancyAfter;
  const tokens = after === null ? null : after.measured + after.pending;
  const share = tokens === null || contextWindow === null ? null : Math.min(1, tokens / contextWindow);
  const text =
    tokens === null
      ? 'The source doesn’t tell how full the context was after this run'
      : contextWindow === null
        ? `${shortTokens(tokens)} tokens after this run`
        : `${shortTokens(tokens)} of ${roundTokens(contextWindow)} tokens after this run, ${percent(tokens / contextWindow)}`;
  return (
    <svg role="img" viewBox="0 0 16 16" className="size-4 shrink-0 -rotate-90">
      <title>{text}</title>
      <circle cx="8" cy="8" r={RADIUS} fill="none" strokeWidth="3" className="stroke-track" />
      {share === null ? (
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          fill="none"
          strokeWidth="1"
          strokeDasharray="1 2"
          className="stroke-faint"
        />
      ) : (
        <circle
          cx="8"
          cy="8"
          r={RADIUS}
          fill="none"
          strokeWidth="3"
          strokeDasharray={`${share * AROUND} ${AROUND}`}
          className={share >= 1 ? 'stroke-dropped' : 'stroke-measured'}
        />
      )}
    </svg>
  );
}
