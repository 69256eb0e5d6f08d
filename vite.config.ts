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

/** What is drawn into the window next, once it has its first frame. */
const NEXT = ['app/OpenThread.tsx', 'features/runs/RunsView.tsx', 'features/policy/PolicyPanel.tsx'];

/**
 * One file for these and all that they import, first come first served. Left alone, what they share with
 * the tabs and dialogs that come later would be a dozen more, each a request before the first frame.
 */
function oneFile(name: string, priority: number, files: readonly string[]): Rolldown.CodeSplittingGroup {
  const ids = new Set<string>();
  const add = (id: string, context: Rolldown.ChunkingContext): void => {
    if (ids.has(id)) return;
    ids.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported, context);
  };
  return {
    debugName: name,
    priority,
    name: (id, context) => {
      if (ids.size === 0) for (const file of files) add(here(`./renderer/${file}`), context);
      return ids.has(id) ? name : null;
    },
  };
}

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
        codeSplitting: { groups: [oneFile('window', 2, ['main.tsx']), oneFile('thread', 1, NEXT)] },
      },
    },
  },
});
