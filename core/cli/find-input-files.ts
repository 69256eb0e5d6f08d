import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A path named on the command line, or found in a folder that was. */
export interface InputFile {
  readonly path: string;
  /** Found, not named: then a format nobody knows is no error. */
  readonly found: boolean;
}

const EXPORT_NAME = /\.(?:jsonl|ndjson|json|sse|txt|log|af|eval|zip|gz)$/i;
const SKIPPED_FOLDERS = new Set(['node_modules']);

/**
 * The files behind the paths, in their order; folders are walked, their files sorted by name. A path
 * that doesn't exist is returned as it is: opening it says what is wrong.
 */
export async function findInputFiles(paths: readonly string[]): Promise<readonly InputFile[]> {
  const files: InputFile[] = [];
  for (const path of paths) {
    if (path === '-' || !(await isFolder(path))) files.push({ path, found: false });
    else for (const inner of await walk(path)) files.push({ path: inner, found: true });
  }
  return files;
}

async function walk(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [folder];
  for (let current = folders.shift(); current !== undefined; current = folders.shift()) {
    const entries = await readdir(current, { withFileTypes: true });
    // A link to a folder is no folder here, so a link to its own parent ends nothing.
    for (const entry of entries) {
      if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) continue;
      const path = join(current, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (EXPORT_NAME.test(entry.name)) files.push(path);
    }
  }
  return files.sort();
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
