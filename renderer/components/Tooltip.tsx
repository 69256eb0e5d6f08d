import { Tooltip as Radix } from 'radix-ui';
import { useState, type ReactElement, type ReactNode } from 'react';
import { Kbd } from './Kbd.tsx';

export interface TooltipProps {
  readonly text: ReactNode;
  readonly shortcut?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that takes a ref and can be focused or hovered. */
  readonly children: ReactElement;
}

/** A definition or the full form of what is cut. Needs the TooltipProvider of the app around it. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps): ReactElement {
  // A modal dialog is in the top layer: what belongs to it must be drawn inside it to be seen.
  const [container, setContainer] = useState<Element | null>(null);
  return (
    <Radix.Root
      onOpenChange={(open) => {
        if (open) setContainer(document.querySelector('dialog:modal'));
      }}
    >
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={container instanceof HTMLElement ? container : null}>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="animate-appear z-50 flex max-w-80 items-center gap-2 rounded-control border border-line-strong bg-surface px-2.5 py-1.5 text-sm text-text shadow-lift"
        >
          <span>{text}</span>
          {shortcut === undefined ? null : <Kbd keys={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function TooltipProvider({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <Radix.Provider delayDuration={450} skipDelayDuration={150}>
      {children}
    </Radix.Provider>
  );
}
