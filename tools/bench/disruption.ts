// `npm run bench disruption -- [--bookings 40] [--vehicles 24] [--json FILE]`: a vehicle is lost with so many bookings
// on its trip; how long the preview takes, and accepting it, through HTTP with the embedded database. Then the road is
// closed that the bookings lead along.
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { api } from '@ambit/contract'
import { createSeededRandom } from '../../apps/server/src/testing/random.ts'
import { startTestServer } from '../../apps/server/src/testing/server.ts'
import { at, buildSmallTown, STOPS } from '../../apps/server/src/testing/small-town.ts'
import { straightStreets } from '../../apps/server/src/testing/straight-streets.ts'

const TARGET_MS = 1000
const ROUNDS = 5

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    bookings: { type: 'string', default: '40' },
    vehicles: { type: 'string', default: '24' },
    json: { type: 'string' },
  },
})
const wanted = Number(values.bookings)

const server = await startTestServer({ streets: straightStreets() })
const town = await buildSmallTown(server)
const lost = await town.vehicle('Lost', { seats: 60 })
const { next } = createSeededRandom(7)
const anyone = await town.passenger('Tom Baker')
let booked = 0
for (let tries = 0; booked < wanted && tries < wanted * 20; tries++) {
  const from = Math.floor(next() * STOPS.length)
  const to = (from + 1 + Math.floor(next() * (STOPS.length - 1))) % STOPS.length
  const minute = 8 * 60 + 30 + Math.floor(next() * 8 * 60)
  const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const search = await town.search({ who: anyone, from: STOPS[from]!, to: STOPS[to]!, at: time }) // both are drawn below its length
  const offering = search.service_offerings[0]
  if (offering === undefined) continue
  await town.dispatcher.call(api.serviceRequests.create, {
    body: { service_offering_id: offering.id, traveler_id: anyone, payment_method: 'cash' },
  })
  booked++
}
for (let i = 1; i < Number(values.vehicles); i++) await town.vehicle(`Van ${i}`)

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> => {
  const from = performance.now()
  const result = await work()
  return { ms: performance.now() - from, result }
}
const body = { kind: 'vehicle_lost', trip_id: lost.trip_id } as const
const previews: number[] = []
let shown = (await town.dispatcher.call(api.disruptions.preview, { body })).data
for (let round = 0; round < ROUNDS; round++) {
  const cpu = process.cpuUsage()
  const { ms, result } = await timed(() => town.dispatcher.call(api.disruptions.preview, { body }))
  const { user, system } = process.cpuUsage(cpu)
  process.stderr.write(`preview ${ms.toFixed(0)} ms, ${((user + system) / 1000).toFixed(0)} ms of processor time\n`)
  previews.push(ms)
  shown = result.data
}
const { ms: accepting } = await timed(() =>
  town.dispatcher.call(api.disruptions.accept, { body: { disruption: shown.disruption, token: shown.token } }),
)
const [longitude, latitude] = at(1500)
const road = { kind: 'road_closed', region_id: town.region_id, longitude, latitude, reach_m: 0 } as const
const closing = await timed(() => town.dispatcher.call(api.disruptions.preview, { body: road }))
const closed = closing.result.data
const { ms: acceptingRoad } = await timed(() =>
  town.dispatcher.call(api.disruptions.accept, { body: { disruption: road, token: closed.token } }),
)
await server.close()

const rows = [
  { measure: 'affected bookings', value: booked, unit: '', target: null },
  {
    measure: 'preview, median',
    value: previews.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0,
    unit: 'ms',
    target: TARGET_MS,
  },
  { measure: 'preview, slowest', value: Math.max(...previews), unit: 'ms', target: TARGET_MS },
  { measure: 'accept', value: accepting, unit: 'ms', target: null },
  {
    measure: 'moved',
    value: shown.service_requests.filter(({ outcome }) => outcome === 'moved').length,
    unit: '',
    target: null,
  },
  { measure: 'road closed: affected', value: closed.service_requests.length, unit: '', target: null },
  { measure: 'road closed: preview', value: closing.ms, unit: 'ms', target: TARGET_MS },
  { measure: 'road closed: accept', value: acceptingRoad, unit: 'ms', target: null },
]
for (const row of rows) console.log(`${row.measure.padEnd(22)} ${row.value.toFixed(0).padStart(6)} ${row.unit}`)
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(rows, null, 2))
