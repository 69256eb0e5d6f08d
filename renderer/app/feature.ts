import type { ComponentType } from 'react';
import type { MenuCommand, ThreadOverview } from '../../core/contract.ts';
import type { DialogId, TabId } from '../stores/view-store.ts';

/** Something a person can do, by the palette, by a key and by the native menu alike. */
export interface Command {
  readonly id: string;
  /** A verb and its object, as shown in the palette. */
  readonly title: string;
  readonly group: 'Go' | 'View' | 'Thread' | 'Policy' | 'Window';
  /** As in `mod+k`, `g>g` (one after the other), `shift+?`; null: palette only. */
  readonly shortcut: string | null;
  /** The native menu's command that does the same; null: none. */
  readonly menu: MenuCommand | null;
  /** Other words people look for it by. */
  readonly keywords?: readonly string[];
  /** Whether it can be done now; read when the palette opens and when the key is pressed. Default: always. */
  readonly isEnabled?: () => boolean;
  readonly run: () => void;
}

export interface TabDefinition {
  readonly id: TabId;
  readonly label: string;
  /** The small figure behind the label; rendered inside the tab. */
  readonly Note?: ComponentType<{ readonly overview: ThreadOverview }>;
  readonly Body: ComponentType<{ readonly overview: ThreadOverview }>;
}

/** What a folder of features/ adds to the window. Collected in features.ts. */
export interface Feature {
  readonly tabs?: readonly TabDefinition[];
  /** Fills the panel at the right. One feature has it. */
  readonly PolicyPanel?: ComponentType;
  /** Rendered while the view store names them, and not before. */
  readonly dialogs?: Readonly<Partial<Record<DialogId, ComponentType>>>;
  /** Rendered always, beside everything else: drop targets, feeds. */
  readonly Overlays?: readonly ComponentType[];
  readonly commands?: readonly Command[];
}
