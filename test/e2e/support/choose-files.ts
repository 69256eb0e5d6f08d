import type { ElectronApplication } from '@playwright/test';

/** Answers the next file dialogs as a person would who picks `paths`; none: who closes it. */
export async function chooseFiles(app: ElectronApplication, paths: readonly string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () =>
      Promise.resolve({ canceled: filePaths.length === 0, filePaths: [...filePaths] });
  }, paths);
}
