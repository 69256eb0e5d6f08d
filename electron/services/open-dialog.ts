import { dialog, type BrowserWindow } from 'electron';
import type { ChoosePaths } from './import-service.ts';

/** The system's own dialog, over the window where there is one. */
export function createOpenDialog(currentWindow: () => BrowserWindow | null): ChoosePaths {
  return async (what) => {
    const options: Electron.OpenDialogOptions =
      what === 'files'
        ? {
            title: 'Import threads',
            buttonLabel: 'Import',
            properties: ['openFile', 'multiSelections'],
            filters: [
              {
                name: 'Thread exports',
                extensions: [
                  'jsonl',
                  'json',
                  'ndjson',
                  'txt',
                  'log',
                  'sse',
                  'af',
                  'eval',
                  'zip',
                  'gz',
                  'db',
                  'sqlite',
                ],
              },
              { name: 'All files', extensions: ['*'] },
            ],
          }
        : what === 'folder'
          ? {
              title: 'Import a folder of threads',
              buttonLabel: 'Import',
              properties: ['openDirectory', 'multiSelections'],
            }
          : { title: 'Watch a folder for threads', buttonLabel: 'Watch', properties: ['openDirectory'] };
    const window = currentWindow();
    const answer =
      window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
    return answer.canceled ? [] : answer.filePaths;
  };
}
