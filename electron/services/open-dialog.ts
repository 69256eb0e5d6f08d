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
              { name: 'Thread exports', extensions: ['jsonl', 'json', 'ndjson', 'txt'] },
              { name: 'All files', extensions: ['*'] },
            ],
          }
        : {
            title: 'Import a folder of threads',
            buttonLabel: 'Import',
            properties: ['openDirectory', 'multiSelections'],
          };
    const window = currentWindow();
    const answer =
      window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
    return answer.canceled ? [] : answer.filePaths;
  };
}
