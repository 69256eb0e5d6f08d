import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepWindowState, type FollowedWindow } from '../../../../electron/services/window-state-keeper.ts';
import { FIRST_WINDOW_STATE, readWindowState, type WindowBounds } from '../../../../electron/window-state.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** A window that can be moved; Electron's own needs a display. */
class MovableWindow extends EventEmitter implements FollowedWindow {
  bounds: WindowBounds = { x: 0, y: 0, width: 1000, height: 700 };

  getNormalBounds(): WindowBounds {
    return this.bounds;
  }

  isMaximized(): boolean {
    return false;
  }

  moveTo(x: number): void {
    this.bounds = { ...this.bounds, x };
    this.emit('move');
  }
}

describe('keepWindowState', () => {
  it('writes where the window ended up, and the theme it was shown in', async () => {
    const path = join(await tempDir(), 'window-state.json');
    const keeper = keepWindowState(path, FIRST_WINDOW_STATE);
    const window = new MovableWindow();
    keeper.follow(window);
    for (let x = 1; x <= 50; x += 1) window.moveTo(x);
    keeper.setTheme('dark');
    await keeper.flush();
    expect(readWindowState(path)).toEqual({
      bounds: { x: 50, y: 0, width: 1000, height: 700 },
      maximized: false,
      theme: 'dark',
    });
  });

  it('writes nothing when nothing changed', async () => {
    const path = join(await tempDir(), 'window-state.json');
    const keeper = keepWindowState(path, FIRST_WINDOW_STATE);
    keeper.setTheme('system');
    await keeper.flush();
    expect(readWindowState(path)).toEqual(FIRST_WINDOW_STATE);
  });

  it('does not mind a place that can not be written', async () => {
    const keeper = keepWindowState(join(await tempDir(), 'none', 'window-state.json'), FIRST_WINDOW_STATE);
    keeper.setTheme('dark');
    await keeper.flush();
    expect(keeper.current().theme).toBe('dark');
  });
});
