// `npm test`, `npm run test:long` and `npm run check`: everything that must hold, one table at the end.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, run } from './runtime.mjs'
import { failWith, step } from './screen.mjs'

const [task, ...patterns] = process.argv.slice(2)
const isLong = task === 'test:long'
/** What takes long is left to `npm run test:long`, unless its path is named. */
const isQuick = !isLong && patterns.length === 0
/** the browser stories have paths of their own kind, and another runner */
const [stories, files] = [
  patterns.filter((path) => path.startsWith('e2e/')),
  patterns.filter((path) => !path.startsWith('e2e/')),
]
const extent = { ...(isLong ? { AMBIT_LONG: '1' } : {}), ...(isQuick ? { AMBIT_QUICK: '1' } : {}) }
const bin = (path) => join(root, 'node_modules', path)
/** of a page's outline, in what failed */
const MOST_LINES = 120
const scratch = mkdtempSync(join(tmpdir(), 'ambit-test-'))
const counts = { passed: 0, failed: 0, skipped: 0 }
/** what failed, repeated at the end: its name, and how */
const failures = []
/** how long each part took, said at the end */
const parts = []

async function timed(title, work) {
  const start = performance.now()
  try {
    return await work()
  } finally {
    parts.push({ title, seconds: (performance.now() - start) / 1000 })
  }
}

function fail(name, message) {
  counts.failed++
  failures.push(`${name}\n${message.trimEnd().replace(/^/gm, '    ')}`)
}

/** A check that passes or fails as a whole. */
async function check(title, work) {
  try {
    await timed(title, () => step(title, work))
    counts.passed++
  } catch (error) {
    fail(title, String(error.details || error.message))
  }
}

const types = () => run(process.execPath, [bin('typescript/bin/tsc'), '-b', root])

/**
 * Runs a test runner with its output on the screen; answers its report, `{ passed, skipped, failures, ok? }`. What it
 * says of itself (`ok`) counts more than its code, which also tells how it cleaned up.
 */
async function runner(title, args, env, read = (report) => report) {
  console.log(`\n── ${title}`)
  const file = join(scratch, `${title}.json`)
  const code = await new Promise((done) =>
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...extent, ...env(file) } }).on(
      'close',
      done,
    ),
  )
  const wrong = (message) => ({ name: title, message })
  try {
    const report = read(JSON.parse(readFileSync(file, 'utf8')))
    if (!(report.ok ?? code === 0) && report.failures.length === 0)
      report.failures.push(wrong(`ended with code ${code}`))
    return report
  } catch (error) {
    return { passed: 0, skipped: 0, failures: [wrong(`left no report: ${error.message}`)] }
  }
}

function count({ passed, skipped, failures }) {
  counts.passed += passed
  counts.skipped += skipped
  for (const { name, message } of failures) fail(name, message)
}

/** what Vitest runs, as `vitest.config.ts` divides it */
const vitestParts = [
  ['Unit tests', ['unit', 'alone']],
  ['Server tests', ['server', 'device']],
  ['Component tests', ['component']],
]

const unitTests = (title, projects) =>
  runner(
    title,
    [
      bin('vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${join(root, 'tools/launcher/vitest-report.mjs')}`,
      ...projects.map((project) => `--project=${project}`),
      ...(isQuick ? ['--tags-filter=!long'] : []),
      '--passWithNoTests',
      ...files,
    ],
    (file) => ({ AMBIT_TEST_REPORT: file }),
  )

const browserTests = () =>
  runner(
    'Browser tests',
    [
      bin('@playwright/test/cli.js'),
      'test',
      '--config',
      join(root, 'e2e/playwright.config.ts'),
      '--reporter=list,json',
      ...stories,
    ],
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
    playwrightReport,
  )

/** Playwright's JSON: suites in suites; a story that failed and then passed is flaky; errors of no story stand apart. */
function playwrightReport({ stats, suites, errors }) {
  const isFlaky = ({ status }) => status === 'flaky'
  const failed = (one) => [
    ...(one.suites ?? []).flatMap(failed),
    ...(one.specs ?? [])
      .filter(({ ok, tests }) => !ok || tests.some(isFlaky))
      .map(({ file, line, title, tests }) => ({
        name: `${tests.some(isFlaky) ? 'flaky: ' : ''}${file}:${line} › ${title}`,
        message: stripVTControlCharacters(
          tests
            .flatMap(({ results }) => results.map((one) => `${one.error?.message ?? ''}\n${pageOf(one)}`))
            .join('\n'),
        ),
      })),
  ]
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap(failed),
      ...errors.map(({ message }) => ({ name: 'outside of any story', message: stripVTControlCharacters(message) })),
    ],
  }
}

/** What was on the page when a story failed: where only this output is left, it says most. */
function pageOf({ attachments }) {
  const context = attachments.find(({ name, path }) => name === 'error-context' && existsSync(path ?? ''))
  const [, page = ''] = context ? readFileSync(context.path, 'utf8').split(/^# Page snapshot$/m) : []
  // Dialogs and notices stand last, the menu first.
  const lines = page.split('\n').filter((line) => !line.includes('- /url:'))
  return lines.slice(-MOST_LINES).join('\n')
}

async function main() {
  if (patterns.length === 0) {
    await check('Types', types)
    await check('Lint', () => run(process.execPath, [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.']))
    await check('Format', () => run(process.execPath, [bin('oxfmt/bin/oxfmt'), '--check', '.']))
    await check('Dead code', () => run(process.execPath, [bin('knip/bin/knip.js'), '--no-progress']))
  }
  if (task !== 'check') {
    if (patterns.length === 0 || files.length > 0)
      for (const [title, projects] of vitestParts) count(await timed(title, () => unitTests(title, projects)))
    if (patterns.length === 0 || stories.length > 0) count(await timed('Browser tests', browserTests))
    if (counts.passed + counts.skipped + counts.failed === 0) fail(patterns.join(' '), 'No test has a path like this.')
  }
  const minutes = (seconds) => `${(seconds / 60).toFixed(1)} min`
  console.log('\n── How long it took\n')
  for (const { title, seconds } of parts) console.log(`${title.padEnd(16)}${minutes(seconds).padStart(9)}`)
  console.log(`${'All'.padEnd(16)}${minutes(performance.now() / 1000).padStart(9)}`)
  rmSync(scratch, { recursive: true, force: true })
  if (failures.length > 0) console.log(`\n── What failed\n\n${failures.join('\n\n')}`)
  console.log(
    `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`,
  )
  process.exit(counts.failed === 0 ? 0 : 1)
}

main().catch(failWith)
