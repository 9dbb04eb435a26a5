import { defineConfig } from '@playwright/test'
import { chromiumPath } from './chromium.ts'

/** Stories against the real portal on the real server. `start-servers.ts` starts the servers. */
export default defineConfig({
  testDir: '.',
  globalSetup: './start-servers.ts',
  testMatch: '**/*.spec.ts',
  // The stories of one town share its people: one after the other.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 8_000 },
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: '../test-results',
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    locale: 'en-AU',
    timezoneId: 'Australia/Brisbane',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    },
  },
})
