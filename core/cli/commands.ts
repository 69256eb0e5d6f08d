import type { Command } from 'commander';
import type { CliIo, ExitCode } from './cli-io.ts';
import { registerConvert } from './convert.ts';
import { registerInspect } from './inspect.ts';
import { registerSimulate } from './simulate.ts';
import { registerSummarize } from './summarize.ts';
import { registerSweep } from './sweep.ts';

/** Adds one command to the program. Its action calls `end` with the code the program is to exit with. */
export type RegisterCommand = (program: Command, io: CliIo, end: (code: ExitCode) => void) => void;

/** In the order in which help lists them. */
export const COMMANDS: readonly RegisterCommand[] = [
  registerInspect,
  registerSimulate,
  registerSweep,
  registerSummarize,
  registerConvert,
];
