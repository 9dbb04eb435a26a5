// `npm test`, `npm run test:long` and `npm run check`: everything that must hold, one table at the end.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root, run } from './runtime.mjs'
import { failWith, step } from './screen.mjs'

const [task, ...patterns] = process.argv.slice(2)
const longer = task === 'test:long' ? { AMBIT_LONG: '1' } : {}
const bin = (path) => join(root, 'node_modules', path)
const scratch = mkdtempSync(join(tmpdir(), 'ambit-test-'))
const counts = { passed: 0, failed: 0, skipped: 0 }
/** what failed, said once more at the end: its name, and how */
const failures = []

function fail(name, message) {
  counts.failed++
  failures.push(`${name}\n${message.trimEnd().replace(/^/gm, '    ')}`)
}

/** A check that passes or fails as a whole. */
async function check(title, work) {
  try {
    await step(title, work)
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
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...longer, ...env(file) } }).on(
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

/** a run in which more files fail than these has not stumbled */
const STUMBLES = 3

/**
 * Vitest tells a test once more where others share the machine (`vitest.config.ts`), but neither a hook nor a promise
 * that nobody waited for. A file in which one of those went wrong is told once more here; what stumbled is said.
 */
async function unitTests() {
  const tell = (title, files) =>
    runner(
      title,
      [
        bin('vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        `--reporter=${join(root, 'tools/launcher/vitest-report.mjs')}`,
        ...files,
      ],
      (file) => ({ AMBIT_TEST_REPORT: file }),
    )
  const report = await tell('Unit and server tests', patterns)
  const files = [...new Set(report.failures.map(({ file }) => file))]
  if (!process.env['CI'] || files.length === 0 || files.length > STUMBLES || files.includes(undefined)) return report
  const again = await tell('Once more what stumbled', files)
  for (const { name, message } of report.failures) console.log(`\nstumbled: ${name}\n${message}`)
  return { ...report, failures: again.failures }
}

const browserTests = () =>
  runner(
    'Browser tests',
    [
      bin('@playwright/test/cli.js'),
      'test',
      '--config',
      join(root, 'e2e/playwright.config.ts'),
      '--reporter=list,json',
    ],
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: file }),
    playwrightReport,
  )

/** Playwright's JSON: suites in suites; a story failed if no retry of it passed; errors of no story stand apart. */
function playwrightReport({ stats, suites, errors }) {
  const failed = (one) => [
    ...(one.suites ?? []).flatMap(failed),
    ...(one.specs ?? [])
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => ({
        name: `${file}:${line} › ${title}`,
        message: stripVTControlCharacters(
          tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
        ),
      })),
  ]
  return {
    passed: stats.expected + stats.flaky,
    skipped: stats.skipped,
    failures: [
      ...suites.flatMap(failed),
      ...errors.map(({ message }) => ({ name: 'outside of any story', message: stripVTControlCharacters(message) })),
    ],
  }
}

async function main() {
  if (patterns.length === 0) {
    await check('Types', types)
    await check('Lint', () => run(process.execPath, [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.']))
    await check('Format', () => run(process.execPath, [bin('oxfmt/bin/oxfmt'), '--check', '.']))
    await check('Dead code', () => run(process.execPath, [bin('knip/bin/knip.js'), '--no-progress']))
  }
  if (task !== 'check') {
    count(await unitTests())
    if (patterns.length === 0) count(await browserTests())
  }
  rmSync(scratch, { recursive: true, force: true })
  if (failures.length > 0) console.log(`\n── What failed\n\n${failures.join('\n\n')}`)
  console.log(
    `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`,
  )
  process.exit(counts.failed === 0 ? 0 : 1)
}

main().catch(failWith)
