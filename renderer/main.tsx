import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { startWindow } from './app/start-window.ts';
import { loadParts } from './components/later.tsx';
import { useThreadStore } from './stores/thread-store.ts';

/** Longer than the list takes to be read, and short enough to be no wait. */
const PATIENCE_MS = 120;

/** A first frame without the list would be drawn for nothing, and the list would wait for it. */
function listIsRead(): Promise<void> {
  return new Promise((isRead) => {
    const stop = useThreadStore.subscribe(({ listing }) => {
      if (listing.state === 'loading') return;
      stop();
      isRead();
    });
    setTimeout(isRead, PATIENCE_MS);
  });
}

function idle(): Promise<void> {
  return new Promise((isIdle) => {
    requestIdleCallback(() => {
      isIdle();
    });
  });
}

async function drawWindow(root: HTMLElement): Promise<void> {
  await listIsRead();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  await loadParts(idle);
}

startWindow();
const root = document.getElementById('root');
if (root !== null) void drawWindow(root);
