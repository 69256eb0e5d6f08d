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
  const match = RFC_3339.exec(text);
  if (match === null) return undefined;
  const [, date, time, fraction = '', offset] = match;
  if (date === undefined || time === undefined || offset === undefined) return undefined;
  const ms = Date.parse(`${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset.toUpperCase()}`);
  if (Number.isNaN(ms)) return undefined;
  // In a zone of its own the zero time falls on the day before or after.
  return ms < LATEST_ZERO_TIME_MS ? null : ms;
}

/** Null is written as Go's zero time. */
export function formatRfc3339(ms: number | null): string {
  return ms === null ? GO_ZERO_TIME : new Date(ms).toISOString();
}
