import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EXIT, type CliIo, type CliOutput } from './cli-io.ts';
import { runCli } from './program.ts';

/** The composition root of the command line: the one file that knows the process it runs in. */

const interrupt = new AbortController();
process.on('SIGINT', () => {
  // The second time somebody really means it.
  if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
  interrupt.abort();
});

// A reader that has seen enough (`| head`) closes the pipe; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2), processIo());

function processIo(): CliIo {
  return {
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    stdin: process.stdin,
    env: process.env,
    signal: interrupt.signal,
    nowMs: () => Date.now(),
    newId: () => randomUUID(),
    version: packageVersion(),
  };
}

function output(stream: NodeJS.WriteStream): CliOutput {
  return {
    isTerminal: stream.isTTY,
    write: (text) =>
      new Promise((done, fail) => {
        stream.write(text, (error) => {
          if (error) fail(error);
          else done();
        });
      }),
  };
}

/** Beside the built program and beside its source, the package is two folders up. */
function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version: unknown =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null;
  return typeof version === 'string' ? version : 'unknown';
}
