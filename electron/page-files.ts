import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { CONTENT_POLICY } from './content-policy.ts';
import { APP_HOST } from './page-origin.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/**
 * The file of `folder` that a URL of the app names; null for every URL that names none: another host, a
 * way out of the folder, a type that a page doesn't need.
 */
export function pageFile(folder: string, url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { host, pathname } = new URL(url);
  if (host !== APP_HOST) return null;
  const path = decoded(pathname);
  // A URL's own "..", plain or encoded, was resolved by the parser; what is left here came double-encoded
  // or with the other platform's separator.
  if (path === null || /[\\\0:]/.test(path)) return null;
  if (path.split('/').includes('..')) return null;
  const file = join(folder, path === '/' ? 'index.html' : path);
  if (!file.startsWith(folder + sep)) return null;
  return extname(file) in CONTENT_TYPES ? file : null;
}

/**
 * On every answer, also one without a page. No opener policy: no page opens this one or is opened by it,
 * and Chromium would start a second process for the page to obey it.
 */
const GUARDS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/**
 * Answers a request for a file of the page.
 *
 * @param prepare Completes an HTML file before it is handed out.
 */
export async function servePageFile(
  folder: string,
  request: Request,
  prepare: (html: string) => Promise<string> = (html) => Promise.resolve(html),
): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: GUARDS });
  const file = pageFile(folder, request.url);
  const bytes = file === null ? null : await readFile(file).catch(() => null);
  if (file === null || bytes === null) return new Response(null, { status: 404, headers: GUARDS });
  const type = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream';
  const body = extname(file) === '.html' ? await prepare(bytes.toString('utf8')) : bytes;
  return new Response(body, { headers: { ...GUARDS, 'Content-Type': type } });
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}
