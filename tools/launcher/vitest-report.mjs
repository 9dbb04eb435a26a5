// What Vitest counted and what went wrong, as `test.mjs` reads it. Vitest's own JSON leaves out errors that belong to
// no test: a hook after the last test of a file, a promise that was not awaited.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

const fileOf = (path) => (path === undefined ? undefined : relative(process.cwd(), path))

/** the error and where in our own code it arose */
const messageOf = (errors) =>
  errors
    .flatMap(({ stack, message }) => (stack ?? message).split('\n'))
    .filter((line) => !/node_modules|node:internal/.test(line))
    .join('\n')

export default class Report {
  onTestRunEnd(modules, unhandled, reason) {
    const report = { passed: 0, skipped: 0, failures: [], ok: reason === 'passed' }
    const fail = (file, name, errors) =>
      report.failures.push({ file, name: `${file ?? 'somewhere'} › ${name}`, message: messageOf(errors) })
    for (const module of modules) {
      const file = fileOf(module.moduleId)
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'failed') fail(file, test.fullName, errors)
        // It failed first and then passed, with the errors of the first time.
        else if (test.diagnostic()?.flaky) fail(file, `${test.fullName} (flaky)`, errors ?? [])
        else report[state === 'passed' ? 'passed' : 'skipped']++
      }
      if (module.errors().length > 0) fail(file, 'outside of its tests', module.errors())
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) fail(file, suite.fullName, suite.errors())
    }
    for (const error of unhandled) fail(fileOf(error.VITEST_TEST_PATH), 'outside of its tests', [error])
    writeFileSync(process.env['AMBIT_TEST_REPORT'], JSON.stringify(report))
  }
}
