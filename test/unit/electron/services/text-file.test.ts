import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeTextFile } from '../../../../electron/services/text-file.ts';
import { tempDir } from '../../../support/temp-dir.ts';

describe('writeTextFile', () => {
  it('replaces the file, lets only its owner read it, and leaves nothing beside it', async () => {
    const folder = await tempDir();
    const path = join(folder, 'a.json');
    await writeFile(path, 'before', { mode: 0o644 });
    await writeTextFile(path, 'after');
    expect(await readFile(path, 'utf8')).toBe('after');
    // Windows knows no such modes.
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('leaves what was there when it fails', async () => {
    const folder = await tempDir();
    // A folder with something in it can't be replaced by a file.
    await mkdir(join(folder, 'a.json', 'inside'), { recursive: true });
    await expect(writeTextFile(join(folder, 'a.json'), 'after')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['a.json']);
  });
});
