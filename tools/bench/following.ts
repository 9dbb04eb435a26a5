// `npm run bench following -- [--passengers 1000] [--vehicles 200] [--seconds 25] [--pairs 2] [--json FILE]`: passengers
// who follow their rides in the app while drivers send positions, on the demo town and the embedded database. Searches
// are asked by turns without them and with them, the same ones in the same order.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { api } from '@ambit/contract'
import { VEHICLE_SHOWN_MINUTES } from '@ambit/domain'
import { type Figure, ms, quantile, report } from './figures/figures.ts'
import { putOnTrips, reporting, type Sent } from './following/crews.ts'
import { type Shown, startPages } from './following/pages.ts'
import { bookRides, type Rider } from './following/riders.ts'
import { askers } from './town/questions.ts'
import { NOW } from './town/scene.ts'
import { serveTown } from './town/serve.ts'

const { values } = parseArgs({
  options: {
    passengers: { type: 'string', default: '1000' },
    vehicles: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '25' },
    pairs: { type: 'string', default: '2' },
    json: { type: 'string' },
  },
})
const [passengers, vehicles, seconds, pairs] = [values.passengers, values.vehicles, values.seconds, values.pairs].map(
  Number,
) as [number, number, number, number]
/** of the demo's own vehicles at that time of day */
const NOT_DRIVING = 9
/** A search is as fast as ever below this; so many times it is tried. ms */
const CALM_SEARCH = 150
const CALM_TURNS = 20
/** A search is begun so often. ms */
const SEARCH_EVERY = 250
/** After the pages have opened, and before they close: what is sent meanwhile is not counted at its end. ms */
const CALM = 3000
const TICK = 20
const WAY_TARGET = 2000
/** of the p95 of searches without followers and drivers */
const SEARCH_TARGET = 120

const progress = (text: string): void => void process.stderr.write(`${text}\n`)
const pause = (length: number): Promise<void> => new Promise((done) => setTimeout(done, length))

const town = await serveTown({ vehicles: vehicles + NOT_DRIVING, spread: true, config: { trustProxy: 1 } })
const { clock } = town.deps
const crews = (await putOnTrips(town)).slice(0, vehicles)
progress(`${crews.length} vehicles on trips`)
const people = await askers(town)
const riders = await bookRides(town, people, passengers, (count) => {
  if (count % 100 === 0) progress(`${count} rides`)
})
const [from, began] = [Date.parse(NOW), performance.now()]
const ticking = setInterval(() => clock.set(new Date(from + performance.now() - began)), TICK)
const questions = Array.from({ length: Math.floor((seconds * 1000) / SEARCH_EVERY) }, people.question)

const search = async (): Promise<number[]> => {
  const took: number[] = []
  const start = performance.now()
  for (const [place, body] of questions.entries()) {
    await pause(Math.max(0, start + place * SEARCH_EVERY - performance.now()))
    // They take longer than the time between them: the rest would make it late.
    if (performance.now() - start > seconds * 1000) break
    const asked = performance.now()
    await town.client.call(api.searches.create, { body })
    took.push(performance.now() - asked)
  }
  return took
}

const isShown = ({ opens }: Rider, at: number): boolean => at >= opens - VEHICLE_SHOWN_MINUTES * 60_000

/** How long positions took to each page that shows the vehicle, until it showed them or newer ones; Infinity: it never did. ms */
const waysOf = (sent: readonly Sent[], shown: readonly Shown[], until: number): number[] => {
  const ofTrip = Map.groupBy(sent, ({ trip }) => trip)
  const ofRide = Map.groupBy(shown, ({ ride }) => ride)
  return riders.flatMap((rider) => {
    const seen = ofRide.get(rider.ride) ?? []
    return (ofTrip.get(rider.trip) ?? [])
      .filter((one) => one.sent < until && isShown(rider, Date.parse(one.at)))
      .map((one) => (seen.find(({ at }) => at >= one.at)?.shown ?? Infinity) - one.sent)
  })
}

/** Waits until searches are answered as fast as ever: what came before may still be under way. */
const calmDown = async (): Promise<void> => {
  const body = people.question()
  for (let turn = 0; turn < CALM_TURNS; turn++) {
    await pause(CALM)
    const asked = performance.now()
    await town.client.call(api.searches.create, { body })
    if (performance.now() - asked < CALM_SEARCH) return
  }
}

const alone: number[] = []
const beside: number[] = []
const ways: number[] = []
const stored: number[] = []
const delays: { p95: number; longest: number }[] = []
const totals = { told: 0, asked: 0, refused: 0, took: 0, busy: 0, used: 0 }
const pages = startPages()
await search()
for (let pair = 0; pair < pairs; pair++) {
  await calmDown()
  alone.push(...(await search()))
  const opening = performance.now()
  await pages.open(
    town.origin,
    riders.map(({ token, ride }) => ({ token, ride })),
  )
  progress(`${riders.length} pages opened in ${((performance.now() - opening) / 1000).toFixed(1)} s`)
  const phones = reporting(town, crews)
  await pause(CALM)
  const [start, used, loop] = [performance.now(), process.cpuUsage(), performance.eventLoopUtilization()]
  // One for each: what passes while one is off counts as a delay.
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  beside.push(...(await search()))
  delay.disable()
  delays.push({ p95: delay.percentile(95) / 1e6, longest: delay.max / 1e6 })
  const took = performance.now() - start
  const { user, system } = process.cpuUsage(used)
  const until = Date.now()
  totals.took += took
  totals.used += (user + system) / 1000
  totals.busy += performance.eventLoopUtilization(loop).utilization * took
  await pause(CALM)
  const { sent, took: storing, refused } = await phones.stop()
  const heard = await pages.close()
  stored.push(...storing)
  ways.push(...waysOf(sent, heard.shown, until))
  totals.told += heard.told
  totals.asked += heard.asked
  totals.refused += heard.refused + refused
}
pages.end()
clearInterval(ticking)
const shownNow = riders.filter((rider) => isShown(rider, clock.now().getTime())).length
const never = ways.filter((way) => way === Infinity).length
const share = (quantile(beside, 0.95) / quantile(alone, 0.95)) * 100
const each = (count: number): number => (count * 1000) / (totals.took + pairs * CALM * 2)
const rows: Figure[] = [
  { measure: 'vehicles whose drivers send positions', value: crews.length, unit: '', target: null },
  { measure: 'passengers who follow', value: riders.length, unit: '', target: null },
  { measure: 'of these, with the vehicle shown', value: (shownNow / riders.length) * 100, unit: '%', target: null },
  { measure: 'positions with a page that shows them', value: ways.length, unit: '', target: null },
  { measure: 'of these, never shown', value: never, unit: '', target: 0 },
  ms('position from device to page, p50', quantile(ways, 0.5)),
  ms('position from device to page, p95', quantile(ways, 0.95), WAY_TARGET),
  ms('a report stored, p95', quantile(stored, 0.95)),
  ms('search without them, p50', quantile(alone, 0.5)),
  ms('search with them, p50', quantile(beside, 0.5)),
  ms('search without them, p95', quantile(alone, 0.95)),
  ms('search with them, p95', quantile(beside, 0.95)),
  { measure: 'search with them, p95, of that without', value: share, unit: '%', target: SEARCH_TARGET },
  { measure: 'told to pages a second', value: each(totals.told), unit: '/s', target: null },
  { measure: 'asked by pages a second', value: each(totals.asked), unit: '/s', target: null },
  { measure: 'calls refused', value: totals.refused, unit: '', target: 0 },
  { measure: 'processor of server and database', value: (totals.used / totals.took) * 100, unit: '%', target: null },
  { measure: 'main thread busy', value: (totals.busy / totals.took) * 100, unit: '%', target: null },
  ms('event loop delayed, p95', Math.max(...delays.map(({ p95 }) => p95))),
  ms('event loop delayed, longest', Math.max(...delays.map(({ longest }) => longest))),
]
await report(rows, values.json)
await town.close()
process.exit(0)
