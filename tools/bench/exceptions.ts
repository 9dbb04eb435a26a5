// `npm run bench exceptions -- [--vehicles 500] [--bookings 5000] [--people 50] [--commits 30] [--json FILE]`: how much
// processor judging takes with so many vehicles and bookings, and how long after a commit an exception that follows from
// it has reached everybody who is connected.
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { startJobs } from '../../apps/server/src/boot/run-jobs.ts'
import { watchExceptions } from '../../apps/server/src/exceptions/watch/watch.ts'
import { byEngine } from '../../apps/server/src/planning/change/booking-history.ts'
import { setStatus } from '../../apps/server/src/planning/change/bookings.ts'
import { changePlan } from '../../apps/server/src/planning/change/change-plan.ts'
import { startTestServer } from '../../apps/server/src/testing/server.ts'
import { buildSmallTown } from '../../apps/server/src/testing/small-town.ts'
import { straightStreets } from '../../apps/server/src/testing/straight-streets.ts'
import { openStream } from '../../apps/server/src/testing/stream.ts'
import { type Figure, quantile, report } from './figures/figures.ts'

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    vehicles: { type: 'string', default: '500' },
    bookings: { type: 'string', default: '5000' },
    people: { type: 'string', default: '50' },
    commits: { type: 'string', default: '30' },
    json: { type: 'string' },
  },
})
const [vehicles, bookings, people, commits] = [values.vehicles, values.bookings, values.people, values.commits].map(
  Number,
) as [number, number, number, number]
const ROUNDS = 20

const server = await startTestServer({ streets: straightStreets() })
const { deps } = server
const town = await buildSmallTown(server)
// Each commit leaves one of them without a vehicle.
const left: number[] = []
await town.vehicle('Van 0')
for (let i = 0; i < commits; i++) {
  const at = `${8 + Math.floor((i + 20) / 60)}:${String((i + 20) % 60).padStart(2, '0')}`.padStart(5, '0')
  const who = await town.passenger(`Guest ${i}`)
  left.push((await town.book({ who, from: 'Market', to: 'Station', at })).id)
}
for (let i = 1; i < vehicles; i++) await town.vehicle(`Van ${i}`)
await sql`update trips set current_state = 'live', signed_on_at = ${deps.clock.now()}`.execute(deps.db)
const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
  where table_name = 'service_requests' and is_generated = 'NEVER' and column_name not in ('id', 'service_offering_id')`.execute(
  deps.db,
)
const names = sql.join(columns.map(({ name }) => sql.ref(name)))
await sql`insert into service_requests (${names}) select ${names} from service_requests,
  generate_series(1, ${sql.lit(Math.ceil((bookings - left.length) / left.length))})`.execute(deps.db)

const job = watchExceptions()
const judged: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  deps.clock.advance(5000)
  const busy = process.cpuUsage()
  await job.run(deps, new AbortController().signal)
  const { user, system } = process.cpuUsage(busy)
  judged.push((user + system) / 1000)
}

// Each person signs in: a session has few streams.
const streams = await Promise.all(
  Array.from({ length: people }, async () =>
    openStream(`${server.url}/api/v2/ops/live`, await server.token('dispatcher')),
  ),
)
const stop = await startJobs(deps, [watchExceptions()])
const reached: number[] = []
for (const id of left) {
  const committed = changePlan(deps, town.zone_id, 'disruption', (change) =>
    setStatus(change, {
      id,
      status: 'unassigned',
      trip_id: null,
      set: { pickup_trip_stop_id: null, dropoff_trip_stop_id: null },
      by: byEngine,
      reason: { code: 'vehicle_lost', text: 'The vehicle broke down' },
    }),
  ).then(() => performance.now())
  const told = streams.map((stream) => stream.next('exception').then(() => performance.now()))
  const from = await committed
  for (const at of await Promise.all(told)) reached.push(at - from)
}
await stop()
for (const stream of streams) stream.close()
await server.close()

const figures: Figure[] = [
  { measure: 'vehicles', value: vehicles, unit: '', target: null },
  { measure: 'bookings', value: bookings, unit: '', target: null },
  { measure: 'judging, processor p50', value: quantile(judged, 0.5), unit: 'ms', target: 300 },
  { measure: 'judging, processor at most', value: Math.max(...judged), unit: 'ms', target: 300 },
  { measure: `from commit to ${people} people, p50`, value: quantile(reached, 0.5), unit: 'ms', target: null },
  { measure: `from commit to ${people} people, p95`, value: quantile(reached, 0.95), unit: 'ms', target: 1000 },
]
await report(figures, values.json)
process.exit(0)
