import type { ReactElement } from 'react';
import type { Spread, SweepRowView } from '../../../core/contract.ts';
import { METRICS, policyWords, type MetricDefinition } from '../../selectors/sweep-metrics.ts';
import { LabCard } from './LabCard.tsx';

/** How the figures of one policy are spread over the threads: a sum hides the one thread that suffers. */
export function Distributions({
  row,
  threadCount,
}: {
  readonly row: SweepRowView;
  readonly threadCount: number;
}): ReactElement {
  const shown = METRICS.flatMap((metric) => {
    const spread = metric.spreadOf?.(row) ?? null;
    return spread === null ? [] : [{ metric, spread }];
  });
  return (
    <LabCard
      title={`Spread over ${threadCount} threads`}
      aside={<span className="text-sm text-muted">{policyWords(row.policy)}</span>}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-4">
        {shown.map(({ metric, spread }) => (
          <Histogram key={metric.id} metric={metric} spread={spread} />
        ))}
      </div>
    </LabCard>
  );
}

function Histogram({
  metric,
  spread,
}: {
  readonly metric: MetricDefinition;
  readonly spread: Spread;
}): ReactElement {
  const highest = Math.max(1, ...spread.bins);
  const width = 100 / spread.bins.length;
  const words = (['min', 'median', 'max'] as const).map((name) => `${name} ${metric.format(spread[name])}`);
  return (
    <figure aria-label={`${metric.label} by thread: ${words.join(', ')}`}>
      <figcaption className="text-sm text-muted">{metric.label}</figcaption>
      <svg aria-hidden className="my-1 h-10 w-full" viewBox="0 0 100 40" preserveAspectRatio="none">
        <path d="M0 39.5H100" className="stroke-line" vectorEffect="non-scaling-stroke" />
        {spread.bins.map((count, bin) =>
          count === 0 ? null : (
            <rect
              key={bin}
              x={bin * width + 0.6}
              width={Math.max(0.5, width - 1.2)}
              y={39 - (count / highest) * 37}
              height={(count / highest) * 37}
              className="fill-measured"
            />
          ),
        )}
      </svg>
      <div className="flex justify-between text-xs tabular-nums">
        <span className="text-muted">{metric.format(spread.min)}</span>
        <span className="font-semibold" title="median">
          {metric.format(spread.median)}
        </span>
        <span className="text-muted">{metric.format(spread.max)}</span>
      </div>
    </figure>
  );
}
