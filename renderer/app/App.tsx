import { useEffect, type ReactElement } from 'react';
import { Toasts } from '../components/Toasts.tsx';
import { TooltipProvider } from '../components/Tooltip.tsx';
import { TitleBar } from '../features/header/TitleBar.tsx';
import { StatusBar } from '../features/status/StatusBar.tsx';
import { CommandKeys } from './CommandKeys.tsx';
import { OVERLAYS } from './features.ts';
import { MainPanels } from './MainPanels.tsx';
import { startWindow } from './start-window.ts';
import { useAppearance } from './use-appearance.ts';

export function App(): ReactElement {
  useEffect(startWindow, []);
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
      <Toasts />
    </TooltipProvider>
  );
}
