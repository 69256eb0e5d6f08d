const GROUPED = new Intl.NumberFormat('en-US');

/** `82.4k`, `412`, `1.9M`: for chips and axes. Whole numbers below 1,000. */
export function shortTokens(tokens: number): string {
  const size = Math.abs(tokens);
  if (size < 1_000) return String(Math.round(tokens));
  const [divisor, unit] = size < 999_500 ? [1_000, 'k'] : [1_000_000, 'M'];
  const scaled = tokens / divisor;
  return `${Math.abs(scaled) < 99.95 ? scaled.toFixed(1) : scaled.toFixed(0)}${unit}`;
}

/** `58,240`. */
export function grouped(value: number): string {
  return GROUPED.format(value);
}

/** `128k`, `1M` for a round number, else as shortTokens: for context windows and thresholds. */
export function roundTokens(tokens: number): string {
  if (tokens >= 1_000_000 && tokens % 1_000_000 === 0) return `${tokens / 1_000_000}M`;
  return tokens >= 1_000 && tokens % 1_000 === 0 ? `${tokens / 1_000}k` : shortTokens(tokens);
}

/** `64 %`; one digit after the point below 10 %. */
export function percent(share: number): string {
  const value = share * 100;
  return `${value !== 0 && Math.abs(value) < 9.95 ? value.toFixed(1) : value.toFixed(0)} %`;
}

/** `−99.3 %`, `+12 %`: a change relative to `from`. */
export function change(from: number, to: number): string {
  if (from === 0) return '';
  const value = ((to - from) / from) * 100;
  const digits = Math.abs(value) >= 99.95 || Math.abs(value) < 0.05 ? 0 : 1;
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)} %`;
}

/** `38 ms`, `2.3 s`, `4 min 10 s`, `3 h 5 min`, `2 d 4 h`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const pair = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
    small === 0 ? `${big} ${bigUnit}` : `${big} ${bigUnit} ${small} ${smallUnit}`;
  const whole = Math.round(seconds);
  if (whole < 3_600) return pair(Math.floor(whole / 60), 'min', whole % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** `$0.0031`, `$1.37`, `$0`: enough digits to tell small amounts apart. */
export function dollars(amount: number): string {
  const size = Math.abs(amount);
  const sign = amount < 0 ? '−' : '';
  const digits = size >= 1 ? 2 : size >= 0.0001 ? 4 : 6;
  const shown = size.toFixed(digits);
  return Number(shown) === 0 ? '$0' : `${sign}$${shown}`;
}

/** `1 run`, `17 runs`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** `812 B`, `1.4 MB` (powers of 1,000). */
export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1_000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.95 ? value.toFixed(0) : value.toFixed(1)} ${UNITS[unit] ?? 'B'}`;
}
