import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { AppPaths } from './app-paths.ts';
import { FIRST_SIZE, MINIMUM_SIZE, visibleBounds, type WindowState } from './window-state.ts';

/** The page's own background, so that the window is never white before the page is drawn. */
const BACKGROUND = { light: '#f6f7f9', dark: '#0e131a' };

/** The app's one window, shown when its first frame is ready. */
export function createWindow(options: {
  readonly paths: AppPaths;
  readonly state: WindowState;
}): BrowserWindow {
  const { paths, state } = options;
  nativeTheme.themeSource = state.theme;
  const bounds = visibleBounds(
    state.bounds,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    ...(bounds ?? FIRST_SIZE),
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    title: 'Tidemark',
    show: false,
    backgroundColor: backgroundColor(),
    webPreferences: {
      preload: paths.preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      disableDialogs: true,
      spellcheck: false,
      enableWebSQL: false,
    },
  });
  if (state.maximized) window.maximize();
  window.once('ready-to-show', () => {
    window.show();
  });
  const followTheme = (): void => {
    window.setBackgroundColor(backgroundColor());
  };
  nativeTheme.on('updated', followTheme);
  window.on('closed', () => nativeTheme.off('updated', followTheme));
  return window;
}

function backgroundColor(): string {
  return nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light;
}
