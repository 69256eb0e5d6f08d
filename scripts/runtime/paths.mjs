import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where downloads and builds that outlive node_modules are kept. */
export const cacheFolder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tidemark');

/** @param {string[]} parts */
export const fromRoot = (...parts) => join(root, ...parts);
