import log from 'electron-log/main.js';

/** The app's log: a file in the user's own folder, nothing sent anywhere. */
export interface ErrorLog {
  error(doing: string, error: unknown): void;
  warn(message: string): void;
}

/** Keeps 1 MB and the file before it. In development the terminal shows it too. */
export function openErrorLog(path: string, isPackaged: boolean): ErrorLog {
  log.transports.file.resolvePathFn = () => path;
  log.transports.file.level = 'info';
  log.transports.file.maxSize = 1024 * 1024;
  log.transports.console.level = isPackaged ? false : 'warn';
  return {
    error: (doing, error) => {
      log.error(`${doing}:`, error);
    },
    warn: (message) => {
      log.warn(message);
    },
  };
}
