/**
 * Packs the app: for the system it runs on, or with --dir as an unpacked folder.
 *
 * A release is built from the official Electron only. Around the development fallback nothing but the
 * unpacked folder is made, and that says so.
 */
import { spawnSync } from 'node:child_process';
import { makeIfStale } from './build/freshness.mjs';
import { electronTarget, rendererTarget } from './build/targets.mjs';
import { prepareRuntime } from './prepare-runtime.mjs';
import { installedElectron } from './runtime/official-electron.mjs';
import { fromRoot, root } from './runtime/paths.mjs';

const args = process.argv.slice(2);
const unpackedOnly = args.includes('--dir');

for (const problem of await prepareRuntime()) console.error(problem);
const electron = installedElectron();

if (electron === 'none' || (electron === 'fallback' && !unpackedOnly)) {
  console.error(
    'Installers are made from the official Electron only, and it could not be downloaded here.\n' +
      'To try the packaging without it: npm run dist -- --dir',
  );
  process.exitCode = 1;
} else {
  await makeIfStale(electronTarget);
  await makeIfStale(rendererTarget);
  const config = electron === 'official' ? 'electron-builder.yml' : 'scripts/packaging/development.yml';
  const builder = fromRoot('node_modules', 'electron-builder', 'cli.js');
  const { status } = spawnSync(
    process.execPath,
    [builder, '--config', config, '--publish', 'never', ...args],
    { cwd: root, stdio: 'inherit' },
  );
  if (electron === 'fallback') {
    console.log('\nThe folder under dist/ is built around a development Electron: do not hand it out.');
  }
  process.exitCode = status ?? 1;
}
