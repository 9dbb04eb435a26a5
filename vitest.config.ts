import { defineConfig } from 'vitest/config'

/** Unit and server tests. Browser stories live in e2e/ and run under Playwright. */
export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A machine that others share may keep a story waiting past its limit; it is told once more, never loosened.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
})
