import { runCli } from '../../../../core/cli/program.ts';
import type { CliIo } from '../../../../core/cli/cli-io.ts';

export interface CliRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliRunOptions {
  readonly stdin?: string;
  readonly env?: CliIo['env'];
  readonly isTerminal?: boolean;
  readonly signal?: AbortSignal;
}

/** Runs a command line in this process, with everything it writes caught. */
export async function cli(argv: readonly string[], options: CliRunOptions = {}): Promise<CliRun> {
  const written = { stdout: '', stderr: '' };
  let ids = 0;
  let clockMs = 1_780_000_000_000;
  const output = (name: 'stdout' | 'stderr'): CliIo['stdout'] => ({
    isTerminal: options.isTerminal ?? false,
    write: async (text) => {
      written[name] += text;
    },
  });
  const io: CliIo = {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: (async function* () {
      yield new TextEncoder().encode(options.stdin ?? '');
    })(),
    env: options.env ?? {},
    signal: options.signal ?? new AbortController().signal,
    nowMs: () => (clockMs += 250),
    newId: () => `id-${(ids += 1)}`,
    version: '1.2.3',
  };
  const exitCode = await runCli(argv, io);
  return { exitCode, ...written };
}

/** The one JSON document on stdout. */
export function jsonOf(run: CliRun): unknown {
  return JSON.parse(run.stdout);
}
