import { isRecord } from '../raw-record.ts';

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i;

/** Go's zero time and everything near it: the writer had no time to give. */
const EARLIEST_MS = Date.UTC(1970, 0, 2);
/** The last moment that a date can be; a larger number is no time. */
const LATEST_MS = 8.64e15;

/**
 * A point in time as any of the formats writes it, in milliseconds since 1970 (fractions are cut).
 * A number below 1e11 is seconds, below 1e14 milliseconds, below 1e17 microseconds, else nanoseconds;
 * so is a text of digits. A text in ISO form may have any fraction and offset; without an offset it is
 * UTC. MongoDB's `$date` and `$numberLong` are unwrapped.
 *
 * @returns null for a missing, zero or unreadable time.
 */
export function readTimeMs(value: unknown): number | null {
  if (typeof value === 'number') return numberTimeMs(value);
  if (typeof value === 'string') return textTimeMs(value.trim());
  if (isRecord(value)) return readTimeMs(value['$date'] ?? value['$numberLong']);
  return null;
}

/** The first of the named fields that holds a time. */
export function firstTimeMs(
  record: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): number | null {
  for (const field of fields) {
    const time = readTimeMs(record[field]);
    if (time !== null) return time;
  }
  return null;
}

function numberTimeMs(value: number): number | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  if (value < 1e11) return Math.trunc(value * 1000);
  if (value < 1e14) return Math.trunc(value);
  if (value < 1e17) return Math.trunc(value / 1e3);
  const ms = Math.trunc(value / 1e6);
  return ms > LATEST_MS ? null : ms;
}

function textTimeMs(text: string): number | null {
  if (/^\d+(?:\.\d+)?$/.test(text)) return numberTimeMs(Number(text));
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    ms,
  );
  const time = local - offsetMs(zone);
  return Number.isNaN(time) || time < EARLIEST_MS ? null : time;
}

function offsetMs(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -1 : 1) * minutes * 60_000;
}
