import { readFileSync } from 'node:fs';
import { fromRoot } from './paths.mjs';

/** The Electron that prepareRuntime installed. Asking the electron package instead could start a download. */
export function electronExecutable() {
  const electron = fromRoot('node_modules', 'electron');
  return fromRoot('node_modules', 'electron', 'dist', readFileSync(`${electron}/path.txt`, 'utf8'));
}
