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
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Two shared cores draw maps in software: a story that stumbles is told again, and reported as flaky.
  retries: process.env['CI'] === undefined ? 0 : 2,
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: '../test-results',
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    locale: 'en-AU',
    timezoneId: 'Australia/Brisbane',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // What slides and fades is drawn frame by frame; the portal keeps still for who asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording draws every frame twice: on two cores that is a quarter of the time.
    trace: process.env['CI'] === undefined ? { mode: 'retain-on-failure', screenshots: false } : 'on-first-retry',
    launchOptions: {
      executablePath: chromiumPath(),
      // Without a graphics card WebGL alone is drawn in software OpenGL; pages drawn so too take a third more.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader'],
    },
  },
})
