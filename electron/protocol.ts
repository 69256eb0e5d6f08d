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

/**
 * Serves the files of `folder` as the app's page, and nothing else.
 *
 * @param prepare Completes the page's HTML.
 * @returns Settles when the page has been given its first script, and is busy with it.
 */
export function serveApp(
  session: Session,
  folder: string,
  prepare: (html: string) => Promise<string>,
): Promise<void> {
  return new Promise((hasScript) => {
    session.protocol.handle(APP_SCHEME, async (request) => {
      const answer = await servePageFile(folder, request, prepare);
      if (request.destination === 'script' || request.url.endsWith('.js')) hasScript();
      return answer;
    });
  });
}
