import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../../../electron/command-line.ts';
import { tempDir } from '../../support/temp-dir.ts';

describe('filesOf', () => {
  it('takes absolute paths of files, and neither switches, folders nor what is not there', async () => {
    const folder = await tempDir();
    const file = join(folder, 'a.jsonl');
    await writeFile(file, '');
    const argv = [
      file,
      '.',
      '--no-sandbox',
      `--log-file=${file}`,
      folder,
      join(folder, 'none.jsonl'),
      'a.jsonl',
      file,
    ];
    // The first is the program itself.
    expect(filesOf(argv)).toEqual([file]);
  });
});
