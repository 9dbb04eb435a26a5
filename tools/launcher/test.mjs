// `npm test`, `npm run test:long` and `npm run check`: everything that must hold, one table at the end.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, run } from './runtime.mjs'
import { failWith, step } from './screen.mjs'

const [task, ...patterns] = process.argv.slice(2)
const long = task === 'test:long'
const bin = (path) => join(root, 'node_modules', path)
const scratch = mkdtempSync(join(tmpdir(), 'ambit-test-'))
const counts = { passed: 0, failed: 0, skipped: 0 }

/** A check that passes or fails as a whole. */
async function check(title, work) {
  try {
    await step(title, work)
    counts.passed++
  } catch (error) {
    counts.failed++
    console.log(String(error.details || error.message).trimEnd())
  }
}

const types = () => run(process.execPath, [bin('typescript/bin/tsc'), '-b', root])

/** Runs a test runner with its output on the screen and counts from its JSON report. */
async function suite(title, args, env, read) {
  console.log(`\n── ${title}`)
  const code = await new Promise((done) =>
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).on('close', done),
  )
  const before = counts.failed
  try {
    read()
  } catch (error) {
    counts.failed++
    console.log(`${title}: no report (${error.message})`)
  }
  if (code !== 0 && counts.failed === before) counts.failed++
}

function readVitest(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  counts.passed += report.numPassedTests
  counts.failed += report.numFailedTests
  counts.skipped += report.numPendingTests + (report.numTodoTests ?? 0)
}

function readPlaywright(file) {
  const { stats } = JSON.parse(readFileSync(file, 'utf8'))
  counts.passed += stats.expected + stats.flaky
  counts.failed += stats.unexpected
  counts.skipped += stats.skipped
}

async function main() {
  if (patterns.length === 0) {
    await check('Types', types)
    await check('Lint', () => run(process.execPath, [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.']))
    await check('Format', () => run(process.execPath, [bin('oxfmt/bin/oxfmt'), '--check', '.']))
    await check('Dead code', () => run(process.execPath, [bin('knip/bin/knip.js'), '--no-progress']))
  }
  if (task !== 'check') {
    const vitest = join(scratch, 'vitest.json')
    await suite(
      'Unit and server tests',
      [
        bin('vitest/vitest.mjs'),
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${vitest}`,
        ...patterns,
      ],
      long ? { AMBIT_LONG: '1' } : {},
      () => readVitest(vitest),
    )
    if (patterns.length === 0 && existsSync(join(root, 'e2e/playwright.config.ts'))) {
      const playwright = join(scratch, 'playwright.json')
      await suite(
        'Browser tests',
        [
          bin('@playwright/test/cli.js'),
          'test',
          '--config',
          join(root, 'e2e/playwright.config.ts'),
          '--reporter=list,json',
        ],
        { PLAYWRIGHT_JSON_OUTPUT_NAME: playwright, ...(long ? { AMBIT_LONG: '1' } : {}) },
        () => readPlaywright(playwright),
      )
    }
  }
  rmSync(scratch, { recursive: true, force: true })
  console.log(
    `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`,
  )
  process.exit(counts.failed === 0 ? 0 : 1)
}

main().catch(failWith)
