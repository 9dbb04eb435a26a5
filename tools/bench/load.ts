// `npm run bench load -- [--clients 8] [--seconds 30] [--vehicles 25] [--processes 2] [--zones 4] [--json FILE]`: clients
// that search, book the first offering and search again, through HTTP, on the demo town: in this process on the
// embedded database, or with `--processes` in so many others on one PostgreSQL (which waits for no disk).
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { api, type Client } from '@ambit/contract'
import { type Figure, ms, quantile, report } from './figures/figures.ts'
import { askers } from './town/questions.ts'
import { serveTown } from './town/serve.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '30' },
    vehicles: { type: 'string', default: '25' },
    processes: { type: 'string' },
    zones: { type: 'string', default: '9' },
    json: { type: 'string' },
  },
})
const [clients, seconds, vehicles, zones] = [values.clients, values.seconds, values.vehicles, values.zones].map(
  Number,
) as [number, number, number, number]
const processes = values.processes === undefined ? undefined : Number(values.processes)
const town = await serveTown({ vehicles, processes })
const people = await askers(town, zones)
/** so many searches with a booking a second, each within so many milliseconds at p95 */
const TARGET = { rate: processes === undefined || people.zones === 1 ? 25 : 60, ms: 500 }
const searching: number[] = []
const booking: number[] = []
const both: number[] = []
let refused = 0
let gone = 0

const serveOne = async (client: Client): Promise<void> => {
  const body = people.question()
  const from = performance.now()
  const { data } = await client.call(api.searches.create, { body })
  const found = performance.now()
  searching.push(found - from)
  const offering = data.service_offerings[0]
  if (offering === undefined) return void (refused += 1)
  if (!(await people.confirm(client, offering.id, body.traveler_id))) return void (gone += 1)
  const now = performance.now()
  booking.push(now - found)
  both.push(now - from)
}

const until = async (end: number): Promise<void> => {
  await Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      const client = town.clients[number % town.clients.length] ?? town.client
      while (performance.now() < end) await serveOne(client)
    }),
  )
}

await until(performance.now() + 3000)
for (const list of [searching, booking, both]) list.length = 0
refused = 0
gone = 0
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const others = town.processor()
const [from, before, busy] = [performance.now(), process.cpuUsage(), performance.eventLoopUtilization()]
await until(from + seconds * 1000)
const took = (performance.now() - from) / 1000
const used = process.cpuUsage(before)
const loop = performance.eventLoopUtilization(busy)
delay.disable()
const othersAfter = town.processor()
const [rate, done] = [both.length / took, both.length + refused + gone]
const rows: Figure[] = [
  { measure: 'clients', value: clients, unit: '', target: null },
  { measure: 'zones', value: people.zones, unit: '', target: null },
  {
    measure: `searches with a booking a second (target: at least ${TARGET.rate})`,
    value: rate,
    unit: '/s',
    target: null,
  },
  { measure: 'searches without an offering', value: refused, unit: '', target: null },
  { measure: 'offerings gone', value: gone, unit: '', target: null },
  ms('search and booking, p50', quantile(both, 0.5)),
  ms('search and booking, p95', quantile(both, 0.95), TARGET.ms),
  ms('search, p50', quantile(searching, 0.5)),
  ms('booking, p50', quantile(booking, 0.5)),
  ...(others === null || othersAfter === null
    ? [
        ms('processor time for each, database and client included', (used.user + used.system) / 1000 / done),
        { measure: 'main thread busy', value: loop.utilization * 100, unit: '%', target: null },
        ms('longest delay of the event loop', delay.max / 1e6, 100),
      ]
    : [
        ms('processor time for each: servers', ((othersAfter.servers - others.servers) * 1000) / done),
        ms('processor time for each: database', ((othersAfter.database - others.database) * 1000) / done),
        ms('processor time for each: clients', (used.user + used.system) / 1000 / done),
      ]),
]
await report(rows, values.json)
await town.close()
