import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * The page of the app. A built page is served by the app itself under a strict policy; this looser one
 * belongs to the development server only, because Fast Refresh needs an inline script and a socket.
 */
const developmentPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' ws:",
].join('; ');

type IdsOf = (context: Rolldown.ChunkingContext) => ReadonlySet<string>;

/** `files` and all that they import. */
function withImports(files: readonly string[]): IdsOf {
  return (context) => {
    const ids = new Set<string>();
    const add = (id: string): void => {
      if (ids.has(id)) return;
      ids.add(id);
      for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported);
    };
    for (const file of files) add(file);
    return ids;
  };
}

/** Components that are imported when they are wanted, by others too that were, and all that they import. */
function latecomers(entry: string): IdsOf {
  return (context) => {
    const later = new Set<string>();
    const seek = (file: string): void => {
      for (const id of withImports([file])(context))
        for (const imported of context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
          if (imported.endsWith('.tsx') && !later.has(imported)) {
            later.add(imported);
            seek(imported);
          }
    };
    seek(entry);
    return withImports([...later])(context);
  };
}

/**
 * One file for these modules, first come first served. Left alone, what the window, its tabs and its dialogs
 * share would be dozens, each a request at the start.
 */
function oneFile(name: string, priority: number, idsOf: IdsOf): Rolldown.CodeSplittingGroup {
  let ids: ReadonlySet<string> | null = null;
  return {
    debugName: name,
    priority,
    name: (id, context) => {
      ids ??= idsOf(context);
      return ids.has(id) ? name : null;
    },
  };
}

const first = here('./renderer/first-frame/first-frame.ts');
const main = here('./renderer/main.tsx');
/** What is drawn into the window next, once it has its first frame: see `later('next', …)`. */
const next = ['app/OpenThread.tsx', 'features/runs/RunsView.tsx', 'features/policy/PolicyPanel.tsx'].map(
  (file) => here(`./renderer/${file}`),
);

export default defineConfig({
  root: here('./renderer'),
  base: './',
  plugins: [react(), tailwindcss()],
  server: {
    host: '127.0.0.1',
    headers: { 'Content-Security-Policy': developmentPolicy },
  },
  build: {
    outDir: here('./out/renderer'),
    emptyOutDir: true,
    // Chrome 130 is the oldest engine the app is started in.
    target: 'chrome130',
    // A data: URL would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            oneFile('first-frame', 4, withImports([first])),
            oneFile('window', 3, withImports([main])),
            oneFile('thread', 2, withImports(next)),
            oneFile('rest', 1, latecomers(main)),
          ],
        },
      },
    },
  },
});
