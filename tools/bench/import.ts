// `npm run bench import -- [--rows 10000] [--export 100000] [--json FILE]`: a file's rows checked, sent and stored as the
// portal sends them, through HTTP, on the embedded database with its files on disk; then the export of a fleet of that
// size, with the memory that the server takes for it.
import { parseArgs } from 'node:util'
import { api, IMPORT_ROWS_PER_CALL } from '@ambit/contract'
import { type Figure, report } from './figures/figures.ts'
import { serveFilled } from './filled/serve.ts'

const args = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    export: { type: 'string', default: '100000' },
    json: { type: 'string' },
  },
})
const count = Number(args.values.rows)
const fleet = Number(args.values.export)
const TARGET_S = 10
const MB = 1024 * 1024

const figures: Figure[] = []
const note = (measure: string, value: number, unit: string, target: number | null = null): void =>
  void figures.push({ measure, value, unit, target })

/** Processor time of the whole process, client and database included: other load does not change it. */
const processorS = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

const vehicle = (at: number) => ({
  license_plate: `IMP ${at}`,
  vehicle_number: `BUS I${at}`,
  make: 'Toyota',
  model: 'HiAce Commuter',
  vin: `JTFSS22P${at}`,
  transmission: 'automatic',
  vendor: 'Coastline Fleet',
  year: 2024,
  color: 'White',
  body_type: 'van',
  doors: 4,
  fuel_type: 'diesel',
  capacity: 11,
  mobility_capacity: 1,
  max_capacity: 12,
  seats_per_wheelchair: 2,
})

const importing = await serveFilled('import', { passengers: 0, vehicles: 0, drivers: 0, bookings: 0 }, true)
const processor = processorS()
const from = performance.now()
let imported = 0
for (let at = 0; at < count; at += IMPORT_ROWS_PER_CALL) {
  const rows = Array.from({ length: Math.min(IMPORT_ROWS_PER_CALL, count - at) }, (_, index) => vehicle(at + index))
  const { data } = await importing.client.call(api.vehicles.bulkImport, { body: rows, idempotencyKey: `bench-${at}` })
  imported += data.imported
}
if (imported !== count) throw new Error(`Imported ${imported} of ${count}`)
note(`import of ${count} rows`, (performance.now() - from) / 1000, 's', TARGET_S)
note('  processor time in all', processorS() - processor, 's')
await importing.close()

const exporting = await serveFilled(
  `lists-${fleet}`,
  { passengers: fleet, vehicles: fleet, drivers: fleet, bookings: 0 },
  false,
)
globalThis.gc?.()
const before = process.memoryUsage.rss()
let most = before
const start = performance.now()
const response = await exporting.client.fetch(api.vehicles.export)
let bytes = 0
let lines = 0
for await (const chunk of response.body ?? []) {
  const part = chunk as Uint8Array // what a body of fetch is made of
  bytes += part.length
  for (const byte of part) if (byte === 10) lines += 1
  most = Math.max(most, process.memoryUsage.rss())
}
if (lines !== fleet + 1) throw new Error(`Exported ${lines - 1} of ${fleet}`)
note(`export of ${fleet} vehicles`, (performance.now() - start) / 1000, 's')
note('  bytes', bytes / MB, 'MB')
note('  memory taken on top, client and database included', (most - before) / MB, 'MB')
await exporting.close()

await report(figures, args.values.json)
