import { writeWindowState, type WindowBounds, type WindowState } from '../window-state.ts';

/** The part of Electron's BrowserWindow that is followed. */
export interface FollowedWindow {
  /** Size and place as the person left them, whatever state the window is in. */
  getNormalBounds(): WindowBounds;
  isMaximized(): boolean;
  on(event: 'resize' | 'move' | 'maximize' | 'unmaximize', listener: () => void): unknown;
}

/** Pause after the last move before it is written, in milliseconds: a drag is one write. */
const SETTLE_MS = 400;

export interface WindowStateKeeper {
  current(): WindowState;
  /** Writes the window's place and size whenever they have changed. */
  follow(window: FollowedWindow): void;
  setTheme(theme: WindowState['theme']): void;
  flush(): Promise<void>;
}

/** The window's state is comfort: a failed write is not told. */
export function keepWindowState(path: string, first: WindowState): WindowStateKeeper {
  let state = first;
  let written: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  const write = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    written = written.then(() => writeWindowState(path, state)).catch(() => undefined);
    return written;
  };
  const writeSoon = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void write(), SETTLE_MS);
  };

  return {
    current: () => state,
    follow: (window) => {
      const note = (): void => {
        state = { ...state, bounds: window.getNormalBounds(), maximized: window.isMaximized() };
        writeSoon();
      };
      for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) window.on(event, note);
    },
    setTheme: (theme) => {
      if (theme === state.theme) return;
      state = { ...state, theme };
      writeSoon();
    },
    flush: () => (timer === null ? written : write()),
  };
}
