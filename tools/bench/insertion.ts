/**
 * How long it takes to insert one request into every vehicle's route, with the best insertion of each:
 * `npm run bench insertion -- --vehicles 50,200,1000,3000 --stops 8,30 [--json FILE]`
 *
 * A fleet of vehicles with feasible routes in a made-up town, travel times in one table in memory. "insert" answers
 * from a plan made ready before; "prepare" is making it ready from scratch, which happens once for each plan version.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { insertInto, preparePlan } from '@ambit/engine'
import { drawFleet, drawRequest } from './insertion/fleet.ts'

const REQUESTS = 300

type Row = {
  vehicles: number
  stops: number
  offers: number
  insert_p50_ms: number
  insert_p95_ms: number
  /** the same in processor time, which other load on the machine does not change */
  insert_p95_cpu_ms: number
  prepare_ms: number
  table_mb: number
}

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    vehicles: { type: 'string', default: '50,200,1000,3000' },
    stops: { type: 'string', default: '8,30' },
    json: { type: 'string' },
  },
})
const numbers = (list: string) => list.split(',').map(Number)

const rows: Row[] = []
for (const vehicles of numbers(values.vehicles))
  for (const stops of numbers(values.stops)) rows.push(measure(vehicles, stops))
process.stdout.write(`${table(rows)}\n`)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`)

function measure(vehicles: number, stops: number): Row {
  const fleet = drawFleet(vehicles, stops)
  const prepares: number[] = []
  let plan = preparePlan(fleet.problem, fleet.solution)
  for (let run = 0; run < 5; run++) {
    const started = performance.now()
    plan = preparePlan(fleet.problem, fleet.solution)
    prepares.push(performance.now() - started)
  }
  const times: number[] = []
  const processor: number[] = []
  let offers = 0
  // The first third only warms the compiler up.
  for (let run = -REQUESTS / 2; run < REQUESTS; run++) {
    const request = drawRequest(fleet, run)
    const started = performance.now()
    const before = process.threadCpuUsage()
    const { insertions } = insertInto(plan, request)
    const { user, system } = process.threadCpuUsage(before)
    const took = performance.now() - started
    if (run < 0) continue
    times.push(took)
    processor.push((user + system) / 1000)
    offers += insertions.length / REQUESTS
  }
  return {
    vehicles,
    stops,
    offers: Math.round(offers * 10) / 10,
    insert_p50_ms: percentile(times, 0.5),
    insert_p95_ms: percentile(times, 0.95),
    insert_p95_cpu_ms: percentile(processor, 0.95),
    prepare_ms: percentile(prepares, 0.5),
    table_mb: fleet.tableBytes / 1e6,
  }
}

function percentile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

function table(list: readonly Row[]): string {
  const heads = ['vehicles', 'stops', 'offers', 'p50 ms', 'p95 ms', 'p95 cpu ms', 'prepare ms', 'table MB']
  const lines = list.map((row) => [
    String(row.vehicles),
    String(row.stops),
    row.offers.toFixed(1),
    row.insert_p50_ms.toFixed(3),
    row.insert_p95_ms.toFixed(3),
    row.insert_p95_cpu_ms.toFixed(3),
    row.prepare_ms.toFixed(2),
    row.table_mb.toFixed(1),
  ])
  return [heads, ...lines].map((cells) => cells.map((cell) => cell.padStart(12)).join('')).join('\n')
}
