import { Command, CommanderError } from 'commander';
import { InspectorError } from '../domain/errors.ts';
import { CliError, EXIT, type CliIo, type ExitCode } from './cli-io.ts';
import { COMMANDS } from './commands.ts';
import { stackOf } from './common-options.ts';

/**
 * Runs one command line and says how it ended. Results go to stdout; errors, warnings and progress to
 * stderr. Never throws.
 *
 * @param argv The arguments, without the program's own name.
 */
export async function runCli(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  const pending: Promise<void>[] = [];
  const program = new Command('tidemark')
    .description('Inspect, replay and summarize threads of LLM agents.')
    .version(io.version, '--version', 'print the version')
    .helpOption('--help', 'show help')
    .configureOutput({
      writeOut: (text) => void pending.push(io.stdout.write(text)),
      writeErr: (text) => void pending.push(io.stderr.write(text)),
    })
    .showHelpAfterError('(--help shows how it is used)')
    .exitOverride();
  const end = (code: ExitCode): void => {
    exitCode = code;
  };
  for (const register of COMMANDS) register(program, io, end);

  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    exitCode = await endOf(error, argv.includes('--debug'), io);
  }
  await Promise.all(pending);
  return exitCode;
}

async function endOf(error: unknown, debug: boolean, io: CliIo): Promise<ExitCode> {
  // Commander has said what was wrong; help and version end "in error" with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
  if (error instanceof InspectorError && error.code === 'cancelled') return EXIT.interrupted;
  const message = error instanceof Error ? error.message : String(error);
  await io.stderr.write(`tidemark: ${message}\n`);
  if (debug) await io.stderr.write(`${stackOf(error)}\n`);
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof InspectorError && error.code === 'invalid-option') return EXIT.wrongUsage;
  return EXIT.someInputHadErrors;
}
