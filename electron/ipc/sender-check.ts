import type { IpcMainInvokeEvent, WebContents } from 'electron';
import type { PageOrigin } from '../page-origin.ts';

/** Whether a request comes from the app's own page, in its own window, and from no frame inside it. */
export function isOwnSender(
  event: Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>,
  ownContents: WebContents | null,
  origin: PageOrigin,
): boolean {
  const frame = event.senderFrame;
  if (ownContents === null || event.sender !== ownContents || frame === null) return false;
  return frame === ownContents.mainFrame && frame.parent === null && origin.owns(frame.url);
}
