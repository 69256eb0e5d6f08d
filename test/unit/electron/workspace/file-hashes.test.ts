import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { edgeHashOfFile } from '../../../../electron/workspace/file-edges.ts';
import { hashOfFile } from '../../../../electron/workspace/file-source.ts';
import { openWorkspace } from './workspace-fixture.ts';

describe('hashOfFile', () => {
  it('is the same for the same bytes, and another for others', async () => {
    const { directory } = await openWorkspace();
    const paths = ['a.bin', 'b.bin', 'c.bin'].map((name) => join(directory, name));
    const sizes = [2_500_000, 2_500_000, 2_500_001];
    for (const [index, path] of paths.entries()) await writeFile(path, Buffer.alloc(sizes[index] ?? 0, 7));
    const [first, same, other] = await Promise.all(paths.map((path) => hashOfFile(path, () => false)));
    expect(first).toBe(same);
    expect(first).not.toBe(other);
  });
});

describe('edgeHashOfFile', () => {
  it('is another for files that begin or end differently, and the same for those that differ in between', async () => {
    const { directory } = await openWorkspace();
    // Edges are 64 KiB each.
    const changedAt = [null, 10, 299_990, 150_000];
    const hashes: string[] = [];
    for (const [index, at] of changedAt.entries()) {
      const bytes = Buffer.alloc(300_000, 7);
      if (at !== null) bytes[at] = 8;
      const path = join(directory, `${index}.bin`);
      await writeFile(path, bytes);
      hashes.push(await edgeHashOfFile(path, bytes.length));
    }
    const [first, ...others] = hashes;
    expect(others.map((hash) => hash === first)).toEqual([false, false, true]);
  });
});
