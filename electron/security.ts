import { app, type Session, type WebContents } from 'electron';
import { isLoadable, type PageOrigin } from './page-origin.ts';

/**
 * A page that can reach nothing: no other page, no device, no download, no network. Threads are untrusted
 * text, so whatever slips past the page's own rules has to end here.
 */
export function lockDownPages(origin: PageOrigin): void {
  app.on('web-contents-created', (_event, contents) => {
    refuseNavigation(contents, origin);
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
    });
    contents.on('select-bluetooth-device', (event, _devices, choose) => {
      event.preventDefault();
      choose('');
    });
    contents.on('login', (event) => {
      event.preventDefault();
    });
  });
}

export function lockDownSession(session: Session, origin: PageOrigin): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => {
    answer({});
  });
  session.on('will-download', (event) => {
    event.preventDefault();
  });
  // The spelling dictionaries would be fetched from a server.
  session.setSpellCheckerEnabled(false);
  session.webRequest.onBeforeRequest((request, answer) => {
    answer({ cancel: !isLoadable(request.url, origin) });
  });
}

function refuseNavigation(contents: WebContents, origin: PageOrigin): void {
  contents.on('will-navigate', (event) => {
    // The development server reloads the page by navigating to it.
    if (!isReload(contents, event.url, origin)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    event.preventDefault();
  });
}

function isReload(contents: WebContents, url: string, origin: PageOrigin): boolean {
  return url === contents.getURL() && origin.owns(url);
}
