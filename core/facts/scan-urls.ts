import { charClass, classAt, DIGIT, isWordAt, WORD } from './char-class.ts';
import type { FactSink } from './fact.ts';

const MAX_SCHEME = 20;
/** RFC 5321: 64 characters before the `@`, 255 after it. */
const MAX_LOCAL_PART = 64;
const MAX_DOMAIN = 255;
const NOT_IN_URL = new Set(Array.from('"\'<>`|\\^“”‘’«»', (sign) => sign.charCodeAt(0)));
const TRAILING = '.,;:!?)]}\'"*';

/** Links with a scheme, and `mailto:` links. */
export function scanUrls(text: string, sink: FactSink): void {
  let at = text.indexOf('://');
  while (at >= 0) {
    const start = schemeStart(text, at);
    let from = at + 3;
    if (start !== null) {
      const end = urlEnd(text, at + 3);
      if (end > at + 3) {
        sink('url', start, end, normalUrl(text.slice(start, end), at - start + 3));
        from = end;
      }
    }
    at = text.indexOf('://', from);
  }
  scanMailto(text, sink);
}

function scanMailto(text: string, sink: FactSink): void {
  const scheme = 'mailto:';
  let at = text.indexOf(scheme);
  while (at >= 0) {
    const end = urlEnd(text, at + scheme.length);
    const link = text.slice(at, end);
    const sign = link.indexOf('@');
    if (sign > scheme.length && !isWordAt(text, at - 1)) sink('url', at, end, normalUrl(link, sign + 1));
    at = text.indexOf(scheme, end);
  }
}

export function scanEmails(text: string, sink: FactSink): void {
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(from, at + 1))) {
    const start = localPartStart(text, at, from);
    if (start === null) continue;
    const end = domainEnd(text, at + 1);
    if (end === null) continue;
    sink('email', start, end, text.slice(start, end).toLowerCase());
    from = end;
  }
}

function schemeStart(text: string, colon: number): number | null {
  let start = colon;
  while (start > 0 && colon - start < MAX_SCHEME && isSchemeCode(text.charCodeAt(start - 1))) start--;
  while (start < colon && !isAsciiLetter(text.charCodeAt(start))) start++;
  return colon - start >= 2 && !isWordAt(text, start - 1) ? start : null;
}

function urlEnd(text: string, start: number): number {
  let end = start;
  let round = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code <= 32 || NOT_IN_URL.has(code)) break;
    // Letters without spaces around them (Japanese, Thai) are the sentence going on.
    if (code > 126 && (charClass(code) & WORD) === 0) break;
    if (code === 40) round++;
    // A bracket that was not opened inside closes something around the link.
    if (code === 41 && round-- === 0) break;
    // Square brackets belong to markdown, but for the address of a machine: `http://[::1]/`.
    if ((code === 91 && end > start) || (code === 93 && text[start] !== '[')) break;
  }
  while (end > start && TRAILING.includes(text.charAt(end - 1))) end--;
  return end;
}

/** Scheme and host in lower case; what follows the host keeps its case, since it may matter there. */
function normalUrl(url: string, hostStart: number): string {
  let hostEnd = hostStart;
  while (hostEnd < url.length && !'/?#'.includes(url.charAt(hostEnd))) hostEnd++;
  const user = url.lastIndexOf('@', hostEnd - 1);
  const keepUntil = user >= hostStart ? user + 1 : hostStart;
  return (
    url.slice(0, hostStart).toLowerCase() +
    url.slice(hostStart, keepUntil) +
    url.slice(keepUntil, hostEnd).toLowerCase() +
    url.slice(hostEnd)
  );
}

function localPartStart(text: string, at: number, from: number): number | null {
  const limit = Math.max(from, at - MAX_LOCAL_PART);
  let start = at;
  while (start > limit && isLocalCode(text.charCodeAt(start - 1))) start--;
  while (start < at && !isAsciiAlnum(text.charCodeAt(start))) start++;
  if (start === at || !isAsciiAlnum(text.charCodeAt(at - 1))) return null;
  return isWordAt(text, start - 1) ? null : start;
}

/** The end of a domain of at least two labels whose last one is letters; null when it is none. */
function domainEnd(text: string, start: number): number | null {
  let end = start;
  while (end - start < MAX_DOMAIN && isDomainCode(text.charCodeAt(end))) end++;
  while (end > start && !isAsciiAlnum(text.charCodeAt(end - 1))) end--;
  if ((classAt(text, end) & WORD) !== 0) return null;
  const lastDot = start + text.slice(start, end).lastIndexOf('.');
  if (lastDot <= start || end - lastDot < 3) return null;
  for (let index = lastDot + 1; index < end; index++) {
    if (!isAsciiLetter(text.charCodeAt(index))) return null;
  }
  return end;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isAsciiAlnum(code: number): boolean {
  return isAsciiLetter(code) || (charClass(code) & DIGIT) !== 0;
}

function isSchemeCode(code: number): boolean {
  return isAsciiAlnum(code) || code === 43 || code === 45 || code === 46;
}

function isLocalCode(code: number): boolean {
  return isAsciiAlnum(code) || code === 46 || code === 95 || code === 37 || code === 43 || code === 45;
}

function isDomainCode(code: number): boolean {
  return isAsciiAlnum(code) || code === 46 || code === 45;
}
