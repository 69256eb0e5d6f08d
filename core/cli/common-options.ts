import { InvalidArgumentError, type Command } from 'commander';
import type { CliIo } from './cli-io.ts';

/** Options every command has. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly debug?: boolean;
}

export function withCommonOptions(command: Command): Command {
  return command
    .option('--json', 'print exactly one JSON document on stdout')
    .option('--debug', 'add stack traces to errors');
}

export function withLimitOption(command: Command): Command {
  return command.option(
    '--limit <tokens>',
    "context window in tokens; default: the thread's model's",
    wholeNumberArgument,
  );
}

/** For commander: a whole number ≥ 0, written plainly or with separators (`4_000`, `4,000`). */
export function wholeNumberArgument(text: string): number {
  const digits = text.replace(/(?<=\d)[_,](?=\d{3})/g, '');
  if (!/^\d+$/.test(digits) || !Number.isSafeInteger(Number(digits))) {
    throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  }
  return Number(digits);
}

/** For commander: a number ≥ 0 with an optional fraction. */
export function decimalArgument(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number < 0) {
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  }
  return number;
}

export async function printJson(io: CliIo, document: unknown): Promise<void> {
  await io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
}

/** Writes the stack of whatever went wrong under --debug. */
export function failureLogger(options: CommonOptions, io: CliIo): ((error: unknown) => void) | undefined {
  if (options.debug !== true) return undefined;
  return (error) => void io.stderr.write(`${stackOf(error)}\n`);
}

export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}
