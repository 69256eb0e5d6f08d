import { Tabs as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export interface TabItem<T extends string> {
  readonly value: T;
  readonly label: string;
  /** A small count or figure behind the label. */
  readonly note?: ReactNode;
}

/** The row of tabs alone; its bodies are Tabs.Body with the same `value` inside the same Tabs. */
export function Tabs({
  value,
  onChange,
  className,
  children,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Radix.Root value={value} onValueChange={onChange} className={className}>
      {children}
    </Radix.Root>
  );
}

export function TabRow<T extends string>({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly TabItem<T>[];
}): ReactElement {
  return (
    <Radix.List aria-label={label} className="@container flex h-9.5 gap-1 overflow-x-auto">
      {tabs.map((tab) => (
        <Radix.Trigger
          key={tab.value}
          value={tab.value}
          className="relative flex items-center gap-2 px-3.5 @max-md:px-2 text-base font-medium whitespace-nowrap text-muted transition-colors hover:text-text data-[state=active]:font-semibold data-[state=active]:text-text data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent focus-visible:-outline-offset-2"
        >
          {tab.label}
          {tab.note === undefined ? null : (
            <span className="text-sm font-normal text-muted tabular-nums empty:hidden">{tab.note}</span>
          )}
        </Radix.Trigger>
      ))}
    </Radix.List>
  );
}

export function TabBody({
  value,
  className,
  children,
}: {
  readonly value: string;
  readonly className?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Radix.Content value={value} className={className}>
      {children}
    </Radix.Content>
  );
}
