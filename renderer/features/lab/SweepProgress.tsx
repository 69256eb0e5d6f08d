import type { ReactElement } from 'react';
import { grouped } from '../../components/format.ts';
import { useLabStore } from '../../stores/lab-store.ts';

/** How far a sweep has come. It alone follows every step. */
export function SweepProgress({ scopeKey }: { readonly scopeKey: string }): ReactElement | null {
  const progress = useLabStore(({ sweep }) => (sweep?.scopeKey === scopeKey ? sweep.progress : null));
  if (progress === null) return null;
  const what = progress.phase === 'threads' ? 'Reading threads' : 'Trying policies';
  const share = progress.total === 0 ? 0 : progress.done / progress.total;
  return (
    <div
      role="progressbar"
      aria-label={what}
      aria-valuemin={0}
      aria-valuemax={progress.total}
      aria-valuenow={progress.done}
      className="flex items-center gap-3 text-sm text-muted"
    >
      <span className="w-44 tabular-nums">
        {what} · {grouped(progress.done)} of {grouped(progress.total)}
      </span>
      <span className="h-1.5 flex-1 overflow-hidden rounded-full bg-track">
        <span
          className="block h-full origin-left rounded-full bg-accent"
          style={{ transform: `scaleX(${share})` }}
        />
      </span>
    </div>
  );
}
