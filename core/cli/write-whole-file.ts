import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InspectorError } from '../domain/errors.ts';
import { CliError, EXIT } from './cli-io.ts';

/** Written in pieces of about this many characters. */
const PIECE_CHARACTERS = 256 * 1024;

export interface WholeFileOptions {
  readonly force: boolean;
  readonly newId: () => string;
  readonly signal?: AbortSignal;
  /** Looks at the file before it gets its name; what it throws leaves nothing behind. */
  readonly check?: (temporary: string) => Promise<void>;
}

/**
 * Writes a file that appears whole or not at all: under another name in the same folder first.
 *
 * @returns Its size in bytes.
 * @throws CliError when the file exists and `force` isn't set, or its folder doesn't exist; InspectorError
 *   'cancelled' once the signal is aborted.
 */
export async function writeWholeFile(
  path: string,
  texts: Iterable<string>,
  options: WholeFileOptions,
): Promise<number> {
  await refuseToOverwrite(path, options.force);
  const temporary = `${path}.${options.newId()}.tmp`;
  try {
    await writeTexts(temporary, texts, options.signal);
    await options.check?.(temporary);
    const { size } = await stat(temporary);
    await rename(temporary, path);
    return size;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeTexts(
  path: string,
  texts: Iterable<string>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = await open(path, 'wx');
  try {
    let piece = '';
    for (const text of texts) {
      piece += text;
      if (piece.length < PIECE_CHARACTERS) continue;
      await file.write(piece);
      piece = '';
      if (signal?.aborted === true) throw new InspectorError('cancelled', 'writing was cancelled');
    }
    await file.write(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function refuseToOverwrite(path: string, force: boolean): Promise<void> {
  const known = await statOrNull(path);
  if (known?.isDirectory() === true) throw new CliError(EXIT.wrongUsage, `${path} is a folder; name a file`);
  if (known !== null && !force) {
    throw new CliError(EXIT.wrongUsage, `${path} exists; --force overwrites it`);
  }
  const folder = dirname(path);
  if ((await statOrNull(folder))?.isDirectory() !== true) {
    throw new CliError(EXIT.wrongUsage, `there is no folder ${folder}; make it first`);
  }
}

async function statOrNull(path: string): Promise<Awaited<ReturnType<typeof stat>> | null> {
  try {
    return await stat(path);
  } catch {
    return null;
  }
}
