import { setImmediate } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import { Option, type Command } from 'commander';
import type { ThreadDocument } from '../domain/thread.ts';
import { indexRetention } from '../replay/index-retention.ts';
import { buildThreadProfile, sweep, type SweepResult, type SweepThread } from '../replay/index.ts';
import { CliError, EXIT, type CliIo, type ExitCode } from './cli-io.ts';
import { printJson, withCommonOptions } from './common-options.ts';
import { readArguments, withInputOptions, type InputArguments } from './input-options.ts';
import { exitCodeOf, reportProblems } from './read-inputs.ts';
import {
  priceWarnings,
  replayOptionsOf,
  withReplayOptions,
  type ReplayArguments,
} from './simulate-options.ts';
import { gridOf, rangeArgument, type GridArguments } from './sweep-grid.ts';
import { sweepCsv, sweepJson, sweepReport } from './sweep-report.ts';
import { paintFor } from './terminal-style.ts';

interface SweepCommandOptions extends InputArguments, GridArguments, ReplayArguments {
  readonly csv?: boolean;
}

export function registerSweep(program: Command, io: CliIo, end: (code: ExitCode) => void): void {
  const command = program
    .command('sweep')
    .description('replay threads under a grid of policies, and recommend one')
    .argument('<file...>', 'export files, folders, or - for standard input');
  withInputOptions(command, 'files')
    .option('--threshold <A..B/STEP>', 'llm: occupancies to summarize above', rangeArgument)
    .option('--keep-recent <A..B>', 'llm: newest runs that stay as they are; default: 5', rangeArgument)
    .option('--keep <A..B>', 'sliding window: newest runs that stay', rangeArgument)
    .addOption(new Option('--csv', 'print the rows as CSV').conflicts('json'));
  withCommonOptions(withReplayOptions(command)).action(
    async (paths: string[], options: SweepCommandOptions) => {
      const grid = gridOf(options);
      const inputs = await readArguments(paths, options, io);
      await reportProblems(inputs.files, io);
      for (const warning of priceWarnings(options)) await io.stderr.write(`warning: ${warning}\n`);
      if (inputs.threads.length === 0) throw new CliError(EXIT.nothingRead, 'no thread could be read');
      const result = await sweepThreads(inputs.threads, options, grid, io);
      if (options.json === true) {
        await printJson(
          io,
          sweepJson(
            inputs.threads.map(({ threadId }) => threadId),
            result,
          ),
        );
      } else if (options.csv === true) await io.stdout.write(`${sweepCsv(result)}\n`);
      else await io.stdout.write(`${sweepReport(result, paintFor(io.stdout, io.env))}\n`);
      end(exitCodeOf(inputs));
    },
  );
}

async function sweepThreads(
  documents: readonly ThreadDocument[],
  options: SweepCommandOptions,
  grid: ReturnType<typeof gridOf>,
  io: CliIo,
): Promise<SweepResult> {
  const threads = documents.map((document): SweepThread => ({
    profile: buildThreadProfile(document),
    facts: indexRetention(document.runs),
    options: replayOptionsOf(document, options),
  }));
  const bar = io.stderr.isTerminal
    ? new SingleBar({ format: 'sweep {bar} {value}/{total}', clearOnComplete: true })
    : null;
  try {
    return await sweep(threads, grid, {
      signal: io.signal,
      // Ctrl-C is only heard when the event loop turns.
      breathe: () => setImmediate(),
      onRow: (_row, index, count) => {
        if (index === 0) bar?.start(count, 0);
        bar?.update(index + 1);
      },
    });
  } finally {
    bar?.stop();
  }
}
