import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './chromium.ts'

/** Stories against the real portal on the real server. `start-servers.ts` starts the servers. */
export default defineConfig({
  testDir: '.',
  globalSetup: './start-servers.ts',
  testMatch: '**/*.spec.ts',
  // A worker has a server and a town of its own; the stories of one file share its people, one after the other.
  workers: Math.min(6, Math.max(2, availableParallelism())),
  fullyParallel: false,
  // Ceilings, not waits: on a machine that others use as well a page takes several times as long to come.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A story that fails is repeated for its trace; passing then makes it flaky, which fails the run as well.
  retries: process.env['CI'] === undefined ? 0 : 1,
  failOnFlakyTests: true,
  forbidOnly: process.env['CI'] !== undefined,
  outputDir: '../test-results',
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-AU',
    timezoneId: 'Australia/Brisbane',
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // What slides and fades is drawn frame by frame; the portal keeps still for who asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording draws every frame twice: on two cores that is a quarter of the time. `--trace on` records one story.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: chromiumPath(),
      // Without a graphics card WebGL alone is drawn in software OpenGL; pages drawn so too take a third more.
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader'],
    },
  },
})
