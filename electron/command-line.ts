import { existsSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/**
 * Files and folders named on the command line. Only absolute paths, because a second start has another
 * working folder; whoever starts the app makes them so. The app's own folder and switches are none.
 */
export function filesOf(argv: readonly string[]): readonly string[] {
  return argv.slice(1).filter((argument) => isAbsolute(argument) && isThreadFile(argument));
}

function isThreadFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
