/**
 * One line of the benchmark: a figure, what it is compared with in the same run, and what it must stay within.
 *
 * @typedef {object} BenchLine
 * @property {string} name
 * @property {string} figure What was measured, with its unit.
 * @property {string} baseline What it is compared with; empty for a figure that stands alone.
 * @property {string} limit What it must stay within, in words.
 * @property {boolean} ok
 */

/**
 * @param {readonly number[]} values
 * @returns {number}
 */
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/**
 * Median milliseconds of one call, after calls that are not counted.
 *
 * @param {() => unknown} run
 * @param {{ runs?: number, warmUps?: number }} [options]
 */
export async function medianMs(run, { runs = 9, warmUps = 3 } = {}) {
  for (let index = 0; index < warmUps; index += 1) await run();
  const times = [];
  for (let index = 0; index < runs; index += 1) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** @param {number} value */
export const ms = (value) => `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
/** @param {number} value */
export const times = (value) => `${value < 10 ? value.toFixed(2) : Math.round(value)}×`;
/** @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`;
