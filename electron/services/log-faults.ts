import type { ErrorLog } from './error-log.ts';

/**
 * Keeps what nobody caught for the log. The app goes on: what a person was looking at is still there, and
 * everything that matters is written in transactions.
 */
export function logFaults(log: ErrorLog): void {
  process.on('uncaughtException', (error) => {
    log.error('a fault that nobody caught', error);
  });
  process.on('unhandledRejection', (reason) => {
    log.error('a rejection that nobody caught', reason);
  });
}
