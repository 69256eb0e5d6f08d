import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { openFileSource } from '../adapters/fs/byte-sources.ts';
import type { ThreadDocument } from '../domain/thread.ts';
import { lossesBetween, type Loss } from '../exporters/round-trip.ts';
import { collectThreads } from '../importers/collect-threads.ts';
import { inspectThread } from '../inspect/inspect-thread.ts';
import { CliError, EXIT, type CliIo, type ExitCode } from './cli-io.ts';
import { printJson, withCommonOptions } from './common-options.ts';
import { CONVERT_TARGETS, type ConvertTarget } from './convert-targets.ts';
import { readArguments, withInputOptions, type InputArguments } from './input-options.ts';
import { exitCodeOf, reportProblems, type InputReport } from './read-inputs.ts';
import { paintFor } from './terminal-style.ts';
import { byteSize, counted, plainText } from './text-table.ts';
import { writeWholeFile } from './write-whole-file.ts';

interface ConvertCommandOptions extends InputArguments {
  readonly to: string;
  readonly out: string;
  readonly force?: boolean;
}

interface Converted {
  readonly path: string;
  readonly format: string;
  readonly threads: readonly string[];
  readonly bytes: number;
  readonly losses: readonly Loss[];
}

export function registerConvert(program: Command, io: CliIo, end: (code: ExitCode) => void): void {
  const names = CONVERT_TARGETS.map(({ name }) => name);
  const command = program
    .command('convert')
    .description('write the threads of an export file in another format')
    .argument('<file>', 'a file, or - for standard input')
    .addOption(new Option('--to <format>', 'the format to write').choices(names).makeOptionMandatory())
    .requiredOption('--out <path>', 'the file to write')
    .option('--force', 'overwrite an existing file');
  withCommonOptions(withInputOptions(command, 'one file')).action(
    async (file: string, options: ConvertCommandOptions) => {
      const target = CONVERT_TARGETS.find(({ name }) => name === options.to);
      if (target === undefined)
        throw new CliError(EXIT.wrongUsage, `there is no format ${options.to} to write`);
      if (file !== '-' && resolve(file) === resolve(options.out)) {
        throw new CliError(EXIT.wrongUsage, `${options.out} is the file to read; name another with --out`);
      }
      const inputs = await readArguments([file], options, io);
      if (inputs.files.length > 1) {
        throw new CliError(EXIT.wrongUsage, `${file} is a folder; convert its files one by one`);
      }
      const threads = inputs.threads.filter(({ runs }) => runs.length > 0);
      const converted = threads.length === 0 ? null : await convert(inputs.threads, target, options, io);
      if (options.json === true) await printJson(io, convertedJson(inputs.files, converted));
      else if (converted !== null) await io.stdout.write(`${reportLine(converted, io)}\n`);
      await reportProblems(inputs.files, io);
      if (converted === null) await io.stderr.write('Nothing was written: there is no run to write.\n');
      for (const { message } of converted?.losses ?? [])
        await io.stderr.write(`${options.out}: warning: ${message}\n`);
      end(converted === null ? EXIT.nothingRead : exitCodeOf(inputs));
    },
  );
}

/** What is written is read back before it gets its name, so that what is lost is told from the file itself. */
async function convert(
  threads: readonly ThreadDocument[],
  target: ConvertTarget,
  { out, force }: ConvertCommandOptions,
  io: CliIo,
): Promise<Converted> {
  let written: readonly ThreadDocument[] = [];
  const bytes = await writeWholeFile(out, target.texts(threads), {
    force: force === true,
    newId: io.newId,
    signal: io.signal,
    check: async (temporary) => {
      const collector = collectThreads();
      await target.importer.read(await openFileSource(temporary), collector.sink, { signal: io.signal });
      written = collector.threads();
    },
  });
  return {
    path: out,
    format: target.name,
    threads: written.map(({ threadId }) => threadId),
    bytes,
    losses: lossesBetween(
      threads.map((thread) => inspectThread(thread)),
      written.map((thread) => inspectThread(thread)),
    ),
  };
}

function convertedJson(files: readonly InputReport[], converted: Converted | null): unknown {
  if (converted === null) return { files, out: null, warnings: [] };
  const { losses, ...out } = converted;
  return { files, out, warnings: losses.map(({ code, message }) => ({ code, line: null, message })) };
}

function reportLine({ path, format, bytes, threads }: Converted, io: CliIo): string {
  const paint = paintFor(io.stdout, io.env);
  const facts = [format, byteSize(bytes), counted(threads.length, 'thread')];
  return `${plainText(path)}  ${paint('dim', facts.join(' · '))}`;
}
