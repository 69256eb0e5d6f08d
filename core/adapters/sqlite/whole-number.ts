/** STRICT columns take whole numbers only, and a file may hold anything. */
export function wholeOrNull(value: number | null): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  const whole = Math.trunc(value);
  return Number.isSafeInteger(whole) ? whole : null;
}
