#!/usr/bin/env node
/** The command line, straight from a checkout: built first when its source changed. */
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { enableCompileCache } from './runtime/compile-cache.mjs';
import { fromRoot } from './runtime/paths.mjs';

// npm runs scripts in the package's folder; file names on the command line are relative to the caller's.
const callerFolder = process.env['INIT_CWD'];
if (process.env['npm_lifecycle_event'] === 'tidemark' && callerFolder !== undefined)
  process.chdir(callerFolder);

// Not so in an installed package, which has the built program and no source.
if (existsSync(fromRoot('core', 'cli', 'main.ts'))) {
  const { makeIfStale } = await import('./build/freshness.mjs');
  const { cliTarget } = await import('./build/targets.mjs');
  await makeIfStale(cliTarget);
}
enableCompileCache();
await import(pathToFileURL(fromRoot('out', 'cli', 'tidemark.js')).href);
