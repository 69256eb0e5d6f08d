import { once } from 'node:events';
import { app, dialog, ipcMain, Menu, nativeTheme, session, type BrowserWindow } from 'electron';
import type { SettingsView } from '../core/contract.ts';
import { settleAppPaths, type AppPaths } from './app-paths.ts';
import type { Backend } from './backend.ts';
import { filesOf } from './command-line.ts';
import { firstFrameOf } from './first-frame.ts';
import { createEventSender } from './ipc/event-sender.ts';
import { registerHandlers } from './ipc/register-handlers.ts';
import { menuTemplate } from './menu.ts';
import { pageOrigin } from './page-origin.ts';
import { showPage } from './page-loading.ts';
import { registerAppScheme, serveApp } from './protocol.ts';
import { lockDownPages, lockDownSession } from './security.ts';
import { leaveCrashMark } from './services/crash-mark.ts';
import { keepWindowState } from './services/window-state-keeper.ts';
import { createWindow } from './window.ts';
import { startWorkspaceWorker } from './workspace/start-workspace-worker.ts';
import { readWindowState } from './window-state.ts';

// Both have to come before the app is ready.
const paths = settleAppPaths(process.env);
registerAppScheme();

// One process per workspace: two would write to one database and each show half of what happened.
if (app.requestSingleInstanceLock()) run(paths);
else app.quit();

function run(paths: AppPaths): void {
  const origin = pageOrigin({
    developmentUrl: process.env['TIDEMARK_RENDERER_URL'],
    isPackaged: app.isPackaged,
  });
  // It gets ready on a thread of its own while this one waits for Chromium.
  const workspaceWorker = startWorkspaceWorker(paths.workspace, paths.workerFolder);
  const prepareFirstFrame = firstFrameOf(workspaceWorker, () => nativeTheme.shouldUseDarkColors);
  const crashMark = leaveCrashMark(paths.runningMark);
  const state = keepWindowState(paths.windowState, readWindowState(paths.windowState));
  let window: BrowserWindow | null = null;
  let pageLoaded: Promise<unknown> = Promise.resolve();
  let pageSettled: Promise<unknown> = Promise.resolve();
  const currentWindow = (): BrowserWindow | null => window;
  const send = createEventSender(currentWindow);

  const openWindow = (): void => {
    window = createWindow({ paths, state: state.current() });
    state.follow(window);
    pageLoaded = once(window.webContents, 'did-finish-load');
    pageSettled = Promise.race([once(window.webContents, 'did-stop-loading'), once(window, 'closed')]);
    window.on('closed', () => {
      window = null;
    });
    showPage(window, origin, onPageLost);
  };

  const onPageLost = (reason: string): void => {
    crashMark.pageCrashed();
    void backend.then(({ log }) => {
      log.warn(`the page ended: ${reason}`);
    });
  };

  const onSettings = (view: SettingsView): void => {
    nativeTheme.themeSource = view.theme;
    state.setTheme(view.theme);
    const item = Menu.getApplicationMenu()?.getMenuItemById(`theme-${view.theme}`);
    if (item) item.checked = true;
  };

  lockDownPages(origin);
  const backend: Promise<Backend> = app.whenReady().then(async () => {
    lockDownSession(session.defaultSession, origin);
    const hasScript = serveApp(session.defaultSession, paths.renderer, prepareFirstFrame);
    setMenu();
    openWindow();
    // Loading the rest holds this thread, which the page needs to be loaded too: it waits until the page
    // has enough to do. A page of the development server gets its scripts elsewhere.
    await Promise.race([hasScript, pageSettled]);
    const { startBackend } = await import('./backend.ts');
    return startBackend({ paths, crashMark, currentWindow, onSettings, workspaceWorker });
  });
  registerHandlers(ipcMain, { answering: backend, ownContents: () => window?.webContents ?? null, origin });
  const importFilesOf = async (argv: readonly string[]): Promise<void> => {
    const files = filesOf(argv);
    if (files.length === 0) return;
    const { importGiven } = await backend;
    // The page has to be there first, or it would miss the job's events.
    await pageLoaded;
    importGiven(files);
  };
  void importFilesOf(process.argv);
  backend
    // The window opened with a copy of the theme; what the settings say wins.
    .then(async ({ settings }) => {
      onSettings(await settings.view());
    })
    .catch((error: unknown) => {
      dialog.showErrorBox('Tidemark did not start completely', String(error));
    });

  function setMenu(): void {
    const template = menuTemplate({
      isMac: process.platform === 'darwin',
      withDeveloperTools: !app.isPackaged,
      theme: state.current().theme,
      actions: {
        command: (command) => {
          send('menu:command', { command });
        },
        importFolder: () => void backend.then(({ importFolder }) => importFolder()),
        theme: (theme) => void backend.then(({ settings }) => settings.change({ theme })),
      },
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  app.on('second-instance', (_event, argv) => {
    window?.show();
    window?.focus();
    void importFilesOf(argv);
  });
  app.on('activate', () => {
    if (window === null && app.isReady()) openWindow();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  quitAfter(
    async () => {
      await (await backend).close();
      await state.flush();
    },
    () => {
      crashMark.remove();
    },
  );
}

/** Longer than any worker takes to close; what is stored by then is safe, whatever still hangs. */
const QUIT_LIMIT_MS = 4_000;

/** Holds the end of the app back until `work` is done, but not for ever; `last` is done in any case. */
function quitAfter(work: () => Promise<void>, last: () => void): void {
  let isEnding = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isEnding) return;
    isEnding = true;
    const limit = new Promise<void>((resolve) => {
      setTimeout(resolve, QUIT_LIMIT_MS);
    });
    // Not quit(): a second one while the first is held back does nothing.
    void Promise.race([work(), limit]).finally(() => {
      last();
      app.exit();
    });
  });
}
