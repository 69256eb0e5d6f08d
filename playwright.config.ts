import { defineConfig } from '@playwright/test';

// One worker: every test starts an app of its own, and they share one display.
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'out/e2e',
  globalSetup: './test/e2e/global-setup.ts',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'out/reports/e2e.json' }]],
});
