/**
 * Speed, as ratios against something measured in the same run: the machine's own speed cancels out.
 * With names (import, formats, decision, sweep, window, start, big-files), only those; big-files takes minutes and runs
 * only when it is named. Ends with 1 when a line is beyond its limit.
 */
import { runOrThrow } from '../runtime/run.mjs';
import { fromRoot } from '../runtime/paths.mjs';

/** @type {Record<string, () => Promise<import('./measure.mjs').BenchLine[]>>} */
const benches = {
  import: async () => (await import('./import.mjs')).importBench(),
  formats: async () => (await import('./formats.mjs')).formatsBench(),
  decision: async () => (await import('./decision.mjs')).decisionBench(),
  sweep: async () => (await import('./sweep.mjs')).sweepBench(),
  start: async () => (await import('./start.mjs')).startBench(),
  window: async () => (await import('./window.mjs')).windowBench(),
  'big-files': async () => (await import('./big-files.mjs')).bigFilesBench(),
};
const ONLY_WHEN_NAMED = ['big-files'];

runOrThrow(process.execPath, [fromRoot('scripts', 'build.mjs')]);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const lines = [];
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ONLY_WHEN_NAMED.includes(name)) continue;
  for (const line of await bench()) {
    lines.push(line);
    console.log(
      `${line.ok ? 'ok  ' : 'MISS'}  ${line.name.padEnd(44)} ${line.figure.padStart(10)}   ${line.baseline.padEnd(44)} ${line.limit}`,
    );
  }
}
const missed = lines.filter((line) => !line.ok).length;
console.log(`\n${lines.length - missed} of ${lines.length} within their limits`);
process.exit(missed === 0 ? 0 : 1);
