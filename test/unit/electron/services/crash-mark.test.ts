import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaveCrashMark } from '../../../../electron/services/crash-mark.ts';
import { tempDir } from '../../../support/temp-dir.ts';

describe('leaveCrashMark', () => {
  it('tells a start after a crash from one after a quit', async () => {
    const path = join(await tempDir(), 'running');
    const first = leaveCrashMark(path);
    expect(first.crashedBefore()).toBe(false);
    // The first never says that it ends.
    const second = leaveCrashMark(path);
    expect(second.crashedBefore()).toBe(true);
    second.remove();
    expect(leaveCrashMark(path).crashedBefore()).toBe(false);
  });

  it('counts a page that was lost while the app ran on', async () => {
    const mark = leaveCrashMark(join(await tempDir(), 'running'));
    mark.pageCrashed();
    expect(mark.crashedBefore()).toBe(true);
  });

  it('does not keep the app from starting where nothing can be written', async () => {
    const mark = leaveCrashMark(join(await tempDir(), 'no such folder', 'running'));
    expect(mark.crashedBefore()).toBe(false);
    mark.remove();
  });
});
