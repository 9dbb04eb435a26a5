import { basename, join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { type Client, createClient } from '@ambit/contract'
import { openStreets, type Streets } from '@ambit/streets'
import { createLooks } from '../../../apps/server/src/access-events/looks.ts'
import { createUser, ensureBuiltInRoles } from '../../../apps/server/src/access/accounts.ts'
import { createSigningSecret, issueToken } from '../../../apps/server/src/sessions/tokens.ts'
import { createApp } from '../../../apps/server/src/app.ts'
import { ensureStreets } from '../../../apps/server/src/cli/streets.ts'
import { seedDemo } from '../../../apps/server/src/demo/seed.ts'
import { createMeasures } from '../../../apps/server/src/observe/measures.ts'
import { createEnding, type Deps } from '../../../apps/server/src/deps.ts'
import { openEmbedded } from '../../../apps/server/src/database/embedded.ts'
import { migrate } from '../../../apps/server/src/database/migrate.ts'
import { createLiveBus } from '../../../apps/server/src/live/create-bus.ts'
import { createClockWatch } from '../../../apps/server/src/clock/watch.ts'
import { createRunningJobs } from '../../../apps/server/src/jobs/runner.ts'
import { createPlanningState } from '../../../apps/server/src/planning/state.ts'
import { createMailer } from '../../../apps/server/src/mail/outbox.ts'
import { createServicePlan } from '../../../apps/server/src/service-plans/create.ts'
import { createTestClock } from '../../../apps/server/src/testing/clock.ts'
import { createFeatureFlags } from '../../../apps/server/src/settings/flags.ts'
import { createSeededRandom } from '../../../apps/server/src/testing/random.ts'
import { testConfig } from '../../../apps/server/src/testing/server.ts'

export const SEED = 7
const NOW = '2026-11-23T09:00:00+10:00'
const DAY = '2026-11-23'
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export type Town = { deps: Deps; streets: Streets; client: Client; vehicles: number; close: () => Promise<void> }

type Options = {
  /** so many in all; further ones drive in the first zone */
  vehicles: number
  /** an OpenStreetMap extract instead of the demo town */
  extract?: string | undefined
  plugins?: readonly KyselyPlugin[]
  /** what the server sees of the streets */
  watched?: (streets: Streets) => Streets
  prepare?: (app: Awaited<ReturnType<typeof createApp>>) => void
}

/** The demo service on real streets, on an embedded database in memory, at nine in the morning, before any vehicle drives. */
export const serveTown = async ({ vehicles, extract, plugins = [], watched, prepare }: Options): Promise<Town> => {
  const data = join(import.meta.dirname, '../../../data/bench')
  await ensureStreets({ data, file: extract, seed: SEED })
  const name = extract === undefined ? `demo-town-${SEED}` : basename(extract).replace(/\.osm\.pbf$|\.pbf$/, '')
  const streets = await openStreets(join(data, 'streets', name))
  const seen = watched?.(streets) ?? streets
  const database = await openEmbedded({ folder: null, template: null }, (error) => {
    throw error
  })
  await migrate(database.db, new Date(NOW))
  const clock = createTestClock(NOW)
  const db = plugins.reduce((watchedDb, plugin) => watchedDb.withPlugin(plugin), database.db)
  const random = createSeededRandom(SEED)
  const config = { ...testConfig, seed: SEED, checkAnswers: false }
  const deps: Deps = {
    db,
    damage: database.damage,
    snapshots: database.snapshots,
    disk: { room: () => null, low: () => false },
    clock,
    clockWatch: createClockWatch(clock, silent),
    random,
    mailer: createMailer(clock),
    payments: { current: async () => null },
    streets: { current: () => seen, folder: () => null },
    log: silent,
    config,
    live: await createLiveBus(database, silent),
    planning: createPlanningState(),
    jobs: createRunningJobs('bench', db),
    ending: createEnding(),
    ...createMeasures(),
    usage: database.usage,
    tracing: null,
    flags: createFeatureFlags({ db, clock, config }),
    signingSecret: createSigningSecret({ db, random }),
    looks: createLooks({ db, clock, log: silent }),
  }
  await ensureBuiltInRoles(deps.db, clock.now(), 'demo')
  await seedDemo(deps, streets, { historyDays: 2, daysAhead: 1, report: () => {} })
  const known = await deps.db
    .selectFrom('vehicles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await addVehicles(deps, Math.max(0, vehicles - known.count))
  const app = await createApp(deps)
  prepare?.(app)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const names = { first_name: 'B', last_name: 'B', username: 'bench', email: 'bench@example.org' }
  const id = await createUser(deps.db, { ...names, password_hash: '', role: 'superadmin' }, clock.now())
  const { token } = await issueToken(deps, { kind: 'user', id }, { method: 'password', factors: [], portal: false })
  return {
    deps,
    streets,
    client: createClient({ origin, token: () => token }),
    vehicles: Math.max(vehicles, known.count),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
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
