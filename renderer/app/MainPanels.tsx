import { Suspense, useEffect, useState, type ReactElement } from 'react';
import { Group, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { Sidebar } from '../features/threads/Sidebar.tsx';
import { storedPanelShares, storePanelShares } from '../stores/panel-shares.ts';
import { useViewStore, viewActions } from '../stores/view-store.ts';
import { POLICY_PANEL } from './features.ts';
import { ThreadArea } from './ThreadArea.tsx';

const SEPARATOR =
  'relative w-px shrink-0 bg-line outline-none after:absolute after:inset-y-0 after:-left-0.5 after:w-1.25 after:transition-colors hover:after:bg-accent/40 focus-visible:after:bg-accent data-[separator=active]:after:bg-accent';

/** Sidebar | thread | policy. The outer two collapse; widths survive a restart. */
export function MainPanels(): ReactElement {
  const sidebarOpen = useViewStore((state) => state.sidebarOpen);
  const policyOpen = useViewStore((state) => state.policyOpen);
  const sidebar = usePanelRef();
  const policy = usePanelRef();
  const [layout] = useState(storedPanelShares);

  useEffect(() => {
    if (sidebarOpen) sidebar.current?.expand();
    else sidebar.current?.collapse();
  }, [sidebarOpen, sidebar]);
  useEffect(() => {
    if (policyOpen) policy.current?.expand();
    else policy.current?.collapse();
  }, [policyOpen, policy]);

  return (
    <main className="min-h-0 flex-1">
      <Group
        id="main"
        className="h-full"
        {...(layout === null ? {} : { defaultLayout: layout })}
        onLayoutChanged={(changed) => {
          storePanelShares(changed);
        }}
      >
        <Panel
          id="sidebar"
          panelRef={sidebar}
          defaultSize="264px"
          minSize="200px"
          maxSize="420px"
          collapsible
          groupResizeBehavior="preserve-pixel-size"
          onResize={({ inPixels }) => {
            viewActions().setPanels({ sidebar: inPixels > 0 });
          }}
        >
          <Sidebar />
        </Panel>
        <Separator className={SEPARATOR} aria-label="Width of the thread list" />
        <Panel id="thread" minSize="400px">
          <ThreadArea />
        </Panel>
        <Separator className={SEPARATOR} aria-label="Width of the policy panel" />
        <Panel
          id="policy"
          panelRef={policy}
          defaultSize="320px"
          minSize="260px"
          maxSize="560px"
          collapsible
          groupResizeBehavior="preserve-pixel-size"
          onResize={({ inPixels }) => {
            viewActions().setPanels({ policy: inPixels > 0 });
          }}
        >
          <section aria-label="Policy" className="h-full overflow-hidden bg-surface">
            {POLICY_PANEL === null ? null : (
              <Suspense fallback={null}>
                <POLICY_PANEL />
              </Suspense>
            )}
          </section>
        </Panel>
      </Group>
    </main>
  );
}
