import { ContextMenu, DropdownMenu } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Kbd } from './Kbd.tsx';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly shortcut?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
}

const CONTENT =
  'animate-appear z-50 min-w-48 rounded-card border border-line-strong bg-surface p-1 shadow-lift';
const ITEM =
  'flex min-h-7 items-center gap-2 rounded-control px-2.5 text-base outline-none data-highlighted:bg-surface-hover data-disabled:opacity-50';

function itemBody(item: MenuItem): ReactNode {
  return (
    <>
      {item.icon}
      <span className="flex-1">{item.label}</span>
      {item.shortcut === undefined ? null : <Kbd keys={item.shortcut} />}
    </>
  );
}

/** The menu of a thing, by right click, by the menu key or by Shift+F10. */
export function ItemContextMenu({
  items,
  children,
}: {
  readonly items: readonly MenuItem[];
  readonly children: ReactElement;
}): ReactElement {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className={CONTENT} collisionPadding={8}>
          {items.map((item) => (
            <ContextMenu.Item
              key={item.id}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
              className={classNames(ITEM, item.danger === true && 'text-dropped-ink')}
            >
              {itemBody(item)}
            </ContextMenu.Item>
          ))}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

/** The same menu behind a button. */
export function ButtonMenu({
  items,
  align = 'end',
  children,
}: {
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  /** The button; it takes a ref. */
  readonly children: ReactElement;
}): ReactElement {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={CONTENT} align={align} sideOffset={4} collisionPadding={8}>
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.id}
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
              className={classNames(ITEM, item.danger === true && 'text-dropped-ink')}
            >
              {itemBody(item)}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
