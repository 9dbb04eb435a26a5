// What Vitest counted and what went wrong, as `test.mjs` reads it. Vitest's own JSON leaves out errors that belong to
// no test: a hook after the last test of a file, a promise that nobody waited for.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

/** the error and where in our own code it arose */
const messageOf = (errors) =>
  errors
    .flatMap(({ stack, message }) => (stack ?? message).split('\n'))
    .filter((line) => !/node_modules|node:internal/.test(line))
    .join('\n')

export default class Report {
  onTestRunEnd(modules, unhandled) {
    const report = { passed: 0, failed: 0, skipped: 0, failures: [] }
    const fail = (name, errors) => {
      report.failed++
      report.failures.push({ name, message: messageOf(errors) })
    }
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state === 'failed') fail(`${file} › ${test.fullName}`, errors)
        else report[state === 'passed' ? 'passed' : 'skipped']++
      }
      if (module.errors().length > 0) fail(file, module.errors())
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) fail(`${file} › ${suite.fullName}`, suite.errors())
    }
    for (const error of unhandled) fail('outside of any test', [error])
    writeFileSync(process.env['AMBIT_TEST_REPORT'], JSON.stringify(report))
  }
}
