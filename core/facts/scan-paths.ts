import { charClass, classAt, isWordAt, OTHER_LETTER, SEGMENT, WORD } from './char-class.ts';
import { isFileExtension } from './file-extensions.ts';
import type { FactSink } from './fact.ts';

const MAX_SEGMENT = 255;
const MAX_PATH = 1024;
/** A file name is read back from its last dot; longer than this it is no name. */
const MAX_FILE_NAME = 100;
const SLASH = 47;
const BACKSLASH = 92;

/** Written with a slash and meant as "or" or "per". */
const NO_PATH = new Set([
  'and/or',
  'or/and',
  'he/she',
  'she/he',
  'his/her',
  'him/her',
  'they/them',
  's/he',
  'w/o',
  'n/a',
  'i/o',
  'yes/no',
  'y/n',
  'true/false',
  'on/off',
  'either/or',
  'am/pm',
  'km/h',
  'm/s',
  'mb/s',
  'gb/s',
  'kb/s',
  'req/s',
]);

/** Paths of two segments, or of one behind a root (`/`, `./`, `../`, `~/`, `C:\`, `\\server`). */
export function scanPaths(text: string, sink: FactSink): void {
  let slash = text.indexOf('/');
  let backslash = text.indexOf('\\');
  let from = 0;
  while (slash >= 0 || backslash >= 0) {
    const at = slash < 0 || (backslash >= 0 && backslash < slash) ? backslash : slash;
    from = Math.max(at + 1, scanPathAround(text, at, from, sink));
    if (slash >= 0 && slash < from) slash = text.indexOf('/', from);
    if (backslash >= 0 && backslash < from) backslash = text.indexOf('\\', from);
  }
}

/** @returns Where to go on. */
function scanPathAround(text: string, separator: number, from: number, sink: FactSink): number {
  const start = pathStart(text, separator, from);
  const walkedEnd = walkPath(text, start, separator);
  if (!mayStandBefore(text, start) || walkedEnd - start > MAX_PATH) return walkedEnd;
  const path = trimmed(text.slice(start, walkedEnd));
  if (isPath(path)) sink('path', start, start + path.length, path);
  return walkedEnd;
}

function pathStart(text: string, separator: number, from: number): number {
  const limit = Math.max(from, separator - MAX_SEGMENT);
  let start = separator;
  while (start > limit && startsSegment(text.charCodeAt(start - 1))) start--;
  // Markdown emphasis and list signs stand before a path and are no part of it.
  while (start < separator && (text[start] === '-' || text[start] === '+')) start++;
  const drive = text.charCodeAt(separator - 2);
  const isDrive =
    start === separator && text[separator - 1] === ':' && separator - 2 >= from && isAsciiLetter(drive);
  return isDrive && !isWordAt(text, separator - 3) ? separator - 2 : start;
}

function startsSegment(code: number): boolean {
  if (code === 35 || code === 37 || code === 42 || code === 61 || code === 123 || code === 125) return false;
  return (charClass(code) & SEGMENT) !== 0;
}

/** `</b>` is a tag, `a/b/` before it was already looked at, and `は/` is an "or". */
function mayStandBefore(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text[start - 1] ?? '';
  return !'</\\'.includes(before) && (classAt(text, start - 1) & (WORD | OTHER_LETTER)) === 0;
}

/**
 * Walks segments and separators as far as they go. Behind a first `/` a backslash ends the path: in
 * undecoded JSON it is an escaped line break.
 */
function walkPath(text: string, start: number, separator: number): number {
  const allowsBackslash = text.charCodeAt(separator) === BACKSLASH || separator === start + 2;
  let isOtherScript = false;
  let at = separator;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH || (code === BACKSLASH && allowsBackslash)) {
      isOtherScript = (classAt(text, at + 1) & OTHER_LETTER) !== 0;
      // `/users/:id` is how routes name a parameter.
      if (text[at + 1] === ':' && isWordAt(text, at + 2)) at++;
      continue;
    }
    const flags = charClass(code);
    if ((flags & SEGMENT) !== 0) continue;
    if (isOtherScript && (flags & OTHER_LETTER) !== 0) continue;
    break;
  }
  return at;
}

/** Without what belongs to the sentence, to markdown or to the code around it. */
function trimmed(path: string): string {
  const opensBrace = path.includes('{');
  let last = path.length;
  while (last > 0) {
    const sign = path[last - 1] ?? '';
    const before = path[last - 2] ?? '';
    if (sign === '.' && '/\\.'.includes(before)) break;
    const isEmphasis =
      sign === '*' && (before === '*' ? !'/\\'.includes(path[last - 3] ?? '') : !'/\\'.includes(before));
    if (!'.=-'.includes(sign) && !isEmphasis && !(sign === '}' && !opensBrace)) break;
    last--;
  }
  return path.slice(0, last);
}

function isPath(path: string): boolean {
  const root = /^(?:[A-Za-z]:[\\/]|\\\\|~[\\/]|\.{1,2}[\\/]|\/)/.exec(path)?.[0] ?? '';
  if (root === '/' && path[1] === '/') return false;
  const segments = path.slice(root.length).split(/[\\/]+/);
  if (segments.some((segment) => segment.length > MAX_SEGMENT)) return false;
  const named = segments.filter((segment) => /[\p{L}\p{N}]/u.test(segment));
  if (named.length === 0 || !named.some((segment) => /\p{L}/u.test(segment))) return false;
  if (isEncodedData(path)) return false;
  if (root !== '') return true;
  if (named.length < 2 || NO_PATH.has(path.toLowerCase())) return false;
  return !path.includes('\\') || isRelativeWindowsPath(path, segments);
}

/** Base64 holds slashes too. */
function isEncodedData(path: string): boolean {
  return path.length > 60 && !/[-_.~]/.test(path) && /[A-Z]/.test(path) && /[0-9+=]/.test(path);
}

/** `first\nsecond` is an escaped line break in code and not a path. */
function isRelativeWindowsPath(path: string, segments: readonly string[]): boolean {
  if (path.startsWith('\\')) return false;
  const last = segments.at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  if (dot > 0 && isFileExtension(last.slice(dot + 1))) return true;
  return segments.slice(1).some((segment) => segment !== '' && !/^[nrtbfuvx0dws]/.test(segment));
}

/** Bare file names with a known extension: `client.ts`, `q3.csv`. */
export function scanFileNames(text: string, sink: FactSink): void {
  let from = 0;
  for (let dot = text.indexOf('.'); dot >= 0; dot = text.indexOf('.', dot + 1)) {
    const end = extensionEnd(text, dot);
    if (end === null) continue;
    const start = fileNameStart(text, dot, from);
    if (start === null) continue;
    sink('path', start, end, text.slice(start, end));
    from = end;
  }
}

function extensionEnd(text: string, dot: number): number | null {
  let end = dot + 1;
  while (end - dot < 8 && isWordAt(text, end)) end++;
  if (end === dot + 1 || isWordAt(text, end)) return null;
  const next = text[end] ?? '';
  if ('(/\\@'.includes(next) && next !== '') return null;
  if ((next === '.' || next === '-') && isWordAt(text, end + 1)) return null;
  return isFileExtension(text.slice(dot + 1, end)) ? end : null;
}

function fileNameStart(text: string, dot: number, from: number): number | null {
  const limit = Math.max(from, dot - MAX_FILE_NAME);
  let start = dot;
  while (start > limit && (isWordAt(text, start - 1) || '-.+'.includes(text[start - 1] ?? ' '))) start--;
  while (start < dot && !isWordAt(text, start)) start++;
  if (start === dot || isWordAt(text, start - 1) || '/\\@'.includes(text[start - 1] ?? ' ')) return null;
  return dot - start === 1 && text.length - dot > 1 && /^[ceghim]$/i.test(text[start] ?? '') ? null : start;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}
