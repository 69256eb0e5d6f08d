import { Clock } from 'lucide-react';
import type { ReactElement } from 'react';
import { duration } from '../../components/format.ts';

/** A pause between two runs that is worth knowing of. */
export function GapRow({ ms }: { readonly ms: number }): ReactElement {
  return (
    <div className="flex h-4 items-center gap-3 text-xs text-muted">
      <span className="h-px flex-1 bg-line" />
      <span className="flex items-center gap-1.5">
        <Clock aria-hidden className="size-3" />
        {duration(ms)} idle
      </span>
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}
