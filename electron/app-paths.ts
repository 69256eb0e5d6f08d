import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

/** Where the app's files are, and where it keeps what it is given. */
export interface AppPaths {
  readonly userData: string;
  /** The workspace's one file. */
  readonly workspace: string;
  readonly settings: string;
  /** The person's own prices per model. */
  readonly prices: string;
  readonly modelKey: string;
  readonly windowState: string;
  /** Exists while the app runs, so that a start that finds it knows that the last run crashed. */
  readonly runningMark: string;
  readonly logFile: string;
  /** The built page. */
  readonly renderer: string;
  readonly preload: string;
  /** The built workers; ends in a slash. */
  readonly workerFolder: URL;
  /** Sample threads that come with the app. */
  readonly samples: string;
}

/**
 * Settles the folder for everything the app keeps. `TIDEMARK_USER_DATA` moves it elsewhere: a second
 * workspace, or a test's own folder. Must be called before the app is ready, because Chromium opens its
 * own files there too.
 */
export function settleAppPaths(environment: NodeJS.ProcessEnv): AppPaths {
  const asked = environment['TIDEMARK_USER_DATA'];
  const userData =
    asked === undefined || asked === '' ? join(app.getPath('appData'), 'Tidemark') : resolve(asked);
  mkdirSync(userData, { recursive: true });
  app.setPath('userData', userData);
  app.setPath('sessionData', join(userData, 'browser'));
  const built = join(app.getAppPath(), 'out');
  return {
    userData,
    workspace: join(userData, 'workspace.sqlite'),
    settings: join(userData, 'settings.json'),
    prices: join(userData, 'prices.json'),
    modelKey: join(userData, 'model-key.json'),
    windowState: join(userData, 'window-state.json'),
    runningMark: join(userData, 'running'),
    logFile: join(userData, 'logs', 'main.log'),
    renderer: join(built, 'renderer'),
    preload: join(built, 'electron', 'preload.cjs'),
    workerFolder: pathToFileURL(join(built, 'electron', 'workers', '/')),
    samples: join(app.getAppPath(), 'electron', 'samples'),
  };
}
