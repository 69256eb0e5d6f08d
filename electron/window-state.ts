import { readFileSync } from 'node:fs';
import type { ThemeChoice } from '../core/contract.ts';
import { writeTextFile } from './services/text-file.ts';

export interface WindowBounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the window needs to know before anything else is read. Pixels of the desktop. */
export interface WindowState {
  readonly bounds: WindowBounds | null;
  readonly maximized: boolean;
  /** A copy of the setting, so that the first frame has the right colour. */
  readonly theme: ThemeChoice;
}

export const FIRST_WINDOW_STATE: WindowState = { bounds: null, maximized: false, theme: 'system' };

/** Smallest window in which every pane still shows something. */
export const MINIMUM_SIZE = { width: 880, height: 560 };
export const FIRST_SIZE = { width: 1440, height: 900 };

/** The state as it was left; the first one when there is none or it can't be read. It's only comfort. */
export function readWindowState(path: string): WindowState {
  try {
    return parseWindowState(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return FIRST_WINDOW_STATE;
  }
}

export async function writeWindowState(path: string, state: WindowState): Promise<void> {
  await writeTextFile(path, JSON.stringify(state));
}

// By hand and not by a schema: the schema library would be loaded before the window is there.
export function parseWindowState(read: unknown): WindowState {
  const state = record(read);
  const theme = state['theme'];
  return {
    bounds: parseBounds(state['bounds']),
    maximized: state['maximized'] === true,
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
  };
}

function parseBounds(read: unknown): WindowBounds | null {
  const { x, y, width, height } = record(read);
  if (!isPixels(x) || !isPixels(y) || !isPixels(width) || !isPixels(height)) return null;
  if (width < MINIMUM_SIZE.width || height < MINIMUM_SIZE.height) return null;
  return { x, y, width, height };
}

/**
 * Bounds that can be seen: as kept when their title bar is on one of the screens, else null, and the
 * window opens in the middle of the main one. A screen may have been unplugged since.
 */
export function visibleBounds(
  bounds: WindowBounds | null,
  screens: readonly WindowBounds[],
): WindowBounds | null {
  if (bounds === null) return null;
  const reachable = screens.some(
    (screen) =>
      bounds.x + bounds.width > screen.x + 100 &&
      bounds.x < screen.x + screen.width - 100 &&
      bounds.y >= screen.y - 10 &&
      bounds.y < screen.y + screen.height - 50,
  );
  return reachable ? bounds : null;
}

function record(read: unknown): Readonly<Record<string, unknown>> {
  return typeof read === 'object' && read !== null ? { ...read } : {};
}

function isPixels(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) < 100_000;
}
