import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A path named on the command line, or found in a folder that was. */
export interface InputFile {
  readonly path: string;
  /** Found, not named: then a format nobody knows is no error. */
  readonly found: boolean;
  /** By its name no export. It is read when its content is one, and else nobody hears of it. */
  readonly isUnlikely: boolean;
}

export interface InputFiles {
  readonly files: readonly InputFile[];
  /** Folders without a single file. */
  readonly emptyFolders: readonly string[];
}

const EXPORT_NAME = /\.(?:jsonl|jsonlines|ndjson|json|sse|txt|log|af|eval|zip|gz|db|sqlite3?)$/i;
const SKIPPED_FOLDERS = new Set(['node_modules']);

/**
 * The files behind the paths, in their order and each once; folders are walked, their files sorted by
 * name. A path that doesn't exist, and a folder that can't be read, is returned as it is: opening it says
 * what is wrong.
 */
export async function findInputFiles(paths: readonly string[]): Promise<InputFiles> {
  const files = new Map<string, InputFile>();
  const emptyFolders: string[] = [];
  const add = (file: InputFile): void => {
    const place = file.path === '-' ? '-' : resolve(file.path);
    // A file that is named counts as named, wherever else it is found.
    if (files.get(place)?.found !== false) files.set(place, file);
  };
  for (const path of paths) {
    if (path === '-' || !(await isFolder(path))) {
      add({ path, found: false, isUnlikely: false });
      continue;
    }
    const inner = await walk(path);
    if (inner.length === 0) emptyFolders.push(path);
    inner.forEach(add);
  }
  return { files: [...files.values()], emptyFolders };
}

async function walk(folder: string): Promise<readonly InputFile[]> {
  const files: InputFile[] = [];
  const folders = [folder];
  for (let current = folders.shift(); current !== undefined; current = folders.shift()) {
    const entries = await entriesOf(current);
    if (entries === null) files.push({ path: current, found: false, isUnlikely: false });
    // A link to a folder is no folder here, so a link to its own parent ends nothing.
    for (const entry of entries ?? []) {
      if (entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)) continue;
      const path = join(current, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(path)))) {
        files.push({ path, found: true, isUnlikely: !EXPORT_NAME.test(entry.name) });
      }
    }
  }
  return files.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Null for a folder that can't be looked into. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
