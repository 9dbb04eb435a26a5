// The server as a process: the only reader of the environment, the clock and true randomness.
import { randomBytes, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { existsSync } from 'node:fs'
import { anyUser } from './sessions/queries.ts'
import { ensureBuiltInRoles } from './access/accounts.ts'
import { setupCode } from './access/setup-code.ts'
import { createPushKeys } from './messages/push/vapid.ts'
import { createSigningSecret } from './sessions/tokens.ts'
import { actingAs } from './context/context.ts'
import { createLooks } from './access-events/looks.ts'
import { createApp } from './app.ts'
import { backUpBeforeUpdate, NotBackedUp } from './backup/before-update.ts'
import { admitOperator } from './boot/operator.ts'
import { prepareDemo } from './boot/demo.ts'
import { configFrom } from './boot/environment.ts'
import { WrongSetting } from './boot/read-settings.ts'
import { createLogger } from './boot/logger.ts'
import { keepFilesPrivate, makePrivate } from './boot/private-folder.ts'
import { startJobs } from './boot/run-jobs.ts'
import { startTracing } from './boot/start-tracing.ts'
import { leave, stopWithin } from './boot/stop.ts'
import { startClockWatch } from './boot/watch-clock.ts'
import { createClock } from './clock/clocks.ts'
import { openDemoClock } from './clock/demo-clock.ts'
import { createClockWatch } from './clock/watch.ts'
import { newestMoment } from './clock/newest-moment.ts'
import type { Database } from './database/connect.ts'
import { watchDisk } from './database/disk.ts'
import { FolderInUse } from './database/folder-lock.ts'
import { migrate, WrongSchema } from './database/migrate.ts'
import { DatabaseUnavailable, openDatabase } from './database/open.ts'
import { ensureSearchIndexes } from './database/search-indexes.ts'
import { createEnding, type Deps, type Random } from './deps.ts'
import { environmentFor } from './http/authenticate.ts'
import { createRunningJobs } from './jobs/runner.ts'
import { createLiveBus } from './live/create-bus.ts'
import { serveMetrics } from './observe/metrics-port.ts'
import { createMeasures } from './observe/measures.ts'
import { createPlanningState } from './planning/state.ts'
import { createMailer } from './mail/outbox.ts'
import { createPayments } from './payment-methods/create-payments.ts'
import { createFeatureFlags } from './settings/flags.ts'
import { driversLeftAlone } from './settings/local-demo.ts'
import { openStreetsSource } from './streets/source.ts'

/** How long everything may take to end, and requests of that, in milliseconds. */
const STOP_WITHIN = 30_000
const REQUESTS_WITHIN = 20_000
/** A terminal and what was started in it may both hand on the same Ctrl-C. */
const SAME_SIGNAL = 500

/** Lines that the launcher reads. */
const tell = (mark: 'READY' | 'PROGRESS' | 'TROUBLE', text: string): void =>
  void process.stdout.write(`AMBIT_${mark} ${text.replaceAll('\n', ' ')}\n`)

const random: Random = {
  next: () => Math.random(),
  uuid: () => randomUUID(),
  token: (bytes) => randomBytes(bytes).toString('base64url'),
}

const buildDeps = async (database: Database, config: ReturnType<typeof configFrom>): Promise<Deps> => {
  const log = createLogger(config.logLevel)
  tell('PROGRESS', 'preparing the database')
  await backUpBeforeUpdate(database, config, { now: new Date(), report: (text) => tell('PROGRESS', text) })
  await migrate(database.patient, new Date())
  await ensureSearchIndexes(database.patient, log)
  const wall = { now: () => Date.now(), monotonic: () => performance.now() }
  tell('PROGRESS', 'opening the street data')
  const streets = await openStreetsSource(config.dataFolder, config.streetsExtract, log)
  const clock =
    (await openDemoClock({ db: database.db, config, streets }, wall)) ??
    createClock(config.clock, wall, await newestMoment(database.db))
  const starting = { actor_kind: 'command line', action: 'start', via: 'command line', now: clock.now } as const
  await actingAs(starting, () => ensureBuiltInRoles(database.db, clock.now(), environmentFor(config)))
  const live = await createLiveBus(database, log)
  const { db, damage, snapshots } = database
  damage.whenFound((sentence) => log.error({}, sentence))
  const flags = createFeatureFlags({ db, clock, config })
  const { registry, measures } = createMeasures()
  database.usage.whenQueried((milliseconds) => measures.queried(milliseconds / 1000))
  const signingSecret = createSigningSecret({ db, random })
  const pushKeys = createPushKeys({ db })
  await pushKeys()
  const payments = createPayments({ db, clock, random, log }, config)
  const tracing = await startTracing(config, { log, clock })
  return {
    db,
    damage,
    snapshots,
    disk: watchDisk(config.dataFolder, clock.monotonic),
    clock,
    clockWatch: createClockWatch(clock, log),
    random,
    mailer: createMailer(clock),
    payments,
    streets,
    log,
    config,
    live,
    planning: createPlanningState(),
    jobs: createRunningJobs(random.uuid(), database.patient),
    ending: createEnding(),
    registry,
    measures,
    usage: database.usage,
    tracing,
    flags,
    signingSecret,
    pushKeys,
    looks: createLooks({ db: database.patient, clock, log }),
  }
}

const start = async (): Promise<(signal: NodeJS.Signals) => Promise<void>> => {
  keepFilesPrivate()
  const config = configFrom(process.env)
  tell('PROGRESS', 'opening the database')
  const database = await openDatabase(config, (error) => {
    process.stderr.write(`${JSON.stringify({ level: 'error', msg: 'database', error: error.message })}\n`)
  })
  try {
    const deps = await buildDeps(database, config)
    if (existsSync(config.dataFolder)) makePrivate(config.dataFolder, deps.log)
    const signIns = await prepareDemo({ ...deps, db: database.patient }, (text) => tell('PROGRESS', text))
    const app = await createApp(deps)
    const operator = admitOperator(app, deps)
    const address = await app.listen({ host: config.host, port: config.port })
    // With port 0 the system chose one: links in mails need it.
    config.port = Number(new URL(address).port)
    const stopClockWatch = await startClockWatch(deps, hostname())
    const stopJobs = await startJobs(deps)
    const everywhere = config.host === '0.0.0.0' || config.host === '::'
    const url = everywhere ? `http://localhost:${config.port}` : address
    await operator.open(url)
    const { host, metricsPort } = config
    const metrics = metricsPort === null ? null : await serveMetrics(deps.registry, { host, port: metricsPort })
    const setup_code = (await anyUser(database.db)) ? null : await setupCode(deps)
    if (setup_code !== null) deps.log.info({ setup_code }, 'the first administrator is asked for this code')
    const drivers = signIns === null ? [] : await driversLeftAlone(database.db)
    tell('READY', JSON.stringify({ url, sign_ins: signIns ?? [], drivers, setup_code, demo: signIns !== null }))
    return async (signal) => {
      stopClockWatch()
      await operator.close()
      // Whoever presses Ctrl-C has no balancer that has to hear of it.
      const drainMs = signal === 'SIGINT' ? 0 : config.drainSeconds * 1000
      await Promise.all([stopJobs(), leave(app.server, deps.ending, { drainMs, requestsMs: REQUESTS_WITHIN })])
      await app.close()
      await metrics?.close()
      await deps.tracing?.close()
      await database.close()
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** One plain sentence for what an operator can mend; everything else keeps its trace. */
const sentenceFor = (error: unknown): string | null => {
  if (
    error instanceof WrongSetting ||
    error instanceof FolderInUse ||
    error instanceof DatabaseUnavailable ||
    error instanceof NotBackedUp
  )
    return error.message
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? error.code : undefined
  const { host, port, dataFolder } = configFrom(process.env)
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. End it, or choose another port with --port.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host} to listen on.`
    case 'EACCES':
      return error.message.includes('listen')
        ? `Port ${port} may not be used by this account. Choose one above 1023 with --port.`
        : `The data folder ${dataFolder} cannot be written by this account.`
    case 'ENOSPC':
    case '53100':
      return `The disk that holds ${dataFolder} is full. Free some space and start again.`
    case 'EROFS':
      return `The data folder ${dataFolder} lies on a disk that cannot be written.`
  }
  return error instanceof WrongSchema ? `${error.message}.` : null
}

try {
  const stop = await start()
  let stopping: number | null = null
  const end = (signal: NodeJS.Signals): void => {
    // A second signal ends it at once.
    if (stopping !== null && performance.now() - stopping > SAME_SIGNAL) process.exit(1)
    if (stopping !== null) return
    stopping = performance.now()
    const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`)
    void stopWithin(STOP_WITHIN, () => stop(signal), say).then((code) => process.exit(code))
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
} catch (error) {
  const sentence = sentenceFor(error)
  tell('TROUBLE', sentence ?? 'The server could not start.')
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exit(1)
}
