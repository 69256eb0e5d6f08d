/** ISO 8601 in UTC, without a fraction of zero; null for no time. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString().replace('.000Z', 'Z');
}
