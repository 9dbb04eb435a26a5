// `npm run bench search -- [--vehicles 25] [--searches 300] [--streets FILE.osm.pbf] [--json FILE]`: from a search to its
// offerings, through HTTP, on the demo town with the embedded database, and where the time goes.
import { AsyncLocalStorage } from 'node:async_hooks'
import { parseArgs } from 'node:util'
import type { KyselyPlugin } from 'kysely'
import { api } from '@ambit/contract'
import type { Streets } from '@ambit/streets'
import { type Figure, ms, quantile, report } from './figures/figures.ts'
import { askers } from './town/questions.ts'
import { serveTown } from './town/serve.ts'

type Trace = { sql: number; write: number; travel: number; answered: boolean }
/** processor time of the whole process, client and database included: which other load on the machine does not change */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const traces = new AsyncLocalStorage<Trace>()
const note = (part: 'sql' | 'write' | 'travel', from: number): void => {
  const trace = traces.getStore()
  if (trace !== undefined) trace[part] += performance.now() - from
}

/** Times each statement from its compilation to its result. */
const timed = (): KyselyPlugin => {
  const started = new WeakMap<object, { at: number; part: 'sql' | 'write' }>()
  return {
    transformQuery: ({ node, queryId }) => {
      started.set(queryId, { at: performance.now(), part: node.kind === 'SelectQueryNode' ? 'sql' : 'write' })
      return node
    },
    transformResult: ({ queryId, result }) => {
      const start = started.get(queryId)
      if (start !== undefined) note(start.part, start.at)
      return Promise.resolve(result)
    },
  }
}

const timedStreets = (streets: Streets): Streets => {
  const timing =
    <A extends readonly unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      const from = performance.now()
      const result = call(...args)
      note('travel', from)
      return result
    }
  return {
    ...streets,
    table: timing(streets.table),
    targets: timing((profile, places) => {
      const set = streets.targets(profile, places)
      return { ...set, from: timing(set.from) }
    }),
  }
}

const args = parseArgs({
  options: {
    vehicles: { type: 'string', default: '25' },
    streets: { type: 'string' },
    searches: { type: 'string', default: '300' },
    json: { type: 'string' },
  },
})
const vehicles = Number(args.values.vehicles)
const searches = Number(args.values.searches)
if (![vehicles, searches].every((count) => Number.isInteger(count) && count > 0)) {
  process.stderr.write('--vehicles and --searches take one whole number each: every fleet is a town of its own.\n')
  process.exit(2)
}

let current: Trace = { sql: 0, write: 0, travel: 0, answered: false }
const town = await serveTown({
  vehicles,
  extract: args.values.streets,
  plugins: [timed()],
  watched: timedStreets,
  // Every request is traced by itself, apart from others that run at the same time.
  prepare: (app) =>
    app.addHook('onRequest', (_request, _reply, done) => {
      current = { sql: 0, write: 0, travel: 0, answered: false }
      traces.run(current, done)
    }),
})
const { client } = town
const people = await askers(town)
/** The demo's fleet, a zone of 200 vehicles, one of 1,000. */
const targetMs = town.vehicles <= 25 ? 80 : town.vehicles <= 200 ? 50 : town.vehicles <= 1000 ? 100 : null

const ask = async (): Promise<{
  ms: number
  processor: number
  trace: Trace
  offering: number | null
  traveler: number
}> => {
  const body = people.question()
  const processor = processorMs()
  const from = performance.now()
  const { data: search } = await client.call(api.searches.create, { body })
  const took = performance.now() - from
  return {
    ms: took,
    processor: processorMs() - processor,
    trace: { ...current, answered: search.service_offerings.length > 0 },
    offering: search.service_offerings[0]?.id ?? null,
    traveler: body.traveler_id,
  }
}
const confirm = async (offering: number | null, traveler: number): Promise<number | null> => {
  if (offering === null) return null
  const from = performance.now()
  await people.confirm(town.client, offering, traveler)
  return performance.now() - from
}

// A day half full of bookings, then searches of which every third is booked, so that the plan keeps changing.
for (let i = 0; i < 250; i++) {
  const { offering, traveler } = await ask()
  await confirm(offering, traveler)
}
const asked: Awaited<ReturnType<typeof ask>>[] = []
const confirmed: number[] = []
for (let i = 0; i < searches; i++) {
  const one = await ask()
  asked.push(one)
  if (i % 3 === 0) {
    const took = await confirm(one.offering, one.traveler)
    if (took !== null) confirmed.push(took)
  }
}
// The other times at which a journey can be had, six before and six after it at most (JRN-69).
const otherTimes: number[] = []
for (let i = 0; i < searches; i += 5) {
  const from = performance.now()
  await client.call(api.searches.otherTimes, { body: people.question() })
  otherTimes.push(performance.now() - from)
}
const offered = asked.filter(({ trace }) => trace.answered)
const refused = asked.filter(({ trace }) => !trace.answered)
const median = (part: (one: (typeof asked)[number]) => number): number => quantile(offered.map(part), 0.5)
const rows: Figure[] = [
  { measure: 'vehicles', value: town.vehicles, unit: '', target: null },
  { measure: 'searches with offerings', value: offered.length, unit: '', target: null },
  ms(
    'search to offerings, p50',
    median((one) => one.ms),
  ),
  ms(
    'search to offerings, p95',
    quantile(
      offered.map((one) => one.ms),
      0.95,
    ),
    targetMs,
  ),
  ms(
    '  reading, p50',
    median((one) => one.trace.sql),
  ),
  ms(
    '  street routing and walking, p50',
    median((one) => one.trace.travel),
  ),
  ms(
    '  writing search and offerings, p50',
    median((one) => one.trace.write),
  ),
  ms(
    '  engine, offers, HTTP, p50',
    median((one) => one.ms - one.trace.sql - one.trace.travel - one.trace.write),
  ),
  ms(
    '  processor time in all, p50',
    median((one) => one.processor),
  ),
  ms(
    '  processor time in all, p95',
    quantile(
      offered.map((one) => one.processor),
      0.95,
    ),
  ),
  ms(
    'refusal, processor time, p50',
    quantile(
      refused.map((one) => one.processor),
      0.5,
    ),
  ),
  ms(
    'search to refusal with nearest change, p95',
    quantile(
      refused.map((one) => one.ms),
      0.95,
    ),
  ),
  ms('all other times, p50', quantile(otherTimes, 0.5)),
  ms('all other times, p95', quantile(otherTimes, 0.95), 1500),
  ms('confirmation, p50', quantile(confirmed, 0.5)),
  ms('confirmation, p95', quantile(confirmed, 0.95)),
]
await report(rows, args.values.json)
await town.close()
