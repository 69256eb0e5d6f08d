import { sqliteCode } from './sqlite-code.ts';

const PAUSE_MS = 25;

/**
 * Runs a write as soon as no other connection is writing. An import holds the one write lock of the
 * file until it ends; to wait for it inside SQLite would stop every read of this thread, too.
 */
export async function waitForWrite<Value>(write: () => Value): Promise<Value> {
  for (;;) {
    try {
      return write();
    } catch (error) {
      if (!sqliteCode(error).startsWith('SQLITE_BUSY')) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
