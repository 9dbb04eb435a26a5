// `npm run bench disruption -- [--requests 500] [--vehicles 25] [--streets FILE.osm.pbf] [--json FILE]`: the vehicle with
// the most bookings is lost, then the street that most routes use is closed; how long the preview takes, and accepting
// it, through HTTP, on the demo town with the embedded database.
import { parseArgs } from 'node:util'
import { api } from '@ambit/contract'
import type { Disruption } from '@ambit/contract'
import { sql } from 'kysely'
import { type Figure, report } from './figures/figures.ts'
import { busiest } from './town/busiest.ts'
import { askers } from './town/questions.ts'
import { serveTown } from './town/serve.ts'

const TARGET_MS = 1000
/** of all options of an effect, which are shown one after the other */
const ALL_MS = 3000
const ROUNDS = 5
const REACH_M = 100

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    requests: { type: 'string', default: '500' },
    vehicles: { type: 'string', default: '25' },
    streets: { type: 'string' },
    json: { type: 'string' },
  },
})

const town = await serveTown({ vehicles: Number(values.vehicles), extract: values.streets })
const { client, streets } = town
const { db } = town.deps
const people = await askers(town)
let booked = 0
for (let i = 0; i < Number(values.requests); i++) {
  const body = people.question()
  const { data: search } = await client.call(api.searches.create, { body })
  const [offering] = search.service_offerings
  if (offering !== undefined && (await people.confirm(town.client, offering.id, body.traveler_id))) booked++
}

const rows: Figure[] = [
  { measure: 'vehicles', value: town.vehicles, unit: '', target: null },
  { measure: 'bookings', value: booked, unit: '', target: null },
]

const timed = async <T>(work: () => Promise<T>): Promise<{ ms: number; processor: number; result: T }> => {
  const [from, busy] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(busy)
  return { ms: performance.now() - from, processor: (user + system) / 1000, result }
}

/** The first preview may have streets to read for the first time; those that follow find them cached. */
const measure = async (name: string, disruption: Disruption): Promise<void> => {
  const ask = () => timed(() => client.call(api.disruptions.preview, { body: disruption }))
  const first = await ask()
  const later = []
  for (let round = 0; round < ROUNDS; round++) later.push(await ask())
  const [median] = later.toSorted((a, b) => a.ms - b.ms).slice(Math.floor(ROUNDS / 2))
  const { disruption: shown, token, service_requests: affected } = (median ?? first).result.data
  const accepting = await timed(() => client.call(api.disruptions.accept, { body: { disruption: shown, token } }))
  const count = (outcome: string): number => affected.filter((one) => one.outcome === outcome).length
  rows.push(
    { measure: `${name}: affected bookings`, value: affected.length, unit: '', target: null },
    { measure: `${name}: moved to another vehicle`, value: count('moved'), unit: '', target: null },
    { measure: `${name}: not served`, value: count('not_served'), unit: '', target: null },
    { measure: `${name}: first preview`, value: first.ms, unit: 'ms', target: TARGET_MS },
    { measure: `${name}: first preview, processor time`, value: first.processor, unit: 'ms', target: null },
    { measure: `${name}: later preview, median`, value: median?.ms ?? first.ms, unit: 'ms', target: TARGET_MS },
    { measure: `${name}: accept`, value: accepting.ms, unit: 'ms', target: TARGET_MS },
  )
}

const { rows: ways } = await sql<{ trip_id: number; count: number; region_id: number; points: [number, number][] }>`
  select t.id as trip_id, z.region_id,
    (select count(*) from service_requests r where r.trip_id = t.id and r.status in ('assigned', 'secured', 'created')) as count,
    (select json_agg(json_build_array(l.longitude, l.latitude) order by s.location_index)
      from trip_stops s join locations l on l.id = s.location_id where s.trip_id = t.id) as points
  from trips t join zones z on z.id = t.zone_id
  where t.start_datetime < ${town.deps.clock.now()}::timestamptz + interval '12 hours'
    and t.end_datetime > ${town.deps.clock.now()} and exists (select from trip_stops s where s.trip_id = t.id)
  order by count desc`.execute(db)
const [fullest] = ways
if (fullest === undefined) throw new Error('No booking could be made')
const lost = { kind: 'vehicle_lost' as const, trip_id: fullest.trip_id }
for (const only of ['first', null] as const) {
  const asked = []
  for (let round = 0; round < ROUNDS; round++)
    asked.push(
      await timed(() => client.call(api.effectPreviews.create, { query: only === null ? {} : { only }, body: lost })),
    )
  const what = only === null ? 'all options' : 'first option'
  rows.push(
    {
      measure: `effect of a vehicle lost: ${what}`,
      value: Math.max(...asked.map(({ ms }) => ms)),
      unit: 'ms',
      target: only === null ? ALL_MS : TARGET_MS,
    },
    {
      measure: `effect of a vehicle lost: ${what}, shown`,
      value: asked[0]?.result.data.options.length ?? 0,
      unit: '',
      target: null,
    },
  )
}
await measure('vehicle lost', { kind: 'vehicle_lost', trip_id: fullest.trip_id })

const inRegion = ways.filter(({ region_id, trip_id }) => region_id === fullest.region_id && trip_id !== fullest.trip_id)
const [longitude, latitude] = busiest(
  streets,
  inRegion.flatMap(({ points }) => points.slice(1).map((to, i) => [points[i] ?? to, to] as const)),
)
await measure('road closed', {
  kind: 'road_closed',
  region_id: fullest.region_id,
  longitude,
  latitude,
  reach_m: REACH_M,
})
await town.close()

await report(rows, values.json)
