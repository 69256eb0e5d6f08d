import type { ReactElement, ReactNode } from 'react';

/** A setting: what it is at the left, its control at the right. */
export function SettingsRow({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p>{label}</p>
        {hint === undefined ? null : <p className="text-sm text-muted">{hint}</p>}
      </div>
      {children}
    </div>
  );
}
