import type { ReactElement, ReactNode } from 'react';
import { Tooltip } from '../../components/Tooltip.tsx';

/** One knob: its name with the definition behind it, its value at the right, and what turns it below. */
export function Knob({
  name,
  definition,
  value,
  children,
}: {
  readonly name: string;
  readonly definition: string;
  readonly value?: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <Tooltip text={definition} side="left">
          <span className="cursor-default text-muted">{name}</span>
        </Tooltip>
        {value}
      </div>
      {children}
    </div>
  );
}
