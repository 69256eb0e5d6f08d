import type { ReactElement } from 'react';
import { classNames } from '../../components/class-names.ts';
import { usePolicyStore } from '../../stores/policy-store.ts';

export interface MiniGaugeProps {
  readonly tokens: number;
  /** Tokens; null: unknown, the bar then has no scale and is left empty. */
  readonly window: number | null;
  readonly measured: boolean;
  readonly className?: string;
}

/** A bar scaled to the context window, with a tick at the threshold. The row's text says the numbers. */
export function MiniGauge({ tokens, window, measured, className }: MiniGaugeProps): ReactElement {
  const threshold = usePolicyStore((state) =>
    state.knobs.summarizer === 'llm' ? state.knobs.tokenThreshold : null,
  );
  const share = window === null || window === 0 ? 0 : Math.min(1, tokens / window);
  const isOver = window !== null && tokens > window;
  return (
    <span
      aria-hidden
      className={classNames(
        'relative block h-1 w-full rounded-full bg-track forced-color-adjust-none',
        className,
      )}
    >
      <span
        className={classNames(
          'absolute inset-y-0 left-0 rounded-full',
          isOver ? 'bg-dropped' : measured ? 'bg-measured' : 'hatch-estimated',
        )}
        style={{ width: `${share * 100}%` }}
      />
      {threshold !== null && window !== null && threshold < window ? (
        <span
          className="absolute -inset-y-px w-0.5 rounded-full bg-summary"
          style={{ left: `calc(${(threshold / window) * 100}% - 1px)` }}
        />
      ) : null}
    </span>
  );
}
