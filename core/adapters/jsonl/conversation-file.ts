import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

const EXTENSION = '.jsonl';

/** Ids become file names by the SDK's rule: everything outside `[A-Za-z0-9._-]` is an underscore. */
export function conversationFileName(conversationId: string): string {
  const name = conversationId.replace(/[^A-Za-z0-9._-]/gu, '_');
  return `${/^\.*$/.test(name) ? 'conversation' : name}${EXTENSION}`;
}

export function isConversationFile(fileName: string): boolean {
  return fileName.endsWith(EXTENSION);
}

/** How an existing file ends, and what a writer has to do before it may append. */
export interface FileEnd {
  readonly sizeBytes: number;
  /** Bytes up to and including the last good line; what follows is a torn line. */
  readonly goodBytes: number;
  readonly endsWithLineBreak: boolean;
}

/**
 * Appends one line and waits until it is on disk. A torn line at the file's end is cut off first: a
 * record behind it would make it a broken line in the middle. After a failure the file is as long as
 * it was.
 */
export async function appendLine(path: string, line: string, end: FileEnd | null): Promise<void> {
  const file = await open(path, 'a', 0o644);
  try {
    const { size } = await file.stat();
    if (end !== null && size !== end.sizeBytes) {
      throw new Error('another program has changed the file since it was opened: open it again');
    }
    const isNew = size === 0;
    const start = end === null ? size : end.goodBytes;
    if (start < size) await file.truncate(start);
    const separator = end === null || end.endsWithLineBreak ? '' : '\n';
    await writeOrUndo(file, `${separator}${line}\n`, start);
    if (isNew) await syncDirectory(dirname(path));
  } finally {
    await file.close();
  }
}

async function writeOrUndo(file: FileHandle, text: string, lengthBefore: number): Promise<void> {
  try {
    await file.appendFile(text, 'utf8');
    await file.sync();
  } catch (error) {
    await file.truncate(lengthBefore);
    throw error;
  }
}

/** A new file's name is on disk only once its folder is. Windows has no such call and needs none. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
