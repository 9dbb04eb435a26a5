// The living demo: virtual drivers and riders in the service's own time, through the public API alone.
import { setTimeout as nap } from 'node:timers/promises'
import { ApiError, api, NetworkError } from '@ambit/contract'
import { createGate, type Line } from './access/line.ts'
import { type Desks, openDesks } from './access/people.ts'
import { sentence, Trouble } from './access/trouble.ts'
import type { Beat } from './fleet/cab.ts'
import { calmRates, ordinaryRates } from './fleet/habits.ts'
import { morningMishaps } from './fleet/mishaps.ts'
import { liveDriver } from './fleet/shift.ts'
import { livePlanner } from './planner/live-planner.ts'
import { leaveDriverOut, reportBreakdown } from './planner/morning.ts'
import { driversLeftAlone, keepTripsAhead } from './planner/left-alone.ts'
import { driversOf, plansBetween, vehicleHours } from './planner/roster.ts'
import { REQUESTS_PER_VEHICLE_HOUR } from './riders/demand.ts'
import { createDiary } from './riders/journey.ts'
import { callsSoFar, liveDemand } from './riders/stream.ts'
import { lifeOf, listenToPassengers, openService, readSettings, type Service } from './service.ts'
import { createRealTimeline, createServiceClock, type ServiceClock } from './timeline/real-time.ts'
import { HOUR, MINUTE, SECOND } from './timeline/timeline.ts'
import type { Actor } from './timeline/timeline.ts'

/** Lines of the simulator's own log, on standard output: the launcher keeps them, and shows them when `AMBIT_LOG` is set. */
const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** Lines that the launcher reads. */
const tell = (mark: 'READY', text: string): void => void process.stdout.write(`AMBIT_${mark} ${text}\n`)

const CALLS_AT_ONCE = 6
const NEW_DRIVERS_EVERY_MS = 30 * MINUTE

const readNumber = (name: string, fallback: number): number => {
  const text = process.env[name] ?? ''
  const value = Number(text === '' ? fallback : text)
  if (!Number.isFinite(value)) throw new Trouble(`${name} must be a number, not "${text}".`)
  return value
}

const openLine = (): Line => ({
  origin: process.env['AMBIT_URL'] ?? 'http://127.0.0.1:8080',
  whenLost: 'wait',
  nap: (milliseconds) => nap(milliseconds),
  enter: createGate(CALLS_AT_ONCE),
  log: say,
})

/** Every 4 s of the service a position; sent as often as the wall allows, for a fast town must not flood the server. */
const beatOf = (clock: ServiceClock): Beat => ({
  step: () => 4 * SECOND,
  moving: () => Math.min(45 * SECOND, Math.max(4 * SECOND, 1500 * clock.speed())),
  standing: () => Math.min(50 * SECOND, Math.max(25 * SECOND, 4000 * clock.speed())),
  look: () => 0,
  spreadOut: true,
})

/** The server's clock is read again now and then: it may have been restarted, or the machine may have slept. */
const FOLLOW_EVERY_MS = 60_000
/** A demo's own clock changes its speed at the push of a button. */
const FOLLOW_SPEED_EVERY_MS = 1000

const followClock = async (line: Line, clock: ServiceClock, every: number): Promise<void> => {
  for (;;) {
    await nap(every, undefined, { ref: false })
    const { clock: shown } = await readSettings(line).catch(() => ({ clock: null }))
    if (shown !== null) clock.set(Date.parse(shown.now), shown.speed)
  }
}

/** Drivers are engaged as schedules name them: those of today at the start, others when their first turn comes near; some are left to people. */
const engageDrivers = async (
  actor: Actor,
  service: Service,
  line: Line,
  leftAlone: ReadonlySet<number>,
): Promise<void> => {
  const engaged = new Set<number>(leftAlone)
  for (;;) {
    const plans = await plansBetween(service.desks.planner, actor.now() - 12 * HOUR, actor.now() + 12 * HOUR)
    for (const driver of await driversOf(service.desks.planner, plans)) {
      if (engaged.has(driver.id)) continue
      engaged.add(driver.id)
      actor.spawn(`driver ${driver.username}`, (self) => liveDriver(self, service.fleet, lifeOf(line, driver, null)))
    }
    // Travel requests are kept for the report of a simulated day; a live town has no report, and runs for weeks.
    service.riders.ledger.requests.length = 0
    await actor.until(actor.now() + NEW_DRIVERS_EVERY_MS)
  }
}

/** Of the service: a call of a driver may take that long while the morning is hurried, or each stop would make trips late. */
const CALL_TAKES_S = 4
const SLOWEST = 10
const FASTEST = 60
/** Of real time: towards the end, so that the clock stops where it shall. */
const SLOWS_DOWN_S = 4

/** Runs the clock up to the moment, as fast as the machine keeps up with. */
const hurryTo = async (
  actor: Actor,
  probe: () => Promise<unknown>,
  run: (speed: number) => Promise<void>,
  moment: number,
) => {
  while (actor.now() < moment) {
    const asked = performance.now()
    await probe()
    const took_s = (performance.now() - asked) / 1000
    const left_s = (moment - actor.now()) / SECOND
    const wanted = Math.min(CALL_TAKES_S / took_s, left_s / SLOWS_DOWN_S)
    const speed = Math.round(Math.min(FASTEST, Math.max(SLOWEST, wanted)))
    await run(speed)
    await actor.until(Math.min(moment, actor.now() + 2 * speed * SECOND))
  }
}

/**
 * Before the demo begins its clock runs through the start of its morning, which fills vehicles and lists: rides that
 * were booked earlier, two vehicles that are late, one schedule without a driver. Afterwards one vehicle breaks down.
 */
const playMorning = async (
  actor: Actor,
  { planner, desk }: Desks,
  clock: ServiceClock,
  opens: number,
  calls: () => Promise<void>,
) => {
  const usual = clock.speed()
  const run = async (speed: number): Promise<void> => {
    if (speed === clock.speed()) return
    const { data } = await planner.call(api.clock.setSpeed, { body: { speed } })
    clock.set(Date.parse(data.now), data.speed)
  }
  // However long the machine takes for the calls, hardly any of the morning passes.
  await run(1)
  await leaveDriverOut(planner, opens, say)
  await calls()
  await hurryTo(actor, () => desk.call(api.dashboard.show), run, opens)
  await run(usual)
}

const start = async (): Promise<void> => {
  const seed = readNumber('AMBIT_SEED', 7)
  const line = openLine()
  const clock = createServiceClock(() => performance.now())
  const { clock: shown, local_demo } = await reach(line)
  clock.set(Date.parse(shown.now), shown.speed)
  const service = await openService(line, seed, beatOf(clock))
  const own = local_demo?.clock ?? null
  const opens = own === null ? null : Date.parse(own.opens_at)
  if (opens !== null)
    service.fleet.mishaps = morningMishaps(
      opens,
      (trip) => void reportBreakdown(service.desks.planner, trip, say).catch(stop),
    )
  const timeline = createRealTimeline(clock, (name, error) => {
    if (!(error instanceof ApiError)) return stop(error)
    say(`${name} goes home: ${sentence(error)}`)
  })
  const now = clock.now()
  const hours = vehicleHours(
    await plansBetween(service.desks.planner, now - 12 * HOUR, now + 12 * HOUR),
    now - 12 * HOUR,
    now + 12 * HOUR,
  )
  const perDay = REQUESTS_PER_VEHICLE_HOUR * [...hours.values()].reduce((sum, zone) => sum + zone, 0)
  listenToPassengers(service, timeline.spawn)
  const leftAlone = await driversLeftAlone(service.desks.planner)
  const planned = { timeZone: service.town.time_zone, leftAlone }
  timeline.spawn('drivers', (actor) => engageDrivers(actor, service, line, leftAlone))
  timeline.spawn('planner', (actor) => livePlanner(actor, service.desks.planner, planned, say))
  const demand = {
    world: service.riders,
    town: service.town,
    addresses: service.addresses,
    weight: ({ zone }: { zone: { id: number } }) => hours.get(zone.id) ?? 0.1,
    diary: createDiary(),
  }
  timeline.spawn('riders', (actor) => liveDemand(actor, demand, Math.max(24, perDay)))
  void followClock(line, clock, own !== null ? FOLLOW_SPEED_EVERY_MS : FOLLOW_EVERY_MS)
  say(
    `${service.town.zones.length} zones, ${service.town.travelers.length} passengers, ${Math.round(perDay)} requests a day, speed ${clock.speed()}`,
  )
  const ahead = (): void =>
    timeline.spawn('trips of those left alone', (actor) => keepTripsAhead(actor, service.desks.planner, leftAlone, say))
  if (opens === null || clock.now() >= opens) {
    ahead()
    return tell('READY', '')
  }
  service.fleet.rates = calmRates
  timeline.spawn('morning', async (actor) => {
    // A gate of its own: the clock does not wait in the queue of those who call.
    const { planner } = openDesks({ ...line, enter: createGate(1) })
    const desks = { ...service.desks, planner }
    // Where the morning is cut short, by someone who changes the clock for instance, the demo goes on as it is.
    try {
      await playMorning(actor, desks, clock, opens, () => callsSoFar(actor, demand, perDay, opens))
    } finally {
      service.fleet.rates = ordinaryRates
      ahead()
      tell('READY', '')
    }
  })
}

/** The server may still be starting: half a minute is given to it. */
const reach = async (line: Line) => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await readSettings(line)
    } catch (error) {
      const starting = error instanceof NetworkError || (error instanceof ApiError && error.status === 503)
      if (!starting || attempt >= 15) throw error
      await nap(2000)
    }
  }
}

/** One sentence for the launcher, and the end. */
const stop = (error: unknown): void => {
  process.stdout.write(`AMBIT_TROUBLE ${sentence(error).replaceAll('\n', ' ')}\n`, () => process.exit(1))
}

process.on('unhandledRejection', stop)
process.on('uncaughtException', stop)
process.on('SIGTERM', () => process.exit(0))
start().catch(stop)
