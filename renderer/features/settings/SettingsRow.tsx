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
    <div className="flex min-h-8 items-center justify-between gap-4">
      <div className="min-w-0 flex-1 text-pretty">
        <p>{label}</p>
        {hint === undefined ? null : <p className="text-sm text-muted">{hint}</p>}
      </div>
      <div className="flex max-w-[60%] shrink-0 justify-end">{children}</div>
    </div>
  );
}
