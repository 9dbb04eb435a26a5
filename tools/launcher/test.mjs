// `npm test`, `npm run test:long` and `npm run check`: everything that must hold, one table at the end.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
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

/** Runs a test runner with its output on the screen, then reads its report: `{ passed, failed, skipped, failures }`. */
async function suite(title, args, env, read) {
  console.log(`\n── ${title}`)
  const report = join(scratch, `${title}.json`)
  const code = await new Promise((done) =>
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env(report) } }).on(
      'close',
      done,
    ),
  )
  const before = counts.failed
  try {
    const found = read(JSON.parse(readFileSync(report, 'utf8')))
    counts.passed += found.passed
    counts.skipped += found.skipped
    for (const { name, message } of found.failures) fail(name, message)
  } catch (error) {
    fail(title, `left no report: ${error.message}`)
  }
  if (code !== 0 && counts.failed === before) fail(title, `ended with code ${code}, though no test failed`)
}

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
    await suite(
      'Unit and server tests',
      [
        bin('vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        `--reporter=${join(root, 'tools/launcher/vitest-report.mjs')}`,
        ...patterns,
      ],
      (report) => ({ AMBIT_TEST_REPORT: report, ...longer }),
      (report) => report,
    )
    if (patterns.length === 0 && existsSync(join(root, 'e2e/playwright.config.ts'))) {
      await suite(
        'Browser tests',
        [
          bin('@playwright/test/cli.js'),
          'test',
          '--config',
          join(root, 'e2e/playwright.config.ts'),
          '--reporter=list,json',
        ],
        (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...longer }),
        playwrightReport,
      )
    }
  }
  rmSync(scratch, { recursive: true, force: true })
  if (failures.length > 0) console.log(`\n── What failed\n\n${failures.join('\n\n')}`)
  console.log(
    `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`,
  )
  process.exit(counts.failed === 0 ? 0 : 1)
}

main().catch(failWith)
