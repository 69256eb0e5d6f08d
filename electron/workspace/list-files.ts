import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface FoundFile {
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
  /** It was named by itself: then a format nobody knows is an error, and not only a file that isn't meant. */
  readonly isNamed: boolean;
}

export interface MissingFile {
  readonly path: string;
  readonly reason: string;
}

/** More than anybody looks through; a folder of that size was hardly meant. */
const LARGEST_FOLDER_FILES = 10_000;

/**
 * The files that paths stand for, in the order of the paths and then of their names. Folders are read
 * to their depths; what is hidden, and links to folders, are left out.
 */
export async function listFiles(
  paths: readonly string[],
): Promise<{ readonly files: readonly FoundFile[]; readonly missing: readonly MissingFile[] }> {
  const files: FoundFile[] = [];
  const missing: MissingFile[] = [];
  for (const path of new Set(paths)) {
    try {
      const entry = await stat(path);
      if (entry.isDirectory()) await addFolder(path, files);
      else if (entry.isFile()) files.push(found(path, entry, true));
      else missing.push({ path, reason: 'It is neither a file nor a folder.' });
    } catch (error) {
      missing.push({ path, reason: reasonOf(error) });
    }
  }
  return { files, missing };
}

async function addFolder(folder: string, files: FoundFile[]): Promise<void> {
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = await readdir(next, { withFileTypes: true });
    entries.sort((left, right) => (left.name < right.name ? -1 : 1));
    const folders: string[] = [];
    for (const entry of entries) {
      if (files.length >= LARGEST_FOLDER_FILES) return;
      const path = join(next, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(found(path, await stat(path), false));
    }
    waiting.push(...folders.reverse());
  }
}

function found(path: string, { size, mtimeMs }: Stats, isNamed: boolean): FoundFile {
  return { path, sizeBytes: size, modifiedAtMs: Math.trunc(mtimeMs), isNamed };
}

export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'The file is not there any more.';
  if (code === 'EACCES' || code === 'EPERM') return 'This file may not be read; check its permissions.';
  return error instanceof Error ? error.message : String(error);
}
