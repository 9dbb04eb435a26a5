// `npm run bench search -- [--vehicles 25] [--searches 300] [--json FILE]`: from a search to its offerings, through
// HTTP, on the demo town with the embedded database, and where the time goes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, KyselyPlugin } from 'kysely'
import { api, ApiError, createClient } from '@ambit/contract'
import type { Client } from '@ambit/contract'
import { openStreets } from '@ambit/streets'
import type { Streets } from '@ambit/streets'
import { createUser, ensureBuiltInRoles } from '../../apps/server/src/access/accounts.ts'
import { issueToken } from '../../apps/server/src/access/tokens.ts'
import { createApp } from '../../apps/server/src/app.ts'
import { ensureStreets } from '../../apps/server/src/cli/streets.ts'
import type { DB } from '../../apps/server/src/database/schema.ts'
import { seedDemo } from '../../apps/server/src/demo/seed.ts'
import type { Deps } from '../../apps/server/src/deps.ts'
import { createLiveBus } from '../../apps/server/src/live/create-bus.ts'
import { createMailer } from '../../apps/server/src/mail/outbox.ts'
import { createServicePlan } from '../../apps/server/src/service-plans/create.ts'
import { createTestClock } from '../../apps/server/src/testing/clock.ts'
import { openTestDatabase } from '../../apps/server/src/testing/database.ts'
import { createSeededRandom } from '../../apps/server/src/testing/random.ts'
import { testConfig } from '../../apps/server/src/testing/server.ts'

const SEED = 7
const NOW = '2026-11-23T09:00:00+10:00'
const DAY = '2026-11-23'
const TARGET_MS = 80

type Row = { measure: string; value: number; unit: string; target: number | null }
type Trace = { sql: number; write: number; travel: number; answered: boolean }
/** processor time of the whole process, client and database included: what a busy machine does not blur */
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

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

const addVehicles = async (deps: Deps, count: number): Promise<void> => {
  const zone = await deps.db.selectFrom('zones').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const stamps = { created_at: deps.clock.now(), updated_at: deps.clock.now() }
  for (let i = 0; i < count; i++) {
    const { id } = await deps.db
      .insertInto('vehicles')
      .values({ license_plate: `BENCH-${i}`, vehicle_number: `B${i}`, capacity: 8, ...stamps } as never) // the optional columns stay out
      .returning('id')
      .executeTakeFirstOrThrow()
    await createServicePlan(deps, {
      zone_id: zone.id,
      vehicle_id: id,
      driver_id: null,
      start_time: `${DAY}T07:00:00+10:00`,
      end_time: `${DAY}T20:00:00+10:00`,
      minimum_capacity: 20,
      metadata: {},
    })
  }
}

type Place = { zone_id: number; name: string; point: [number, number] }

const placesOf = async (db: Kysely<DB>): Promise<Place[]> => {
  const rows = await db
    .selectFrom('zone_stops')
    .innerJoin('locations', 'locations.id', 'zone_stops.location_id')
    .select(['zone_id', 'name', 'longitude', 'latitude'])
    .orderBy('zone_stops.id')
    .execute()
  return rows.map((row) => ({ zone_id: row.zone_id, name: row.name, point: [row.longitude, row.latitude] }))
}

const args = parseArgs({
  options: {
    vehicles: { type: 'string', default: '25' },
    searches: { type: 'string', default: '300' },
    json: { type: 'string' },
  },
})
const vehicles = Number(args.values.vehicles)
const searches = Number(args.values.searches)

const data = join(import.meta.dirname, '../../data/bench')
await ensureStreets({ data, file: undefined, seed: SEED })
const streets = await openStreets(join(data, 'streets', `demo-town-${SEED}`))
const database = await openTestDatabase()
const clock = createTestClock(NOW)
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const deps: Deps = {
  db: database.db.withPlugin(timed()),
  clock,
  random: createSeededRandom(SEED),
  mailer: createMailer(clock),
  streets: { current: () => timedRoads, folder: () => null },
  log: silent,
  config: { ...testConfig, seed: SEED, checkAnswers: false },
  live: await createLiveBus(database, silent),
}
const timedRoads = timedStreets(streets)
await ensureBuiltInRoles(deps.db, clock.now())
await seedDemo(deps, streets, { historyDays: 2, daysAhead: 1, report: () => {} })
const known = await deps.db
  .selectFrom('vehicles')
  .select((eb) => eb.fn.countAll<number>().as('count'))
  .executeTakeFirstOrThrow()
await addVehicles(deps, Math.max(0, vehicles - known.count))

const app = await createApp(deps)
// Every request is traced by itself, whatever runs beside it.
app.addHook('onRequest', (_request, _reply, done) => {
  current = { sql: 0, write: 0, travel: 0, answered: false }
  traces.run(current, done)
})
let current: Trace = { sql: 0, write: 0, travel: 0, answered: false }
const origin = await app.listen({ host: '127.0.0.1', port: 0 })
const userId = await createUser(
  deps.db,
  {
    first_name: 'B',
    last_name: 'B',
    username: 'bench',
    email: 'bench@example.org',
    password_hash: '',
    role: 'superadmin',
  },
  clock.now(),
)
const { token } = await issueToken(deps, { kind: 'user', id: userId })
const client: Client = createClient({ origin, token: () => token })

const places = await placesOf(deps.db)
const travelers = await deps.db
  .selectFrom('travelers')
  .select('id')
  .where('status', '=', 'active')
  .orderBy('id')
  .execute()
const random = createSeededRandom(SEED + 1)
const pick = <T>(list: readonly T[]): T => {
  const item = list[Math.floor(random.next() * list.length)]
  if (item === undefined) throw new Error('The demo has no such thing')
  return item
}
const question = () => {
  const from = pick(places)
  const to = pick(places.filter((place) => place.zone_id === from.zone_id && place.name !== from.name))
  const near = ([lng, lat]: [number, number]): [number, number] => [
    lng + (random.next() - 0.5) * 0.003,
    lat + (random.next() - 0.5) * 0.003,
  ]
  return {
    traveler_id: pick(travelers).id,
    passengers: [{ fare_type: 'adult' as const }],
    origin: { name: from.name, point: near(from.point) },
    destination: { name: to.name, point: near(to.point) },
    traveling_at: new Date(clock.now().getTime() + random.next() * 6 * 3_600_000).toISOString(),
    departing: random.next() < 0.8,
    mobility_support: random.next() < 0.1 ? 1 : 0,
  }
}
const ask = async (): Promise<{
  ms: number
  processor: number
  trace: Trace
  offering: number | null
  traveler: number
}> => {
  const body = question()
  const processor = processorMs()
  const from = performance.now()
  const { data: search } = await client.call(api.searches.create, { body })
  const ms = performance.now() - from
  return {
    ms,
    processor: processorMs() - processor,
    trace: { ...current, answered: search.service_offerings.length > 0 },
    offering: search.service_offerings[0]?.id ?? null,
    traveler: body.traveler_id,
  }
}
const confirm = async (offering: number | null, traveler: number): Promise<number | null> => {
  if (offering === null) return null
  const from = performance.now()
  try {
    await client.call(api.serviceRequests.create, {
      body: { service_offering_id: offering, traveler_id: traveler, payment_method: 'cash' },
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
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
    const ms = await confirm(one.offering, one.traveler)
    if (ms !== null) confirmed.push(ms)
  }
}
const offered = asked.filter(({ trace }) => trace.answered)
const refused = asked.filter(({ trace }) => !trace.answered)
const median = (part: (one: (typeof asked)[number]) => number): number => quantile(offered.map(part), 0.5)
const ms = (measure: string, value: number, target: number | null = null): Row => ({
  measure,
  value,
  unit: 'ms',
  target,
})
const rows: Row[] = [
  { measure: 'vehicles', value: Math.max(vehicles, known.count), unit: '', target: null },
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
    TARGET_MS,
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
  ms('confirmation, p50', quantile(confirmed, 0.5)),
  ms('confirmation, p95', quantile(confirmed, 0.95)),
]
const width = Math.max(...rows.map((row) => row.measure.length))
for (const { measure, value, unit, target } of rows) {
  const verdict = target === null ? '' : `   target ${target} ${unit}: ${value <= target ? 'met' : 'MISSED'}`
  process.stdout.write(
    `${measure.padEnd(width)}  ${value.toFixed(unit === '' ? 0 : 1).padStart(9)} ${unit.padEnd(4)}${verdict}\n`,
  )
}
if (args.values.json !== undefined) await writeFile(args.values.json, `${JSON.stringify(rows, null, 2)}\n`)
await app.close()
await database.close()
