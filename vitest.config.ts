import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The package's own name works in tests and in docs/examples without a build. */
const alias = {
  'tidemark/core/node': fileURLToPath(new URL('./core/adapters/index.ts', import.meta.url)),
  'tidemark/core': fileURLToPath(new URL('./core/index.ts', import.meta.url)),
};

function project(name: string, options: { environment?: 'node' | 'happy-dom'; setupFiles?: string[] } = {}) {
  return {
    resolve: { alias },
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      environment: options.environment ?? 'node',
      setupFiles: options.setupFiles ?? [],
      allowOnly: false,
      // A busy machine is no fault of the code; a test that hangs still ends.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      restoreMocks: true,
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      project('unit'),
      project('property', { setupFiles: ['test/support/property-seed.ts'] }),
      project('contract'),
      project('component', { environment: 'happy-dom', setupFiles: ['test/component/setup.ts'] }),
    ],
    coverage: {
      provider: 'v8',
      include: ['core/**', 'renderer/**', 'electron/**'],
      reporter: ['text-summary'],
    },
  },
});
