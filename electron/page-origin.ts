/** The scheme and host of the app's own page. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'tidemark';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/index.html`;

/** Where the window's page comes from: the app itself, or the development server. */
export interface PageOrigin {
  readonly url: string;
  /** Whether `url` is the app's own page. Anything else is foreign, wherever it came from. */
  owns(url: string): boolean;
}

/**
 * The development server is taken only from an unpackaged app, and only on this machine: a released app
 * that could be pointed at a page by an environment variable would hand its requests to that page.
 */
export function pageOrigin(options: {
  readonly developmentUrl: string | undefined;
  readonly isPackaged: boolean;
}): PageOrigin {
  const development = options.isPackaged ? null : localUrl(options.developmentUrl);
  if (development !== null) {
    return { url: development.href, owns: (url) => parse(url)?.origin === development.origin };
  }
  return {
    url: APP_URL,
    // Node knows no origin of a scheme of its own, so its parts are compared.
    owns: (url) => {
      const parsed = parse(url);
      return (
        parsed?.protocol === `${APP_SCHEME}:` &&
        parsed.host === APP_HOST &&
        parsed.username === '' &&
        parsed.password === ''
      );
    },
  };
}

/** Schemes that never leave this machine. `devtools:` is there for the developer tools' own files. */
const LOCAL_SCHEMES: ReadonlySet<string> = new Set([`${APP_SCHEME}:`, 'devtools:', 'data:', 'blob:']);

/** Whether the page may ask for `url` at all; the development server's socket counts as its own. */
export function isLoadable(url: string, origin: PageOrigin): boolean {
  const protocol = parse(url)?.protocol;
  if (protocol === undefined) return false;
  return LOCAL_SCHEMES.has(protocol) || origin.owns(url.replace(/^ws:/, 'http:'));
}

function localUrl(text: string | undefined): URL | null {
  const url = text === undefined ? null : parse(text);
  if (url === null || url.protocol !== 'http:') return null;
  return url.hostname === '127.0.0.1' || url.hostname === 'localhost' ? url : null;
}

function parse(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
