import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from './paths.mjs';
import { run } from './run.mjs';

const electron = fromRoot('node_modules', 'electron');

/** Present in the folder of an Electron that may be developed with and not shipped. */
export const FALLBACK_MARK = 'tidemark-fallback.json';

/**
 * Which Electron node_modules/electron would start.
 *
 * @returns {'official' | 'fallback' | 'none'}
 */
export function installedElectron() {
  const dist = join(electron, 'dist');
  const pathFile = join(electron, 'path.txt');
  if (!existsSync(pathFile) || !existsSync(join(dist, readFileSync(pathFile, 'utf8')))) return 'none';
  return existsSync(join(dist, FALLBACK_MARK)) ? 'fallback' : 'official';
}

/**
 * Runs the electron package's own installer, which fetches the release this project is built with.
 *
 * Not over a linked fallback: it would unpack into the cache the link points to.
 *
 * @returns {{ ok: boolean, output: string }} Where GitHub can't be reached it fails within a second.
 */
export function installOfficialElectron() {
  const dist = join(electron, 'dist');
  if (existsSync(dist) && lstatSync(dist).isSymbolicLink())
    return { ok: false, output: 'a fallback is linked' };
  return run(process.execPath, [join(electron, 'install.js')], { timeoutMs: 10 * 60_000 });
}

export function officialVersion() {
  return String(JSON.parse(readFileSync(join(electron, 'package.json'), 'utf8')).version);
}
