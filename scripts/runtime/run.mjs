import { spawnSync } from 'node:child_process';

/**
 * Runs a program to its end without a shell.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, timeoutMs?: number }} [options]
 * @returns {{ ok: boolean, output: string }} `output` is stdout, then stderr.
 */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    encoding: 'utf8',
    timeout: options.timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const failure = result.error === undefined ? '' : `${program}: ${result.error.message}\n`;
  // Undefined instead of empty, in spite of the types, when the program could not be started.
  const output = [result.stdout, result.stderr, failure].filter(Boolean).join('');
  return { ok: result.status === 0, output };
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 * @returns {string} What it printed.
 */
export function runOrThrow(program, args, options) {
  const { ok, output } = run(program, args, options);
  if (!ok) throw new Error(`${program} ${args.join(' ')} failed:\n${lastLines(output, 15)}`);
  return output;
}

/**
 * @param {string} text
 * @param {number} count
 */
export function lastLines(text, count) {
  return text.trim().split('\n').slice(-count).join('\n');
}
