import type { Command } from 'commander';
import type { FieldMapping } from '../importers/mapped/field-mapping.ts';
import { inspectThread, type InspectOptions } from '../inspect/inspect-thread.ts';
import type { CliIo, ExitCode } from './cli-io.ts';
import {
  failureLogger,
  printJson,
  wholeNumberArgument,
  withCommonOptions,
  type CommonOptions,
} from './common-options.ts';
import { inspectionReport } from './inspection-report.ts';
import { fieldMapping, MAP_FLAGS, MAP_HELP } from './map-option.ts';
import { exitCodeOf, readInputs, reportProblems } from './read-inputs.ts';
import { paintFor } from './terminal-style.ts';

interface InspectCommandOptions extends CommonOptions {
  readonly format?: string;
  readonly map?: FieldMapping;
  readonly thread?: string;
  readonly limit?: number;
  readonly all?: boolean;
}

export function registerInspect(program: Command, io: CliIo, end: (code: ExitCode) => void): void {
  const command = program
    .command('inspect')
    .description('show the threads of export files: runs, summary boundaries, model view, usage, findings')
    .argument('<file...>', 'files, folders, or - for standard input')
    .option('--format <name>', 'read every file as this format instead of telling from its content')
    .option(MAP_FLAGS, MAP_HELP, fieldMapping)
    .option('--thread <id>', 'only this thread')
    .option(
      '--limit <tokens>',
      "context window in tokens; default: the thread's model's",
      wholeNumberArgument,
    )
    .option('--all', 'list every run of a long thread');
  withCommonOptions(command).action(async (paths: string[], options: InspectCommandOptions) => {
    const inputs = await readInputs(
      paths,
      {
        format: options.format,
        map: options.map,
        thread: options.thread,
        onFailure: failureLogger(options, io),
      },
      io,
    );
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
