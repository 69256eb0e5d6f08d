import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
  },
});
