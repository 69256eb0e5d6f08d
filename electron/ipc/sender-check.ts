import type { PageOrigin } from '../page-origin.ts';

/** The part of Electron's WebFrameMain that is looked at. */
interface Frame {
  readonly url: string;
  readonly parent: Frame | null;
}

/** The part of Electron's WebContents that is looked at. */
interface Contents {
  readonly mainFrame: Frame;
}

/** Whether a request comes from the app's own page, in its own window, and from no frame inside it. */
export function isOwnSender(
  event: { readonly sender: Contents; readonly senderFrame: Frame | null },
  ownContents: Contents | null,
  origin: PageOrigin,
): boolean {
  const frame = event.senderFrame;
  if (ownContents === null || event.sender !== ownContents || frame === null) return false;
  return frame === ownContents.mainFrame && frame.parent === null && origin.owns(frame.url);
}
