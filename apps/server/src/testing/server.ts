import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Client, createClient, sessionCookies } from '@ambit/contract'
import type { Streets } from '@ambit/streets'
import { createUser, ensureBuiltInRoles } from '../access/accounts.ts'
import { hashPassword } from '../access/passwords.ts'
import type { RoleName } from '../access/roles.ts'
import { markOf } from '../sessions/mark.ts'
import { createSigningSecret, issueToken } from '../sessions/tokens.ts'
import { createLooks } from '../access-events/looks.ts'
import { createApp } from '../app.ts'
import { createClockWatch } from '../clock/watch.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { watchDisk } from '../database/disk.ts'
import { createEnding, type Deps, type Logger } from '../deps.ts'
import { environmentFor } from '../http/authenticate.ts'
import { createLiveBus } from '../live/create-bus.ts'
import { createRunningJobs } from '../jobs/runner.ts'
import { createMeasures } from '../observe/measures.ts'
import { createPlanningState } from '../planning/state.ts'
import { createMailer } from '../mail/outbox.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createPushKeys } from '../messages/push/vapid.ts'
import { createPayments } from '../payment-methods/create-payments.ts'
import { createFeatureFlags } from '../settings/flags.ts'
import { openTestDatabase } from './database.ts'
import { createSeededRandom } from './random.ts'

export const TEST_PASSWORD = 'correct horse battery'

export type CustomUser = { permissions: readonly string[]; region_ids?: number[] | null }

export type TestServer = {
  deps: Omit<Deps, 'clock'> & { clock: TestClock }
  database: Database
  app: FastifyInstance
  /** scheme, host and port, without a slash at the end */
  url: string
  /** a client of a user with a built-in role, or with just these permissions; the user is created on the first call */
  client: (as: RoleName | CustomUser) => Client
  driverClient: (driverId: number) => Client
  publicClient: () => Client
  /** a bearer token for a user of the role */
  token: (as: RoleName | CustomUser) => Promise<string>
  /** the cookies of a portal in which a user of the role has signed in */
  cookies: (as: RoleName | CustomUser) => Promise<{ name: string; value: string }[]>
  driverToken: (driverId: number) => Promise<string>
  /** a client of a passenger who has signed in to the app that ships as the default */
  passengerClient: (travelerId: number) => Client
  passengerToken: (travelerId: number) => Promise<string>
  /** what the server logged as warnings and errors */
  logged: { level: string; message: string; fields: object }[]
  close: () => Promise<void>
}

type Options = {
  now?: Date | string
  streets?: Streets | null
  streetsFolder?: string
  seed?: number
  config?: Partial<Config>
  /** in place of one that keeps warnings and errors */
  log?: Logger
  /** where its spans go */
  tracing?: Deps['tracing']
  /** another database than a fresh one in memory; closed with the server */
  database?: Database
}

export const testConfig: Config = {
  host: '127.0.0.1',
  port: 0,
  dataFolder: '',
  databaseUrl: null,
  empty: true,
  seed: 1,
  demoDays: 60,
  clock: { kind: 'real', speed: 1 },
  environment: null,
  brand: 'a',
  publicUrl: null,
  smtpUrl: null,
  cards: { kind: 'test' },
  messages: { mode: null, allowed: [] },
  sms: { kind: 'off' },
  pushServices: [],
  smsLimits: { parts: 1000, countries: [] },
  mailFrom: null,
  portalFolder: null,
  driverFolder: null,
  rideFolder: null,
  checkAnswers: true,
  trustProxy: false,
  requestsPerMinute: 1_000_000,
  processMetrics: false,
  optimiser: false,
  metricsToken: null,
  metricsPort: null,
  drainSeconds: 0,
  backupFolder: null,
  backupBeforeUpdate: true,
  backupRecipients: [],
  backupIdentity: null,
  secretKey: Buffer.alloc(32, 7).toString('base64'),
  continuityFolders: [],
  continuityPassphrase: null,
  providerNetworks: [],
  mailNetworks: [],
  tracing: null,
  environmentValues: [],
  logLevel: 'info',
  version: '0.0.0-test',
}

const makeDeps = async (database: Database, options: Options, logged: TestServer['logged']) => {
  const clock = createTestClock(options.now ?? '2026-11-23T08:00:00+10:00')
  const random = createSeededRandom(options.seed ?? 1)
  const config = { ...testConfig, ...options.config }
  const log = options.log ?? recordingLogger(logged)
  return {
    db: database.db,
    damage: database.damage,
    snapshots: database.snapshots,
    disk: watchDisk(config.dataFolder, clock.monotonic),
    clock,
    clockWatch: createClockWatch(clock, log),
    random,
    mailer: createMailer(clock),
    payments: createPayments({ db: database.db, clock, random, log }, config),
    streets: { current: () => options.streets ?? null, folder: () => options.streetsFolder ?? null },
    log,
    config,
    live: await createLiveBus(database, log),
    planning: createPlanningState(),
    jobs: createRunningJobs(randomUUID(), database.patient),
    ending: createEnding(),
    ...createMeasures(),
    usage: database.usage,
    tracing: options.tracing ?? null,
    flags: createFeatureFlags({ db: database.db, clock, config }),
    signingSecret: createSigningSecret({ db: database.db, random }),
    pushKeys: createPushKeys({ db: database.db }),
    looks: createLooks({ db: database.db, clock, log }),
  }
}

/** The real server on an in-memory database, listening on a free port. The clock shows `now`. */
export const startTestServer = async (options: Options = {}): Promise<TestServer> => {
  const database = options.database ?? (await openTestDatabase())
  const logged: TestServer['logged'] = []
  const deps = await makeDeps(database, options, logged)
  await ensureBuiltInRoles(deps.db, deps.clock.now(), environmentFor(deps.config))
  const app = await createApp(deps)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const users = new Map<string, Promise<number>>()
  const userId = (as: RoleName | CustomUser): Promise<number> => {
    const key = JSON.stringify(as)
    const known = users.get(key)
    if (known !== undefined) return known
    const making = typeof as === 'string' ? createTestUser(deps, as) : createCustomUser(deps, as, users.size)
    users.set(key, making)
    return making
  }
  const token = async (as: RoleName | CustomUser) =>
    (await issueToken(deps, { kind: 'user', id: await userId(as) }, { method: 'password', factors: [], portal: false }))
      .token
  const cookies = async (as: RoleName | CustomUser) => cookiesOf(deps, await userId(as), await token(as))
  const driverToken = async (id: number) =>
    (await issueToken(deps, { kind: 'driver', id }, { method: 'PIN', factors: [], portal: false })).token
  const passengerToken = async (id: number) => {
    const app = await deps.db
      .selectFrom('consumer_apps')
      .where('is_default', '=', true)
      .select('id')
      .executeTakeFirstOrThrow()
    const subject = { kind: 'passenger', id, consumer_app_id: app.id } as const
    return (await issueToken(deps, subject, { method: 'code', factors: [], portal: false })).token
  }
  const clients = new Map<string, Client>()
  const client = (key: string, make: () => Promise<string>): Client => {
    const known = clients.get(key)
    if (known !== undefined) return known
    const making = lazyClient(url, make)
    clients.set(key, making)
    return making
  }
  return {
    deps,
    database,
    app,
    url,
    logged,
    token,
    cookies,
    driverToken,
    passengerToken,
    passengerClient: (id) => client(`passenger ${id}`, () => passengerToken(id)),
    client: (as) => client(JSON.stringify(as), () => token(as)),
    driverClient: (id) => client(`driver ${id}`, () => driverToken(id)),
    publicClient: () => createClient({ origin: url, token: () => null }),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

const cookiesOf = async (deps: Pick<Deps, 'signingSecret'>, id: number, token: string) => {
  const names = sessionCookies(false)
  return [
    { name: names.token, value: token },
    { name: names.mark, value: await markOf(deps, id, token) },
  ]
}

/**
 * A test may start several calls and await them one after the other: one refused before its turn is no error of the
 * process. That every call is awaited is the linter's (`no-floating-promises`).
 */
const awaitedLater = <T>(call: Promise<T>): Promise<T> => {
  call.catch(() => undefined)
  return call
}

/** Signs in at the first call, so that tests can create clients without waiting. */
const lazyClient = (origin: string, make: () => Promise<string>): Client => {
  let making: Promise<Client> | null = null
  const ready = (): Promise<Client> => (making ??= make().then((token) => createClient({ origin, token: () => token })))
  return {
    call: (endpoint, input) => awaitedLater(ready().then((client) => client.call(endpoint, input))),
    fetch: (endpoint, input) => awaitedLater(ready().then((client) => client.fetch(endpoint, input))),
  }
}

/** argon2 is slow by design, so one hash serves all users of a test process. */
let passwordHash: Promise<string> | null = null

export const createTestUser = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  role: RoleName,
  name = role as string,
): Promise<number> =>
  createUser(
    deps.db,
    {
      first_name: 'Test',
      last_name: name,
      username: name,
      email: `${name}@example.org`,
      password_hash: await (passwordHash ??= hashPassword(TEST_PASSWORD)),
      role,
    },
    deps.clock.now(),
  )

const createCustomUser = async (deps: Pick<Deps, 'db' | 'clock'>, as: CustomUser, index: number): Promise<number> => {
  const now = deps.clock.now()
  const stamps = { created_at: now, updated_at: now }
  const name = `custom${index}`
  const keys = as.permissions.flatMap((key) => [key, `${key.split(':')[0]}:Module`])
  const permissions = JSON.stringify(Object.fromEntries(keys.map((key) => [key, true])))
  const made = async (table: 'user_roles' | 'user_groups', values: object): Promise<number> =>
    (
      await deps.db
        .insertInto(table)
        .values({ name, ...stamps, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const roleId = await made('user_roles', { permissions, status: 'enabled' })
  const groupId = await made('user_groups', {})
  const { id } = await deps.db
    .insertInto('users')
    .values({
      first_name: 'Custom',
      last_name: `User ${index}`,
      username: name,
      email: `${name}@example.org`,
      region_ids: as.region_ids ?? null,
      password_hash: await (passwordHash ??= hashPassword(TEST_PASSWORD)),
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deps.db.insertInto('user_group_roles').values({ user_group_id: groupId, user_role_id: roleId }).execute()
  await deps.db.insertInto('user_group_members').values({ user_group_id: groupId, user_id: id }).execute()
  return id
}

const recordingLogger = (logged: TestServer['logged']): Logger => {
  const record =
    (level: string) =>
    (fields: object, message = '') =>
      void logged.push({ level, message, fields })
  return { debug: () => {}, info: () => {}, warn: record('warn'), error: record('error') }
}

/** The custom fields of the demo's vehicles, for tests that need some. */
export { demoStages } from '../demo/fleet-details.ts'
export { enrol } from './enrol.ts'
export { sealEvents } from '../audit/seal.ts'
export { seeding } from '../context/context.ts'
