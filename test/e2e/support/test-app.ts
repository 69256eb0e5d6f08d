import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { launchApp, removeUserData, type LaunchedApp } from '../launch-app.ts';

interface Fixtures {
  /** A folder of the test's own, with the app's data in it and room for files to import. */
  readonly folder: string;
  /** Starts the app on the test's data; again for a restart. What is still open at the end is closed. */
  readonly launch: (environment?: Readonly<Record<string, string>>) => Promise<LaunchedApp>;
}

/** Playwright's test with an app on data of its own. */
export const test = base.extend<Fixtures>({
  folder: async ({ browserName: _unused }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-e2e-'));
    await use(folder);
    await removeUserData(folder);
  },
  launch: async ({ folder }, use) => {
    const opened: LaunchedApp[] = [];
    await use(async (environment = {}) => {
      const launched = await launchApp({ userData: join(folder, 'data'), environment });
      opened.push(launched);
      return launched;
    });
    for (const { app } of opened) await app.close().catch(() => undefined);
  },
});

export { expect } from '@playwright/test';
