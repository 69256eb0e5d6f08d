import type { BrowserWindow } from 'electron';
import type { SendEvent } from './channels.ts';

/** Contract events → the window that is open at that moment. */
export function createEventSender(currentWindow: () => BrowserWindow | null): SendEvent {
  return (channel, event) => {
    const window = currentWindow();
    if (window !== null && !window.isDestroyed()) window.webContents.send(channel, event);
  };
}
