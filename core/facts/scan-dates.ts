import { isWordAt } from './char-class.ts';
import type { FactSink } from './fact.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const MONTH_NAMES = MONTHS.map((month) => month.charAt(0).toUpperCase() + month.slice(1));
const LONG_MONTHS =
  'january february march april may june july august september october november december'.split(' ');

// Sticky and without nested repetition: each looks at a bounded stretch behind one position.
const ISO = /(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/y;
const YEAR_MONTH = /((?:19|20)\d{2})-(\d{2})/y;
const YEAR_FIRST = /(\d{4})([/.])(\d{1,2})\2(\d{1,2})/y;
const YEAR_LAST = /(\d{1,2})([/.])(\d{1,2})\2(\d{4}|\d{2})/y;
const JAPANESE = /(\d{4})年(\d{1,2})月(\d{1,2})日/y;
const DAY_MONTH = /(\d{1,2})(?:st|nd|rd|th)?[ \u00a0]?(?:of )?([A-Za-z]{3,9})\.?(?:,?[ \u00a0](\d{4}))?/y;
const MONTH_DAY =
  /([A-Za-z]{3,9})\.?[ \u00a0](?:((?:19|20)\d{2})(?!\d)|(\d{1,2})(?:st|nd|rd|th)?(?:,?[ \u00a0](\d{4}))?)/y;
const TIME = /(\d{1,2}):(\d{2})(:\d{2}(?:\.\d{1,9})?)?(?:[ \u00a0]?([AaPp])\.?[Mm]\b)?/y;

/** Dates and times that begin with the digit at `start`. @returns Their end, or null. */
export function scanDigitDate(text: string, start: number, sink: FactSink): number | null {
  return (
    isoDate(text, start, sink) ??
    isoMonth(text, start, sink) ??
    slashDate(text, start, sink) ??
    japaneseDate(text, start, sink) ??
    dayMonthDate(text, start, sink) ??
    time(text, start, sink)
  );
}

/** `Aug 1, 2026`, `August 1`, `Aug 2026`, beginning with the capital at `start`. */
export function scanMonthDate(text: string, start: number, sink: FactSink): number | null {
  const match = matchAt(MONTH_DAY, text, start);
  if (match === null || isWordAt(text, start + match[0].length)) return null;
  const month = monthNumber(match[1] ?? '');
  if (month === null) return null;
  const [, , yearOfMonth, day, year] = match;
  const end = start + match[0].length;
  if (yearOfMonth !== undefined) return emit(sink, start, end, `${yearOfMonth}-${two(month)}`);
  return emitDay(sink, start, end, year, month, Number(day));
}

export function isMonthName(word: string): boolean {
  return monthNumber(word) !== null;
}

function isoDate(text: string, start: number, sink: FactSink): number | null {
  const match = matchAt(ISO, text, start);
  if (match === null || !isDay(Number(match[2]), Number(match[3]))) return null;
  const end = start + match[0].length;
  return isWordAt(text, end) ? null : emit(sink, start, end, match[0]);
}

function isoMonth(text: string, start: number, sink: FactSink): number | null {
  const match = matchAt(YEAR_MONTH, text, start);
  if (match === null || !isDay(Number(match[2]), 1)) return null;
  const end = start + match[0].length;
  return goesOn(text, end, '-') ? null : emit(sink, start, end, match[0]);
}

function slashDate(text: string, start: number, sink: FactSink): number | null {
  const yearFirst = matchAt(YEAR_FIRST, text, start);
  if (yearFirst !== null && isDay(Number(yearFirst[3]), Number(yearFirst[4]))) {
    const end = start + yearFirst[0].length;
    if (!goesOn(text, end, yearFirst[2])) {
      return emitDay(sink, start, end, yearFirst[1], Number(yearFirst[3]), Number(yearFirst[4]));
    }
  }
  const match = matchAt(YEAR_LAST, text, start);
  if (match === null || goesOn(text, start + match[0].length, match[2])) return null;
  return yearLastDate(match, start, sink);
}

/** `01/08/2026` is the first of August or the eighth of January: it stays as written unless only one can be. */
function yearLastDate(match: RegExpExecArray, start: number, sink: FactSink): number | null {
  const [written, firstText, separator, secondText, year = ''] = match;
  const first = Number(firstText);
  const second = Number(secondText);
  const end = start + written.length;
  const dayFirst = isDay(second, first);
  const monthFirst = isDay(first, second);
  if (!dayFirst && !monthFirst) return null;
  if (separator === '.') {
    // Dots are written day first; two digits of year are left to version numbers.
    return dayFirst && year.length === 4 ? emitDay(sink, start, end, year, second, first) : null;
  }
  if (year.length === 2 || (dayFirst && monthFirst && first !== second))
    return emit(sink, start, end, written);
  return dayFirst
    ? emitDay(sink, start, end, year, second, first)
    : emitDay(sink, start, end, year, first, second);
}

function japaneseDate(text: string, start: number, sink: FactSink): number | null {
  const match = matchAt(JAPANESE, text, start);
  if (match === null || !isDay(Number(match[2]), Number(match[3]))) return null;
  return emitDay(sink, start, start + match[0].length, match[1], Number(match[2]), Number(match[3]));
}

function dayMonthDate(text: string, start: number, sink: FactSink): number | null {
  const match = matchAt(DAY_MONTH, text, start);
  if (match === null) return null;
  const [written, day, name = '', year] = match;
  const month = /^[A-Z]/.test(name) ? monthNumber(name) : null;
  if (month === null || !isDay(month, Number(day))) return null;
  const end = start + written.replace(/\.$/, '').length;
  return isWordAt(text, end) ? null : emitDay(sink, start, end, year, month, Number(day));
}

function time(text: string, start: number, sink: FactSink): number | null {
  const match = matchAt(TIME, text, start);
  if (match === null || text[start - 1] === ':') return null;
  const [written, hourText, minuteText = '', seconds = '', half] = match;
  const end = start + written.length;
  const isTwelveHours = half !== undefined;
  let hour = Number(hourText);
  if (hour > (isTwelveHours ? 12 : 23) || Number(minuteText) > 59 || goesOn(text, end, ':')) return null;
  if (isTwelveHours) hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return emit(sink, start, end, `${two(hour)}:${minuteText}${seconds}`);
}

/** True where what looks like the end of a date is the middle of a longer figure with that separator. */
function goesOn(text: string, end: number, separator: string | undefined): boolean {
  return isWordAt(text, end) || (text[end] === separator && /\d/.test(text[end + 1] ?? ''));
}

function emitDay(
  sink: FactSink,
  start: number,
  end: number,
  year: string | undefined,
  month: number,
  day: number,
): number | null {
  if (!isDay(month, day)) return null;
  // A day of no particular year is no ISO date; it keeps the form in which people write it.
  const normal =
    year === undefined ? `${day} ${MONTH_NAMES[month - 1] ?? ''}` : `${year}-${two(month)}-${two(day)}`;
  return emit(sink, start, end, normal);
}

function emit(sink: FactSink, start: number, end: number, normal: string): number {
  sink('date', start, end, normal);
  return end;
}

function isDay(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function monthNumber(name: string): number | null {
  const lower = name.toLowerCase();
  const index = MONTHS.findIndex((month) => lower.startsWith(month));
  if (index < 0) return null;
  const isWritten = lower.length === 3 || lower === 'sept' || lower === LONG_MONTHS[index];
  return isWritten ? index + 1 : null;
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start;
  return pattern.exec(text);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
