import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { conversationFileName } from '../adapters/jsonl/conversation-file.ts';
import { hastekitHistory } from '../exporters/hastekit-history.ts';
import type { ThreadDocument } from '../domain/thread.ts';
import { writeHastekitRecord } from '../persistence/hastekit-records.ts';
import { CliError, EXIT } from './cli-io.ts';

/**
 * Writes a thread into a folder as a store of the reference SDK: one file for its conversation. The
 * file appears whole or not at all.
 *
 * @returns The file's path.
 * @throws CliError when the file exists and `force` isn't set.
 */
export async function writeStore(
  document: ThreadDocument,
  folder: string,
  options: { readonly force: boolean; readonly newId: () => string },
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, conversationFileName(document.conversationId));
  if (!options.force && (await exists(path))) {
    throw new CliError(EXIT.wrongUsage, `${path} exists; --force overwrites it`);
  }
  const temporary = `${path}.${options.newId()}.tmp`;
  const file = await open(temporary, 'wx');
  try {
    for (const record of hastekitHistory(document)) await file.write(`${writeHastekitRecord(record)}\n`);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await file.close();
  await rename(temporary, path);
  return path;
}

async function exists(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch {
    return false;
  }
}
