import { basename, join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { type Client, createClient } from '@ambit/contract'
import { openStreets, type Streets } from '@ambit/streets'
import { createUser, ensureBuiltInRoles } from '../../../apps/server/src/access/accounts.ts'
import { issueToken } from '../../../apps/server/src/sessions/tokens.ts'
import { createApp } from '../../../apps/server/src/app.ts'
import { ensureDemoTown, ensureStreets } from '../../../apps/server/src/cli/streets.ts'
import { seedDemo } from '../../../apps/server/src/demo/seed.ts'
import type { Config } from '../../../apps/server/src/config.ts'
import type { Deps } from '../../../apps/server/src/deps.ts'
import { openPostgres } from '../../../apps/server/src/database/connect.ts'
import { openEmbedded } from '../../../apps/server/src/database/embedded.ts'
import { migrate } from '../../../apps/server/src/database/migrate.ts'
import { startPostgres } from '../../../apps/server/src/testing/postgres.ts'
import { createServicePlan } from '../../../apps/server/src/service-plans/create.ts'
import { type BenchDeps, benchDeps } from '../deps.ts'
import { NOW, SEED } from './scene.ts'
import { serveBeside } from './serve-beside.ts'

const DAY = '2026-11-23'

export type Town = {
  deps: BenchDeps
  streets: Streets
  origin: string
  client: Client
  /** one for each process that serves the town */
  clients: readonly Client[]
  vehicles: number
  /** seconds of processor that servers and database have had; null where both are in this process */
  processor: () => { servers: number; database: number } | null
  close: () => Promise<void>
}

type Options = {
  /** so many in all; further ones drive in the first zone */
  vehicles: number
  /** further ones drive in all zones in turn */
  spread?: boolean
  config?: Partial<Config>
  /** an OpenStreetMap extract instead of the demo town */
  extract?: string | undefined
  plugins?: readonly KyselyPlugin[]
  /** what the server sees of the streets */
  watched?: (streets: Streets) => Streets
  prepare?: (app: Awaited<ReturnType<typeof createApp>>) => void
  /** so many servers in processes of their own on one PostgreSQL, instead of one here on the embedded database */
  processes?: number | undefined
}

/** The demo service on real streets at nine in the morning, before any vehicle drives. */
export const serveTown = async (options: Options): Promise<Town> => {
  const { vehicles, extract, plugins = [], watched, processes } = options
  const data = join(import.meta.dirname, '../../../data/bench')
  await (extract === undefined
    ? ensureDemoTown({ data, seed: SEED })
    : ensureStreets({ data, file: extract, seed: SEED }))
  const name = extract === undefined ? `demo-town-${SEED}` : basename(extract).replace(/\.osm\.pbf$|\.pbf$/, '')
  const folder = join(data, 'streets', name)
  const streets = await openStreets(folder)
  const postgres = processes === undefined ? null : await startPostgres()
  const url = (await postgres?.emptyDatabase()) ?? null
  const database = url === null ? await inMemory() : await openPostgres(url, () => {})
  await migrate(database.patient, new Date(NOW))
  const db = plugins.reduce((watchedDb, plugin) => watchedDb.withPlugin(plugin), database.db)
  const deps = await benchDeps({
    database: { ...database, db },
    now: NOW,
    seed: SEED,
    streets: watched?.(streets) ?? streets,
    config: options.config,
  })
  await ensureBuiltInRoles(deps.db, deps.clock.now(), 'demo')
  await seedDemo(deps, streets, { historyDays: 2, daysAhead: 1, report: () => {} })
  const known = await deps.db
    .selectFrom('vehicles')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await addVehicles(deps, Math.max(0, vehicles - known.count), options.spread === true)
  const served =
    postgres === null || url === null || processes === undefined
      ? await serveHere(deps, options)
      : await serveBeside(postgres, url, processes, folder)
  const names = { first_name: 'B', last_name: 'B', username: 'bench', email: 'bench@example.org' }
  const id = await createUser(deps.db, { ...names, password_hash: '', role: 'superadmin' }, deps.clock.now())
  const { token } = await issueToken(deps, { kind: 'user', id }, { method: 'password', factors: [], portal: false })
  const clients = served.origins.map((origin) => createClient({ origin, token: () => token }))
  const [client] = clients
  const [origin] = served.origins
  if (client === undefined || origin === undefined) throw new Error('The town needs one process at least')
  return {
    deps,
    streets,
    origin,
    client,
    clients,
    vehicles: Math.max(vehicles, known.count),
    processor: served.processor,
    close: async () => {
      await served.close()
      await database.close()
      await postgres?.stop()
    },
  }
}

const inMemory = () =>
  openEmbedded({ folder: null, template: null }, (error) => {
    throw error
  })

type Served = Pick<Town, 'processor' | 'close'> & { origins: string[] }

const serveHere = async (deps: Deps, { prepare }: Options): Promise<Served> => {
  const app = await createApp(deps)
  prepare?.(app)
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { origins: [origin], processor: () => null, close: () => app.close() }
}

const addVehicles = async (deps: Deps, count: number, spread: boolean): Promise<void> => {
  const all = await deps.db.selectFrom('zones').select('id').orderBy('id').execute()
  const zones = spread ? all : all.slice(0, 1)
  const stamps = { created_at: deps.clock.now(), updated_at: deps.clock.now() }
  for (let i = 0; i < count; i++) {
    const { id } = await deps.db
      .insertInto('vehicles')
      .values({ license_plate: `BENCH-${i}`, vehicle_number: `B${i}`, capacity: 8, ...stamps } as never) // the optional columns stay out
      .returning('id')
      .executeTakeFirstOrThrow()
    await createServicePlan(deps, {
      zone_id: zones[i % zones.length]?.id ?? 0,
      vehicle_id: id,
      driver_id: null,
      start_time: `${DAY}T07:00:00+10:00`,
      end_time: `${DAY}T20:00:00+10:00`,
      minimum_capacity: 20,
      metadata: {},
    })
  }
}
