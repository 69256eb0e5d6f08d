import type { ReactElement } from 'react';
import type { OccupancySource } from '../../../core/replay/index.ts';
import { Badge } from '../../components/Badge.tsx';
import { Tooltip } from '../../components/Tooltip.tsx';

const MEANINGS: Readonly<Record<OccupancySource, string>> = {
  measured: 'The provider reported this number for exactly this prompt.',
  adjusted: 'A report for a near content, changed by the estimate of what differs.',
  estimated: 'Overhead and the estimate of the text; no report is near enough.',
};

/** How a figure is known, in a word. */
export function SourceBadge({ source }: { readonly source: OccupancySource }): ReactElement {
  return (
    <Tooltip text={MEANINGS[source]}>
      <span className="inline-flex">
        <Badge tone={source === 'measured' ? 'accent' : 'plain'}>{source}</Badge>
      </span>
    </Tooltip>
  );
}
