import { once } from 'node:events';
import type { ElectronApplication } from '@playwright/test';

/** As the system would when memory runs out: no handler of the app gets to run. */
export async function killApp(app: ElectronApplication): Promise<void> {
  const child = app.process();
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
