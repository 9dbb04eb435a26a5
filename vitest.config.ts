import { availableParallelism } from 'node:os'
import { defineConfig, type Plugin } from 'vitest/config'

/**
 * They put something of their own in the place of a module, or of what a browser has, before they load what they test;
 * or they measure the process that they run in.
 */
const ALONE = [
  'apps/portal/src/routes.test.ts',
  'apps/portal/src/drivers/queries.test.ts',
  'apps/portal/src/form/once-released.test.ts',
  'apps/server/src/access/auth.test.ts',
  'apps/server/src/database/embedded.test.ts',
]

const isQuick = process.env['AMBIT_QUICK'] === '1'
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/**
 * Leaves a test with `// @test-tag long` above it to `npm run test:long`, as `// @module-tag long` leaves a file. Vitest's
 * own tags of a test stand between its title and its body, which the formatter then sets further in wherever the title
 * is long.
 */
const leftToLongRun: Plugin = {
  name: 'left to the long run',
  enforce: 'pre',
  // Vitest keeps transformed files on the disk: those of the quick run are none of the long one's.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (isQuick && isTest(id) ? 'quick' : undefined)),
  transform: (code, path) =>
    isQuick && isTest(path)
      ? { code: code.replaceAll(/(?<=\/\/ @test-tag long\n *)test\b/g, 'test.skip'), map: null }
      : null,
}

/**
 * Unit, server and component tests. Browser stories live in e2e/ and run under Playwright. Test files share a process,
 * its modules and its databases one after the other, so a test changes nothing global for longer than itself; what a
 * page still asks and waits for when it is closed ends with it.
 */
export default defineConfig({
  plugins: [leftToLongRun],
  test: {
    pool: 'forks',
    // A test often waits for its database, a thread or process of its own: three keep two cores busy. Each takes up to 2 GB.
    maxWorkers: Math.min(9, availableParallelism() + 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes at once, but not on a machine that is busy.
    expect: { poll: { timeout: 10_000 } },
    // A test that fails is run again; passing then makes it flaky, which fails the run as well.
    retry: process.env['CI'] === undefined ? 0 : 1,
    tags: [{ name: 'long', description: 'left to `npm run test:long`' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/{portal,rider}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
      {
        extends: true,
        // React as it is served: without its checks of development, which take half of the time.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'component',
          environment: './apps/portal/src/testing/page-environment.ts',
          include: ['apps/{portal,driver,rider}/**/*.test.tsx'],
          env: { NODE_ENV: 'production' },
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'device',
          include: ['apps/driver/**/*.test.ts'],
          setupFiles: ['./apps/driver/src/testing/browser-database.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'apps/simulator/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE],
          isolate: false,
        },
      },
    ],
  },
})
