import { app, dialog, type BrowserWindow } from 'electron';
import type { PageOrigin } from './page-origin.ts';

/** A page that ends again this soon, in milliseconds, would do so for ever. */
const AGAIN_TOO_SOON_MS = 30_000;

/**
 * Loads the page into the window, and again when its process ends. The second time in a row the person
 * decides.
 *
 * @param onLost Told why, before it's loaded again.
 */
export function showPage(window: BrowserWindow, origin: PageOrigin, onLost: (reason: string) => void): void {
  let lostAtMs = Number.NEGATIVE_INFINITY;
  const load = (): void => {
    window.loadURL(origin.url).catch((error: unknown) => {
      if (!window.isDestroyed()) void offerRetry(window, String(error), load);
    });
  };
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    onLost(`${reason} (${exitCode})`);
    const isAgain = performance.now() - lostAtMs < AGAIN_TOO_SOON_MS;
    lostAtMs = performance.now();
    if (isAgain) void offerRetry(window, reason, load);
    else load();
  });
  load();
}

async function offerRetry(window: BrowserWindow, reason: string, load: () => void): Promise<void> {
  window.show();
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The page of Tidemark could not be shown.',
    detail: `Your threads are safe: they are kept outside the page.\n\n${reason}`,
    buttons: ['Try Again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) load();
  else app.quit();
}
