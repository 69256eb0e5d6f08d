import type { CancelSignal } from '../domain/cancel-signal.ts';

/** An output stream, as far as the command line needs one. */
export interface CliOutput {
  /** Resolves when the text has been taken. */
  write(text: string): Promise<void>;
  readonly isTerminal: boolean;
}

/** Everything the command line takes from the process it runs in, so that a test can be its process. */
export interface CliIo {
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C. */
  readonly signal: CancelSignal & AbortSignal;
  readonly nowMs: () => number;
  readonly newId: () => string;
  readonly version: string;
}

/** How a command ends; the numbers are part of the interface. */
export const EXIT = {
  done: 0,
  someInputHadErrors: 1,
  wrongUsage: 2,
  nothingRead: 3,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with a message for people and a code for scripts. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
