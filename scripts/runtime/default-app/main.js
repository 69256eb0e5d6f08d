// What `electron <folder>` starts in a distribution that came without a default app of its own: it reads
// the command line, then becomes the app in that folder. A module with a top-level await, because the
// app's main has to run before Electron is ready (schemes are registered only until then).
import { existsSync, readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const { file, preloaded } = readArguments(process.argv.slice(1));

Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true, configurable: false });

// Modules asked for with -r come first: a test driver holds back the ready event in one.
if (preloaded.length > 0) Module._preloadModules(preloaded);

if (file === null) {
  console.error('usage: electron [-r module] <folder with a package.json>');
  app.exit(64);
} else {
  await start(resolve(file));
}

function readArguments(args) {
  const found = { file: null, preloaded: [] };
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index];
    if (argument === '-r' || argument === '--require') {
      index += 1;
      found.preloaded.push(args[index]);
    } else if (!argument.startsWith('-')) {
      found.file = argument;
      break;
    }
  }
  return found;
}

async function start(path) {
  const manifest = join(path, 'package.json');
  let entry = path;
  if (existsSync(manifest)) {
    const { name, productName, version, desktopName, main } = JSON.parse(readFileSync(manifest, 'utf8'));
    if (version) app.setVersion(version);
    if (productName || name) app.name = productName || name;
    app.setDesktopName(desktopName ?? `${app.name}.desktop`);
    app.setAppPath(path);
    entry = join(path, main ?? 'index.js');
  } else {
    app.setAppPath(dirname(path));
  }
  try {
    await import(pathToFileURL(entry).href);
  } catch (error) {
    console.error(error);
    app.exit(1);
  }
}
