import type { ReactElement } from 'react';
import { shortcutKeys } from './shortcut-text.ts';

/** A shortcut as keys, e.g. `mod+k`. */
export function Kbd({ keys }: { readonly keys: string }): ReactElement {
  return (
    <kbd className="inline-flex shrink-0 rounded-[5px] border border-line-strong bg-bg px-1.5 py-px font-mono text-xs whitespace-pre text-muted">
      {shortcutKeys(keys).join(' ')}
    </kbd>
  );
}
