import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  FIRST_WINDOW_STATE,
  readWindowState,
  visibleBounds,
  writeWindowState,
} from '../../../electron/window-state.ts';
import { tempDir } from '../../support/temp-dir.ts';

const screen = { x: 0, y: 0, width: 1920, height: 1080 };

describe('readWindowState', () => {
  it('reads what was written', async () => {
    const path = join(await tempDir(), 'window-state.json');
    const state = {
      bounds: { x: -5, y: 10, width: 1000, height: 700 },
      maximized: true,
      theme: 'dark' as const,
    };
    await writeWindowState(path, state);
    expect(readWindowState(path)).toEqual(state);
  });

  it('starts anew without a file or with one that makes no sense', async () => {
    const path = join(await tempDir(), 'window-state.json');
    expect(readWindowState(path)).toEqual(FIRST_WINDOW_STATE);
    await writeFile(path, '{"bounds":');
    expect(readWindowState(path)).toEqual(FIRST_WINDOW_STATE);
    await writeFile(path, '{"bounds":{"x":1e99,"y":0,"width":1000,"height":700},"theme":"pink"}');
    expect(readWindowState(path)).toEqual(FIRST_WINDOW_STATE);
    // Smaller than the smallest window.
    await writeFile(path, '{"bounds":{"x":0,"y":0,"width":10,"height":10},"maximized":"yes"}');
    expect(readWindowState(path)).toEqual(FIRST_WINDOW_STATE);
  });
});

describe('visibleBounds', () => {
  it('keeps bounds whose title bar can be reached', () => {
    const bounds = { x: 1700, y: 900, width: 1000, height: 700 };
    expect(visibleBounds(bounds, [screen])).toEqual(bounds);
  });

  it('drops bounds on a screen that is no longer there', () => {
    const bounds = { x: 2500, y: 100, width: 1000, height: 700 };
    expect(visibleBounds(bounds, [screen])).toBeNull();
    expect(visibleBounds(bounds, [screen, { x: 1920, y: 0, width: 1920, height: 1080 }])).toEqual(bounds);
  });
});
