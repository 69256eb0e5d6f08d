const RFC_3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/;

/** How Go writes a time that nobody set. */
export const GO_ZERO_TIME = '0001-01-01T00:00:00Z';

const LATEST_ZERO_TIME_MS = Date.parse('0001-01-03T00:00:00Z');

/**
 * Reads an RFC 3339 time, with any number of fraction digits and any offset, as whole milliseconds
 * (finer digits are cut, never rounded into the next one).
 *
 * @returns null for Go's zero time: nobody set one. undefined for text that is no time.
 */
export function parseRfc3339(text: string): number | null | undefined {
  const exact = isInMilliseconds(text) ? text : inMilliseconds(text);
  const ms = exact === null ? Number.NaN : Date.parse(exact);
  if (Number.isNaN(ms)) return undefined;
  // In a zone of its own the zero time falls on the day before or after.
  return ms < LATEST_ZERO_TIME_MS ? null : ms;
}

/** `2026-01-05T08:00:00.000Z`; null for text that is no time. */
function inMilliseconds(text: string): string | null {
  const match = RFC_3339.exec(text);
  if (match === null) return null;
  const [, date, time, fraction = '', offset] = match;
  if (date === undefined || time === undefined || offset === undefined) return null;
  return `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset.toUpperCase()}`;
}

const IN_MILLISECONDS = '0000-00-00T00:00:00.000Z';
const ZERO = IN_MILLISECONDS.charCodeAt(0);

/** Most times are in this form already, and a file has one in every record. */
function isInMilliseconds(text: string): boolean {
  if (text.length !== IN_MILLISECONDS.length) return false;
  for (let index = 0; index < IN_MILLISECONDS.length; index += 1) {
    const unit = text.charCodeAt(index);
    const form = IN_MILLISECONDS.charCodeAt(index);
    if (form === ZERO ? unit < ZERO || unit > ZERO + 9 : unit !== form) return false;
  }
  return true;
}

/** Null is written as Go's zero time. */
export function formatRfc3339(ms: number | null): string {
  return ms === null ? GO_ZERO_TIME : new Date(ms).toISOString();
}
