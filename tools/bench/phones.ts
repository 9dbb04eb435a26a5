// `npm run bench phones -- [--passengers 1000] [--drivers 200] [--every 8] [--seconds 30] [--searches 60] [--json FILE]`:
// passengers whose page follows their ride, and drivers who send positions, beside searches on the demo town: how long
// a position takes from the device to the page, and searches without the phones and with them, in one run.
import { parseArgs } from 'node:util'
import { api } from '@ambit/contract'
import { type Figure, ms, quantile, report } from './figures/figures.ts'
import { followRide, putOnTheRoad, type Road, sendPositions } from './phones/road.ts'
import { askers } from './town/questions.ts'
import { serveTown } from './town/serve.ts'

const { values } = parseArgs({
  options: {
    passengers: { type: 'string', default: '1000' },
    drivers: { type: 'string', default: '200' },
    every: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '30' },
    searches: { type: 'string', default: '60' },
    json: { type: 'string' },
  },
})
const [passengers, drivers, every, seconds, searches] = [
  values.passengers,
  values.drivers,
  values.every,
  values.seconds,
  values.searches,
].map(Number) as [number, number, number, number, number]

// Each passenger is at an address of their own, as the limits of the app count.
const town = await serveTown({ vehicles: 25, config: { trustProxy: 1 } })
const people = await askers(town)

const searchTimes = async (): Promise<number[]> => {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  for (let asked = 0; asked < searches && performance.now() < until; asked += 1) {
    const from = performance.now()
    await town.client.call(api.searches.create, { body: people.question() })
    times.push(performance.now() - from)
  }
  return times
}

/** Searches while a number of pages follow and vehicles drive; how long the ways of the positions took. */
const underLoad = async (road: Road) => {
  const pages = await Promise.all(road.passengers.map((passenger) => followRide(road, passenger)))
  const sending = sendPositions(road, every * 1000)
  const [from, before] = [performance.now(), process.cpuUsage()]
  const searched = await searchTimes()
  const left = seconds * 1000 - (performance.now() - from)
  if (left > 0) await new Promise((done) => setTimeout(done, left))
  const took = (performance.now() - from) / 1000
  const used = process.cpuUsage(before)
  await sending.stop()
  for (const page of pages) page.close()
  return { searched, took, busy: (used.user + used.system) / 1e6 / took, ...sending.taken() }
}

await searchTimes()
const without = await searchTimes()
const road = await putOnTheRoad(town, { passengers, drivers })
const loaded = await underLoad(road)
const [alone, beside] = [quantile(without, 0.95), quantile(loaded.searched, 0.95)]
const rows: Figure[] = [
  { measure: 'pages that follow a ride', value: passengers, unit: '', target: null },
  { measure: 'vehicles that send positions', value: drivers, unit: '', target: null },
  { measure: 'positions a second', value: loaded.sent.length / loaded.took, unit: '/s', target: null },
  { measure: 'answers to pages a second', value: road.seen.length / loaded.took, unit: '/s', target: null },
  ms('a position, from the device to the server’s answer, p95', quantile(loaded.sent, 0.95)),
  ms('a position, from the device to the page, p50', quantile(road.seen, 0.5)),
  ms('a position, from the device to the page, p95', quantile(road.seen, 0.95), 2000),
  ms('search without them, p95', alone),
  ms('search with them, p95', beside),
  { measure: 'search with them ÷ without them, p95', value: beside / alone, unit: '×', target: null },
  { measure: 'calls that failed', value: loaded.failed + road.failed, unit: '', target: null },
  { measure: 'processors busy, database and clients included', value: loaded.busy, unit: '', target: null },
]
await report(rows, values.json)
await town.close()
process.exit(0)
