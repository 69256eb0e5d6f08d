import { Suspense, type ReactElement } from 'react';
import { Toasts } from '../components/Toasts.tsx';
import { TooltipProvider } from '../components/Tooltip.tsx';
import { TitleBar } from '../features/header/TitleBar.tsx';
import { StatusBar } from '../features/status/StatusBar.tsx';
import { CommandKeys } from './CommandKeys.tsx';
import { DIALOGS, OVERLAYS } from './features.ts';
import { useViewStore } from '../stores/view-store.ts';
import { MainPanels } from './MainPanels.tsx';
import { useAppearance } from './use-appearance.ts';

export function App(): ReactElement {
  useAppearance();
  return (
    <TooltipProvider>
      <div className="flex h-full flex-col">
        <TitleBar />
        <MainPanels />
        <StatusBar />
      </div>
      <CommandKeys />
      {OVERLAYS.map((Overlay, index) => (
        <Overlay key={index} />
      ))}
      <OpenDialog />
      <Toasts />
    </TooltipProvider>
  );
}

/** The dialog that is open, if one is; its code may still be on the way. */
function OpenDialog(): ReactElement | null {
  const open = useViewStore((state) => state.dialog);
  const Dialog = open === null ? undefined : DIALOGS[open];
  if (Dialog === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}
