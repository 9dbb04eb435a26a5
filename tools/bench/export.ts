// `npm run bench export -- [--rows 100000] [--json FILE]`: all bookings as CSV through HTTP on the embedded database,
// with the memory taken for it, and the first page of drivers asked for the whole time, as without the export.
import { parseArgs } from 'node:util'
import { api } from '@ambit/contract'
import { type Figure, quantile, report } from './figures/figures.ts'
import { serveFilled } from './filled/serve.ts'

const args = parseArgs({ options: { rows: { type: 'string', default: '100000' }, json: { type: 'string' } } })
const count = Number(args.values.rows)
const TARGET_S = 10
const MOST_SLOWER = 1.2
const MB = 1024 * 1024

const { client, close } = await serveFilled(
  `lists-${count}`,
  { passengers: count, vehicles: count, drivers: count, bookings: count },
  false,
)

/** Milliseconds of each list, one after the other with a pause, until told to end. */
const listing = async (going: () => boolean): Promise<number[]> => {
  const times: number[] = []
  while (going()) {
    const from = performance.now()
    await client.call(api.drivers.list)
    times.push(performance.now() - from)
    await new Promise((done) => setTimeout(done, 10))
  }
  return times
}

const exported = async (): Promise<{ lines: number; bytes: number }> => {
  const response = await client.fetch(api.serviceRequests.export)
  let [lines, bytes] = [0, 0]
  for await (const chunk of response.body ?? []) {
    const part = chunk as Uint8Array // what a body of fetch is made of
    bytes += part.length
    for (const byte of part) if (byte === 10) lines += 1
  }
  return { lines: lines - 1, bytes }
}

const quietUntil = performance.now() + 5000
const quiet = await listing(() => performance.now() < quietUntil)
globalThis.gc?.()
const before = process.memoryUsage()
let most = before.heapUsed
const [from, processor] = [performance.now(), process.cpuUsage()]
let over = false
const beside = listing(() => {
  most = Math.max(most, process.memoryUsage().heapUsed)
  return !over
})
const { lines, bytes } = await exported()
const took = (performance.now() - from) / 1000
const { user, system } = process.cpuUsage(processor)
over = true
const during = await beside
if (lines !== count) throw new Error(`Exported ${lines} of ${count}`)
globalThis.gc?.()
const [alone, together] = [quantile(quiet, 0.95), quantile(during, 0.95)]
const figures: Figure[] = [
  { measure: `export of ${count} bookings`, value: took, unit: 's', target: (TARGET_S * count) / 100_000 },
  { measure: '  processor time, client and database included', value: (user + system) / 1e6, unit: 's', target: null },
  { measure: '  bytes', value: bytes / MB, unit: 'MB', target: null },
  { measure: '  heap before', value: before.heapUsed / MB, unit: 'MB', target: null },
  { measure: '  heap at most', value: most / MB, unit: 'MB', target: null },
  { measure: '  heap after', value: process.memoryUsage().heapUsed / MB, unit: 'MB', target: null },
  { measure: 'drivers, first page, p95 alone', value: alone, unit: 'ms', target: null },
  { measure: 'drivers, first page, p95 beside it', value: together, unit: 'ms', target: alone * MOST_SLOWER },
  { measure: '  longest beside it', value: Math.max(...during), unit: 'ms', target: null },
]
await close()
await report(figures, args.values.json)
