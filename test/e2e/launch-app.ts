import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface LaunchedApp {
  readonly app: ElectronApplication;
  readonly window: Page;
  /** Where this app keeps its files; pass it to a second launch to restart on the same data. */
  readonly userData: string;
}

export interface LaunchOptions {
  /** Default: a new folder. The caller removes it with `removeUserData`. */
  readonly userData?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Switches and files, as on a command line. */
  readonly args?: readonly string[];
}

/** Starts the built app as a person would, but on data of its own. */
export async function launchApp(options: LaunchOptions = {}): Promise<LaunchedApp> {
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'tidemark-e2e-')));
  const app = await _electron.launch({
    cwd: root,
    // The switches keep Chromium from reporting on a graphics card and a bus that Xvfb doesn't have.
    args: ['.', '--disable-gpu', '--log-level=3', ...(options.args ?? [])],
    env: { ...inheritedEnvironment(), TIDEMARK_USER_DATA: userData, ...options.environment },
  });
  const window = await app.firstWindow();
  // The frame that is drawn before it answers nothing.
  await window.locator('main').waitFor();
  return { app, window, userData };
}

export async function removeUserData(userData: string): Promise<void> {
  await rm(userData, { recursive: true, force: true, maxRetries: 5 });
}

/** What a shell would pass on, without the variables that would make Electron behave as Node. */
function inheritedEnvironment(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && name !== 'ELECTRON_RUN_AS_NODE' && name !== 'NODE_OPTIONS') kept[name] = value;
  }
  return kept;
}
