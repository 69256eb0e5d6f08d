import { PanelLeft, PanelRight, Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { IconButton } from '../../components/IconButton.tsx';
import { Kbd } from '../../components/Kbd.tsx';
import { useSettingsStore } from '../../stores/settings-store.ts';
import { useViewStore, viewActions } from '../../stores/view-store.ts';
import { Mark } from './Mark.tsx';

/** Name and workspace at the left; the way to everything at the right. */
export function TitleBar(): ReactElement {
  const workspace = useSettingsStore((state) => state.app?.workspacePath ?? null);
  const sidebarOpen = useViewStore((state) => state.sidebarOpen);
  const policyOpen = useViewStore((state) => state.policyOpen);
  return (
    <header className="flex h-10 shrink-0 items-center gap-3 border-b border-line bg-surface px-3">
      <Mark className="size-4.5 shrink-0" />
      <span className="text-base font-semibold">Tidemark</span>
      {workspace === null ? null : (
        <span className="min-w-0 truncate text-base text-muted" title={workspace}>
          {workspace.split(/[\\/]/).at(-1)}
        </span>
      )}
      <span className="flex-1" />
      <button
        type="button"
        aria-haspopup="dialog"
        className="flex h-7 w-82 min-w-0 shrink items-center gap-2 rounded-control border border-line-strong bg-surface-2 px-2.5 text-muted transition-colors hover:border-faint hover:text-text"
        onClick={() => {
          viewActions().openDialog('palette');
        }}
      >
        <Search aria-hidden className="size-3.5 shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">Search threads, runs, commands</span>
        <Kbd keys="mod+k" />
      </button>
      <span className="flex gap-0.5">
        <IconButton
          label={sidebarOpen ? 'Hide the thread list' : 'Show the thread list'}
          shortcut="mod+b"
          aria-pressed={sidebarOpen}
          className="aria-pressed:bg-transparent aria-pressed:text-text"
          icon={<PanelLeft aria-hidden className="size-4" />}
          onClick={() => {
            viewActions().toggleSidebar();
          }}
        />
        <IconButton
          label={policyOpen ? 'Hide the policy' : 'Show the policy'}
          shortcut="mod+shift+b"
          aria-pressed={policyOpen}
          className="aria-pressed:bg-transparent aria-pressed:text-text"
          icon={<PanelRight aria-hidden className="size-4" />}
          onClick={() => {
            viewActions().togglePolicy();
          }}
        />
      </span>
    </header>
  );
}
