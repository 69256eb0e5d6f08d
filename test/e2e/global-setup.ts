import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

const START_LIMIT_MS = 20_000;

/**
 * Gives the tests a display of their own, so that they see the same screen everywhere and no window
 * opens on the developer's. Xvfb picks a free number itself and says which on the pipe it's given.
 */
export default async function startDisplay(): Promise<() => Promise<void>> {
  if (process.platform !== 'linux') return () => Promise.resolve();

  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-noreset'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  process.env['DISPLAY'] = `:${await displayNumber(server)}`;
  delete process.env['WAYLAND_DISPLAY'];
  return () => stop(server);
}

function displayNumber(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('Xvfb did not start in time'));
    }, START_LIMIT_MS);
    server.once('error', (cause) => {
      reject(
        new Error('Xvfb could not be started: node scripts/prepare-runtime.mjs says what is missing', {
          cause,
        }),
      );
    });
    server.once('exit', (code) => {
      reject(new Error(`Xvfb ended with code ${String(code)} before it had a display`));
    });
    let text = '';
    numberPipe(server).on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (!text.includes('\n')) return;
      clearTimeout(timer);
      resolve(text.trim());
    });
  });
}

function numberPipe(server: ChildProcess): Readable {
  const pipe = server.stdio[3];
  if (pipe === null || pipe === undefined || !('read' in pipe))
    throw new Error('Xvfb has no pipe to answer on');
  return pipe;
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill();
  await ended;
}
