import { useMemo, type ReactElement } from 'react';
import type { LabBasis, Spread, SweepScope } from '../../../core/contract.ts';
import type { PolicySpec } from '../../../core/domain/policy-spec.ts';
import { valueOf } from '../../data/async.ts';
import { METRICS, policyWords, type MetricDefinition } from '../../selectors/sweep-metrics.ts';
import { LabCard } from './LabCard.tsx';
import { useLabAnswer } from './use-lab-answer.ts';

/** How the figures of one policy are spread over the threads: a sum hides the one thread that suffers. */
export function Distributions({
  policy,
  scope,
  basis,
  threadCount,
}: {
  readonly policy: PolicySpec;
  readonly scope: SweepScope;
  readonly basis: LabBasis;
  readonly threadCount: number;
}): ReactElement {
  const question = useMemo(() => ({ policy, scope, basis }), [policy, scope, basis]);
  const answer = useLabAnswer('lab:spread', question);
  const spreads = valueOf(answer);
  return (
    <LabCard
      title={`Spread over ${threadCount} threads`}
      aside={<span className="text-sm text-muted">{policyWords(policy)}</span>}
    >
      <div className="grid min-h-20 grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-4">
        {answer.state === 'failed' ? <p role="alert">{answer.error.message}</p> : null}
        {METRICS.map((metric) => {
          const spread = spreads === null ? null : (metric.spreadOf?.(spreads) ?? null);
          return spread === null ? null : <Histogram key={metric.id} metric={metric} spread={spread} />;
        })}
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
