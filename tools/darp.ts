/**
 * Plans classical dial-a-ride instances:
 * `npm run darp -- FILES… --seconds S --seed N --threads T --out FILE.json [--dynamic]`
 *
 * Prints a table with the gap to the best known cost, taken from a best-known.csv beside the first file, and writes
 * the plans to --out. With --dynamic the files tell when each request arrives, and the day is replayed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { replayAll } from './darp/dynamic.ts'
import { parseInstance } from './darp/instance.ts'
import { readBestKnown, type Result, resultOf, tableOf } from './darp/report.ts'
import { run } from './darp/run.ts'

const { values, positionals: files } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    threads: { type: 'string', default: '1' },
    out: { type: 'string' },
    dynamic: { type: 'boolean', default: false },
  },
})

const [seconds, seed, threads] = [values.seconds, values.seed, values.threads].map(Number)
const valid = files.length > 0 && seconds! > 0 && Number.isInteger(seed) && Number.isInteger(threads) && threads! > 0
if (!valid) {
  process.stderr.write(
    'usage: npm run darp -- FILES… [--seconds 5] [--seed 1] [--threads 1] [--out FILE.json] [--dynamic]\n',
  )
  process.exit(2)
}

if (values.dynamic) {
  const { table, results } = replayAll(files, seconds!, seed!)
  process.stdout.write(`${table}\n`)
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(results, null, 1)}\n`)
} else {
  const results: Result[] = []
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    const instance = parseInstance(basename(file).replace(/\.[^.]*$/, ''), text)
    const { solution, cpuSeconds } = await run(instance, text, seconds!, seed!, threads!)
    results.push(resultOf(instance.name, instance.problem, solution, cpuSeconds))
  }
  process.stdout.write(`${tableOf(results, readBestKnown(files[0]!))}\n`)
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(results, null, 1)}\n`)
}
