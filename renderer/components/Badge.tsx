import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'plain' | 'kept' | 'covered' | 'dropped' | 'summary' | 'accent' | 'synthetic';

const TONES: Readonly<Record<Tone, string>> = {
  plain: 'bg-track text-muted',
  kept: 'bg-kept-soft text-kept-ink',
  covered: 'bg-covered-soft text-covered-ink',
  dropped: 'bg-dropped-soft text-dropped-ink',
  summary: 'bg-summary-soft text-summary-ink',
  accent: 'bg-accent-soft text-accent-ink',
  synthetic: 'bg-track text-synthetic-ink',
};

/** A state in a word. The colour repeats the word and never replaces it. */
export function Badge({
  tone = 'plain',
  className,
  children,
}: {
  readonly tone?: Tone;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <span
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 rounded-chip px-2 py-px text-xs whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
