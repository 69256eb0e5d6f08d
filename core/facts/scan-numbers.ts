import { classAt, isWordAt, OTHER_DIGIT } from './char-class.ts';
import type { FactSink } from './fact.ts';
import { isCurrencyCode, isCurrencySign, matchUnit } from './units.ts';

const MAX_DIGITS = 40;
const EUROPEAN = /\d{1,3}(?:([. \u00a0\u202f])\d{3})(?:\1\d{3})*,\d{1,2}(?![\d\w])/y;
const GROUPED = /\d{1,3}(?:([,_'’\u00a0\u202f])\d{3})(?:\1\d{3})*(?!\d)(?:\.\d+)?/y;
const DECIMAL_COMMA = /\d+,\d{1,2}(?![\d\w])/y;
const PLAIN = /\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?/y;
const DOTTED = /\d+(?:\.\d+){2,}/y;
const ORDINAL = /(?:st|nd|rd|th)\b/y;

/**
 * The number whose first digit is at `start`. Without unit or currency it needs two digits: a single
 * one says too little to be recognized anywhere else.
 *
 * @returns Where the number ends; null when the digits begin a word such as `4o`.
 */
export function scanNumber(text: string, start: number, sink: FactSink): number | null {
  const dotted = matchAt(EUROPEAN, text, start) === null ? matchAt(DOTTED, text, start) : null;
  if (dotted !== null) return dottedFigure(text, start, start + dotted.length, sink);
  const figure = readFigure(text, start);
  const digitsEnd = start + figure.written.length;
  if (figure.written.length > MAX_DIGITS) return digitsEnd;
  const before = currencyBefore(text, start);
  const unit = matchUnit(text, digitsEnd);
  if (unit === null && isWordAt(text, digitsEnd)) {
    const ordinal = matchAt(ORDINAL, text, digitsEnd);
    return ordinal === null ? null : digitsEnd + ordinal.length;
  }
  emitNumber(text, { start, digitsEnd, figure, before, unit }, sink);
  return unit?.end ?? digitsEnd;
}

interface Figure {
  readonly written: string;
  /** Without group separators, a point before the decimals. */
  readonly plain: string;
}

interface Parts {
  readonly start: number;
  readonly digitsEnd: number;
  readonly figure: Figure;
  readonly before: { readonly start: number; readonly sign: string } | null;
  readonly unit: ReturnType<typeof matchUnit>;
}

function emitNumber(text: string, parts: Parts, sink: FactSink): void {
  const { figure, unit } = parts;
  const isDecimal = text[parts.start - 1] === '.' && !isWordAt(text, parts.start - 2);
  const point = isDecimal && /^\d+$/.test(figure.plain) ? 1 : 0;
  const plain = point === 1 ? `0.${figure.plain}` : figure.plain;
  const numberStart = parts.start - point;
  const minus = isMinus(text, numberStart - 1) ? '-' : '';
  const start = parts.before?.start ?? numberStart - minus.length;
  const end = unit?.end ?? parts.digitsEnd;
  if (parts.before !== null) {
    const scale = unit === null || unit.isCurrency ? '' : ` ${unit.normal}`;
    sink('number', start, end, `${parts.before.sign}${plain}${scale}`);
  } else if (unit?.isCurrency === true) {
    sink('number', start, end, `${minus}${unit.normal}${plain}`);
  } else if (unit !== null) {
    sink('number', start, end, `${minus}${plain} ${unit.normal}`);
  } else if (plain.replace(/\D/g, '').length >= 2) {
    sink('number', start, end, `${minus}${plain}`);
  }
}

function readFigure(text: string, start: number): Figure {
  const european = matchAt(EUROPEAN, text, start);
  if (european !== null) {
    return { written: european, plain: european.replace(/[. \u00a0\u202f]/g, '').replace(',', '.') };
  }
  // `[10,200]` is a list.
  const isList = text[start - 1] === '[' || text[start - 1] === ',';
  const grouped = isList ? null : matchAt(GROUPED, text, start);
  if (grouped !== null) return { written: grouped, plain: grouped.replace(/[,_'’\u00a0\u202f]/g, '') };
  const comma = isList ? null : matchAt(DECIMAL_COMMA, text, start);
  if (comma !== null && matchUnit(text, start + comma.length) !== null) {
    return { written: comma, plain: comma.replace(',', '.') };
  }
  const plain = matchAt(PLAIN, text, start) ?? '';
  return { written: plain, plain };
}

/** `1.2.3` and `10.0.0.5` name a version or a machine. */
function dottedFigure(text: string, start: number, end: number, sink: FactSink): number {
  if (!isWordAt(text, end)) sink('identifier', start, end, text.slice(start, end));
  return end;
}

function currencyBefore(
  text: string,
  start: number,
): { readonly start: number; readonly sign: string } | null {
  const gap = text[start - 1] === ' ' ? 1 : 0;
  const signAt = start - 1 - gap;
  const sign = text[signAt] ?? '';
  if (gap === 0 && isCurrencySign(sign)) {
    let from = signAt;
    while (from > 0 && signAt - from < 3 && /[A-Z]/.test(text[from - 1] ?? '')) from--;
    if (isWordAt(text, from - 1)) from = signAt;
    const minus = isMinus(text, from - 1) ? 1 : 0;
    return { start: from - minus, sign: text.slice(from - minus, signAt + 1) };
  }
  const code = text.slice(signAt - 2, signAt + 1);
  if (gap === 0 || !isCurrencyCode(code) || isWordAt(text, signAt - 3)) return null;
  const minus = isMinus(text, signAt - 3) ? 1 : 0;
  return { start: signAt - 2 - minus, sign: `${text.slice(signAt - 2 - minus, signAt + 1)} ` };
}

/** A hyphen is a sign only where nothing stands before it: `10-20` is a range. */
function isMinus(text: string, index: number): boolean {
  const sign = text[index];
  if (sign !== '-' && sign !== '−') return false;
  return index === 0 || ' \t\n([{=:,'.includes(text[index - 1] ?? '');
}

/** Digits of other scripts: `٢٬٥٠٠`, `１２`. @returns The end of the digits. */
export function scanOtherDigits(text: string, start: number, sink: FactSink): number {
  let end = start;
  let plain = '';
  while (end < text.length && plain.length <= MAX_DIGITS) {
    const sign = text[end] ?? '';
    const isInside = (classAt(text, end + 1) & OTHER_DIGIT) !== 0;
    if ((classAt(text, end) & OTHER_DIGIT) !== 0) plain += String(digitValue(text.charCodeAt(end)));
    else if (sign === '٫' && isInside) plain += '.';
    else if (sign !== '٬' || !isInside) break;
    end++;
  }
  const percent = /^[ \u00a0]?[٪%]/.exec(text.slice(end, end + 2))?.[0];
  if (percent !== undefined) sink('number', start, end + percent.length, `${plain} %`);
  else if (plain.replace('.', '').length >= 2) sink('number', start, end, plain);
  return end;
}

/** Unicode keeps the ten digits of a script together, from its zero on. */
function digitValue(code: number): number {
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCharCode(zero - 1))) zero--;
  return code - zero;
}

function matchAt(pattern: RegExp, text: string, start: number): string | null {
  pattern.lastIndex = start;
  return pattern.exec(text)?.[0] ?? null;
}
