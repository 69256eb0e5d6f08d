import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { conversationFileName } from '../adapters/jsonl/conversation-file.ts';
import { hastekitHistory } from '../exporters/hastekit-history.ts';
import type { ThreadDocument } from '../domain/thread.ts';
import { writeHastekitRecord } from '../persistence/hastekit-records.ts';
import { writeWholeFile } from './write-whole-file.ts';

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
  await writeWholeFile(path, lines(document), options);
  return path;
}

function* lines(document: ThreadDocument): Generator<string, void> {
  for (const record of hastekitHistory(document)) yield `${writeHastekitRecord(record)}\n`;
}
