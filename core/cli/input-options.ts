import type { Command } from 'commander';
import type { FieldMapping } from '../importers/mapped/field-mapping.ts';
import type { CliIo } from './cli-io.ts';
import { failureLogger, type CommonOptions } from './common-options.ts';
import { fieldMapping, MAP_FLAGS, MAP_HELP } from './map-option.ts';
import { readInputs, type Inputs } from './read-inputs.ts';

/** Options of every command that reads exports. */
export interface InputArguments extends CommonOptions {
  readonly format?: string;
  readonly map?: FieldMapping;
  readonly thread?: string;
}

/** What a command is about: a thread of one file, all of one file, or all of several. */
type Reach = 'one thread' | 'one file' | 'files';

const READ_AS: Readonly<Record<Reach, string>> = {
  'one thread': 'the file',
  'one file': 'the file',
  files: 'every file',
};

export function withInputOptions(command: Command, reach: Reach): Command {
  const which =
    reach === 'one thread' ? 'which thread; needed when the file has several' : 'only this thread';
  return command
    .option('--thread <id>', which)
    .option('--format <name>', `read ${READ_AS[reach]} as this format instead of telling from its content`)
    .option(MAP_FLAGS, MAP_HELP, fieldMapping);
}

/** @throws CliError as readInputs. */
export function readArguments(paths: readonly string[], options: InputArguments, io: CliIo): Promise<Inputs> {
  const { format, map, thread } = options;
  return readInputs(paths, { format, map, thread, onFailure: failureLogger(options, io) }, io);
}
