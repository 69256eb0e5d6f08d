/** The app while it's being changed: the page reloads by itself, the main process starts again. */
import { spawn } from 'node:child_process';
import { watch } from 'rolldown';
import { createServer } from 'vite';
import { mainBundle, preloadBundle } from './build/node-bundles.mjs';
import { prepareRuntime } from './prepare-runtime.mjs';
import { hasDisplay, requiredSwitches } from './runtime/electron-arguments.mjs';
import { electronExecutable } from './runtime/electron-executable.mjs';
import { fromRoot, root } from './runtime/paths.mjs';

if (!hasDisplay()) {
  console.error('npm run dev opens a window and there is no display. Under Xvfb: xvfb-run -a npm run dev');
  process.exit(1);
}
for (const problem of await prepareRuntime()) console.error(problem);

const server = await createServer({ configFile: fromRoot('vite.config.ts') });
await server.listen();
server.printUrls();
const pageUrl = server.resolvedUrls?.local[0] ?? '';

/** @type {import('node:child_process').ChildProcess | null} */
let running = null;

const watcher = watch(
  [mainBundle(), preloadBundle()].map((bundle) => ({ ...bundle, watch: { clearScreen: false } })),
);
watcher.on('event', (event) => {
  if (event.code === 'BUNDLE_END') void event.result.close();
  if (event.code === 'ERROR') console.error(event.error);
  if (event.code === 'END') restart();
});

process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));

function restart() {
  const before = running;
  const executable = electronExecutable();
  const child = spawn(executable, ['.', ...requiredSwitches(executable)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TIDEMARK_RENDERER_URL: pageUrl },
  });
  running = child;
  before?.kill();
  // Closing the window ends the command; being replaced by a newer one doesn't.
  child.on('exit', (code) => {
    if (running === child) void stop(code ?? 0);
  });
}

/** @param {number} code */
async function stop(code) {
  const last = running;
  running = null;
  last?.kill();
  await Promise.all([watcher.close(), server.close()]);
  process.exit(code);
}
