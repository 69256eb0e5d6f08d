import type { ReactElement, ReactNode } from 'react';

export interface FigureEntry {
  readonly name: string;
  readonly value: ReactNode;
  /** What it means, on hover. */
  readonly meaning?: string;
}

/** Names at the left, numbers at the right. */
export function FigureList({ entries }: { readonly entries: readonly FigureEntry[] }): ReactElement {
  return (
    <dl className="flex flex-col gap-1.5">
      {entries.map(({ name, value, meaning }) => (
        <div key={name} className="flex items-baseline justify-between gap-3" title={meaning}>
          <dt className="text-muted">{name}</dt>
          <dd className="numeric text-right font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
