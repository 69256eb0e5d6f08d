import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InspectorError } from '../../domain/errors.ts';
import { parseHastekitLine } from '../../persistence/hastekit-records.ts';
import type { ThreadLedger } from '../../persistence/thread-ledger.ts';
import { isConversationFile, type FileEnd } from './conversation-file.ts';
import { splitLines, type FileLine } from './split-lines.ts';

/**
 * Applies every record of every conversation file in the folder, file by file, in order.
 *
 * @returns How each file ends, by its name: what a writer has to know before it appends.
 * @throws InspectorError 'storage-failed' for a line that is no record, other than a torn last one.
 */
export async function replayFiles(
  directory: string,
  ledger: ThreadLedger,
  onTornLine: (file: string) => void,
): Promise<Map<string, FileEnd>> {
  const ends = new Map<string, FileEnd>();
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && isConversationFile(entry.name));
  for (const { name } of names.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = join(directory, name);
    ends.set(name, replayFile(path, await readFile(path), ledger, onTornLine));
  }
  return ends;
}

function replayFile(
  path: string,
  bytes: Uint8Array,
  ledger: ThreadLedger,
  onTornLine: (file: string) => void,
): FileEnd {
  for (const line of splitLines(bytes)) {
    if (applyLine(path, line, ledger)) continue;
    onTornLine(path);
    return { sizeBytes: bytes.length, goodBytes: line.offsetBytes, endsWithLineBreak: true };
  }
  const endsWithLineBreak = bytes.length === 0 || bytes.at(-1) === 0x0a;
  return { sizeBytes: bytes.length, goodBytes: bytes.length, endsWithLineBreak };
}

/** False for a torn last line. */
function applyLine(path: string, line: FileLine, ledger: ThreadLedger): boolean {
  const result = parseHastekitLine(line.text);
  if (!result.ok) {
    // A crash leaves half a JSON text. A last line that is whole but no record was written on purpose,
    // by something else than this format's writers, and must not be cut off.
    if (line.isLast && result.problem.code === 'not-json') return false;
    throw new InspectorError(
      'storage-failed',
      `${path}, line ${line.number}: ${result.problem.message}; what follows it can't be trusted`,
    );
  }
  const { record } = result;
  if (record.type === 'message') ledger.applyRun(record.namespace, record.run);
  else ledger.applySummary(record.namespace, record.summary);
  return true;
}
