import type { ReactElement } from 'react';
import type { ThreadOverview } from '../../../core/contract.ts';
import { indexProfile, occupancyScale, type OverheadSource } from '../../../core/replay/index.ts';
import { useOccupancy } from '../../app/use-occupancy.ts';
import { useContextWindow } from '../../app/use-preview.ts';
import { classNames } from '../../components/class-names.ts';
import { Counting } from '../../components/Counting.tsx';
import { percent, roundTokens, shortTokens } from '../../components/format.ts';
import { Tooltip } from '../../components/Tooltip.tsx';
import type { OccupancyNow } from '../../selectors/occupancy-now.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';
import { useViewStore } from '../../stores/view-store.ts';

interface Part {
  readonly name: string;
  readonly tokens: number;
  readonly fill: string;
  readonly about: string;
  /** Before its number. */
  readonly mark?: string;
}

const OVERHEAD: Readonly<Record<'told' | 'fitted', Pick<Part, 'name' | 'about' | 'mark'>>> = {
  told: {
    name: 'system prompt',
    mark: '≈ ',
    about:
      'An estimate of the instructions that the thread tells. What tools add is not known: nothing was reported.',
  },
  fitted: {
    name: 'system + tools',
    mark: '',
    about: 'What every prompt holds besides the thread, found by comparing reports with estimates.',
  },
};

function partsOf(now: OccupancyNow, overhead: OverheadSource): readonly Part[] {
  // Without a report nothing is known but estimates: the kept runs are hatched then as well.
  const isEstimate = now.measuredTokens === 0;
  return [
    {
      ...OVERHEAD[overhead === 'instructions' ? 'told' : 'fitted'],
      tokens: now.overheadTokens,
      fill: overhead === 'instructions' ? 'hatch-overhead' : 'bg-overhead',
    },
    {
      name: 'summary',
      tokens: now.summaryTokens,
      fill: 'bg-summary',
      about: 'The summary that stands in for the covered runs.',
    },
    {
      name: 'kept runs',
      tokens: now.keptTokens,
      fill: isEstimate ? 'hatch-estimated' : 'bg-measured',
      about: isEstimate
        ? 'Runs sent word for word. Nothing was reported for them: this is an estimate.'
        : 'Runs sent word for word, as the provider counted them.',
    },
    {
      name: 'estimated',
      tokens: now.pendingTokens,
      fill: 'hatch-estimated',
      about: 'Added since the last report; bytes divided by four, until the next report comes.',
    },
  ];
}

/** How full the context is, scaled to the model's context window. The caption says every number. */
export function OccupancyGauge({ overview }: { readonly overview: ThreadOverview }): ReactElement {
  const { now } = useOccupancy(overview);
  const mode = useViewStore((state) => state.chartMode);
  const contextWindow = useContextWindow(overview);
  const threshold = usePolicyStore((state) =>
    state.knobs.summarizer === 'llm' ? state.knobs.tokenThreshold : null,
  );
  const scale = Math.max(contextWindow ?? 0, now.totalTokens, 1);
  const overhead = occupancyScale(indexProfile(overview.profile)).overheadSource;
  const parts = partsOf(now, overhead).filter((part) => part.tokens > 0);
  return (
    <section aria-label="Context occupancy" className="mt-2.5">
      <div
        role="img"
        aria-label={spoken(now, parts, contextWindow, threshold)}
        className="relative flex h-3 rounded-[4px] bg-track forced-color-adjust-none"
      >
        {parts.map((part, index) => (
          <span
            key={part.name}
            className={classNames(
              'h-full transition-[width]',
              part.fill,
              index === 0 && 'rounded-l-[4px]',
              part.tokens > 0 && 'min-w-px',
            )}
            style={{ width: `${(part.tokens / scale) * 100}%` }}
          />
        ))}
        {threshold !== null && threshold <= scale ? (
          <span
            className="absolute -inset-y-1 w-0.5 bg-summary"
            style={{ left: `calc(${(threshold / scale) * 100}% - 1px)` }}
          />
        ) : null}
        {contextWindow === null ? null : (
          <span
            className="absolute -inset-y-1 border-l-2 border-dashed border-dropped"
            style={{ left: `calc(${(contextWindow / scale) * 100}% - 2px)` }}
          />
        )}
      </div>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
        <div className="flex flex-wrap gap-x-3.5">
          {parts.map((part) => (
            <Tooltip key={part.name} text={part.about}>
              <button type="button" className="flex min-h-6 items-center gap-1.5 rounded whitespace-nowrap">
                <span className={classNames('size-2 rounded-[2px] forced-color-adjust-none', part.fill)} />
                {part.name}{' '}
                <span className="tabular-nums">
                  {part.mark}
                  <Counting key={overview.thread} value={part.tokens} format={shortTokens} />
                </span>
              </button>
            </Tooltip>
          ))}
        </div>
        <p className="tabular-nums" data-testid="occupancy-caption">
          {mode === 'policy' ? 'under this policy · ' : ''}
          <Caption key={overview.thread} now={now} contextWindow={contextWindow} />
          {threshold === null ? '' : ` · threshold ${roundTokens(threshold)}`}
        </p>
      </div>
    </section>
  );
}

function Caption({
  now,
  contextWindow,
}: {
  readonly now: OccupancyNow;
  readonly contextWindow: number | null;
}): ReactElement {
  const isEstimate = now.measuredTokens === 0;
  return (
    <>
      <b className="font-semibold whitespace-nowrap text-text">
        {isEstimate ? '≈ ' : ''}
        <Counting value={now.totalTokens} format={(tokens) => ofWindow(tokens, contextWindow)} />
      </b>
      {isEstimate
        ? ' · all estimated'
        : ` · measured ${shortTokens(now.measuredTokens)} + estimated ${shortTokens(now.pendingTokens)}`}
    </>
  );
}

function ofWindow(tokens: number, contextWindow: number | null): string {
  return contextWindow === null
    ? shortTokens(tokens)
    : `${shortTokens(tokens)} / ${roundTokens(contextWindow)} · ${percent(tokens / contextWindow)}`;
}

function spoken(
  now: OccupancyNow,
  parts: readonly Part[],
  contextWindow: number | null,
  threshold: number | null,
): string {
  const whole =
    contextWindow === null
      ? `${shortTokens(now.totalTokens)} tokens`
      : `${shortTokens(now.totalTokens)} of ${roundTokens(contextWindow)} tokens, ${percent(now.totalTokens / contextWindow)}`;
  const named = parts.map((part) => `${part.name} ${part.mark ?? ''}${shortTokens(part.tokens)}`);
  const tick = threshold === null ? [] : [`threshold ${roundTokens(threshold)}`];
  return `Context: ${[whole, ...named, ...tick].join(', ')}`;
}
