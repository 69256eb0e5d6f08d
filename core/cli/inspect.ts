import type { Command } from 'commander';
import { inspectThread, type InspectOptions } from '../inspect/inspect-thread.ts';
import type { CliIo, ExitCode } from './cli-io.ts';
import { printJson, withCommonOptions, withLimitOption } from './common-options.ts';
import { readArguments, withInputOptions, type InputArguments } from './input-options.ts';
import { inspectionReport } from './inspection-report.ts';
import { exitCodeOf, reportProblems } from './read-inputs.ts';
import { paintFor } from './terminal-style.ts';

interface InspectCommandOptions extends InputArguments {
  readonly limit?: number;
  readonly all?: boolean;
}

export function registerInspect(program: Command, io: CliIo, end: (code: ExitCode) => void): void {
  const command = program
    .command('inspect')
    .description('show the threads of export files: runs, summary boundaries, model view, usage, findings')
    .argument('<file...>', 'files, folders, or - for standard input');
  withLimitOption(withInputOptions(command, 'files')).option('--all', 'list every run of a long thread');
  withCommonOptions(command).action(async (paths: string[], options: InspectCommandOptions) => {
    const inputs = await readArguments(paths, options, io);
    const inspectOptions: InspectOptions =
      options.limit === undefined ? {} : { contextWindow: options.limit };
    const threads = inputs.threads.map((thread) => inspectThread(thread, inspectOptions));
    if (options.json === true) await printJson(io, { files: inputs.files, threads });
    else {
      const paint = paintFor(io.stdout, io.env);
      const report = inspectionReport(inputs.files, threads, { paint, everyRun: options.all === true });
      if (report !== '') await io.stdout.write(`${report}\n`);
    }
    await reportProblems(inputs.files, io);
    end(exitCodeOf(inputs));
  });
}
