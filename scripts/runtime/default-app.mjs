import { createPackage } from '@electron/asar';
import { fromRoot } from './paths.mjs';

/**
 * An archive and not a folder: Electron runs a folder of that name as an installed app.
 *
 * @param {string} destination
 */
export async function packDefaultApp(destination) {
  await createPackage(fromRoot('scripts', 'runtime', 'default-app'), destination);
}
