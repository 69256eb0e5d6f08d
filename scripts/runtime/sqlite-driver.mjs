import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cacheFolder, fromRoot } from './paths.mjs';
import { lastLines, run } from './run.mjs';

const driver = fromRoot('node_modules', 'better-sqlite3-legacy');
const binding = join(driver, 'build', 'Release', 'better_sqlite3.node');

/** Whether this Node is too old for the driver that ships its own binaries. */
export const needsLegacyDriver = () => Number(process.versions.napi) < 10;

/**
 * Builds the legacy driver for this Node, once: about a minute of compiling, kept in the cache.
 *
 * @param {() => unknown} prepareCompilers Called before a compile.
 * @returns {string} One line that says what was done.
 * @throws When there is neither a ready-made binary nor a compiler.
 */
export function prepareSqliteDriver(prepareCompilers) {
  if (!needsLegacyDriver()) return 'SQLite: better-sqlite3, ready-made';
  if (loads()) return 'SQLite: better-sqlite3-legacy, built before';

  const cached = join(cacheFolder, 'sqlite', `${cacheName()}.node`);
  if (existsSync(cached)) {
    mkdirSync(dirname(binding), { recursive: true });
    copyFileSync(cached, binding);
    if (loads()) return 'SQLite: better-sqlite3-legacy, from the cache';
  }

  const how = downloadBinary() ? 'downloaded' : compile(prepareCompilers);
  mkdirSync(dirname(cached), { recursive: true });
  // A rename, so that a second installation never copies half a file.
  const unfinished = `${cached}.${process.pid}`;
  copyFileSync(binding, unfinished);
  renameSync(unfinished, cached);
  return `SQLite: better-sqlite3-legacy, ${how} for Node ${process.versions.node}`;
}

/** In a process of its own: a binary that doesn't fit can end the process that loads it. */
function loads() {
  if (!existsSync(binding)) return false;
  return run(process.execPath, ['-e', `new (require(${JSON.stringify(driver)}))(':memory:').close()`]).ok;
}

function cacheName() {
  const { version } = JSON.parse(readFileSync(join(driver, 'package.json'), 'utf8'));
  return `better-sqlite3-${version}-node-${process.versions.modules}-${process.platform}-${process.arch}`;
}

function downloadBinary() {
  const program = fromRoot('node_modules', 'prebuild-install', 'bin.js');
  return (
    existsSync(program) && run(process.execPath, [program], { cwd: driver, timeoutMs: 20_000 }).ok && loads()
  );
}

/** @param {() => unknown} prepareCompilers */
function compile(prepareCompilers) {
  prepareCompilers();
  const require = createRequire(import.meta.url);
  const gyp = process.env['npm_config_node_gyp'] ?? require.resolve('node-gyp/bin/node-gyp.js');
  const args = [gyp, 'rebuild', '--release', '--jobs=max', ...installedHeaders()];
  const { ok, output } = run(process.execPath, args, { cwd: driver });
  if (!ok || !loads()) throw new Error(`better-sqlite3-legacy could not be built:\n${lastLines(output, 15)}`);
  return 'compiled';
}

/** Headers that came with Node save a download that not every network allows. */
function installedHeaders() {
  const prefix = dirname(dirname(process.execPath));
  return existsSync(join(prefix, 'include', 'node', 'node.h')) ? [`--nodedir=${prefix}`] : [];
}
