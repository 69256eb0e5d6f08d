import { protocol, type Session } from 'electron';
import { servePageFile } from './page-files.ts';
import { APP_SCHEME } from './page-origin.ts';

/** Must run before the app is ready: Chromium settles then what a scheme may do. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves the files of `folder` as the app's page, and nothing else. */
export function serveApp(session: Session, folder: string): void {
  session.protocol.handle(APP_SCHEME, (request) => servePageFile(folder, request));
}
