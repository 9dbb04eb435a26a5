import { ApiError, api, type ServicePlan, type ServiceRequest } from '@ambit/contract'
import { addDays, minutesIn, momentAt } from '@ambit/domain'
import { randomStream } from '@ambit/random'
import { createGate, type Line, type Session } from './access/line.ts'
import { openClockKeeper, openWatch } from './access/people.ts'
import { sentence, Trouble } from './access/trouble.ts'
import { untilServed } from './access/until-served.ts'
import type { Beat } from './fleet/cab.ts'
import { drawAbsences } from './fleet/absences.ts'
import { drawDeviceClocks } from './fleet/devices.ts'
import { roughRates } from './fleet/habits.ts'
import { liveDriver } from './fleet/shift.ts'
import { driversOf, plansBetween, type RosterDriver, vehicleHours } from './planner/roster.ts'
import { type DayReport, hasEnded, reportOf } from './report/report.ts'
import { drawLeadMinutes, drawTravelMinutes } from './riders/demand.ts'
import { createDiary, drawJourney } from './riders/journey.ts'
import { liveRider } from './riders/rider.ts'
import { lifeOf, listenToPassengers, openService, type Service } from './service.ts'
import { createDiscreteTimeline, type DiscreteTimeline } from './timeline/discrete.ts'
import { HOUR, MINUTE, SECOND } from './timeline/timeline.ts'
import type { Actor } from './timeline/timeline.ts'
import { liveDispatcher } from './watch/dispatcher.ts'
import { disturb } from './week/disturb.ts'
import type { Office } from './week/office.ts'
import { planDates } from './week/plan-dates.ts'
import { engageWeek, type Week } from './week/week.ts'
import { readAll } from './town/town.ts'

export type DayOptions = {
  origin: string
  date: string
  /** so many days from that date on, one after the other */
  days: number
  /** recurring journeys, groups, open returns, a waiting list, two breakdowns and a failed mast besides */
  journeys: boolean
  seed: number
  /** travel requests on each day */
  requests: number
  /** number of vehicles that drive; the trips of the others are cancelled before the day begins */
  vehicles: number
  nap: (milliseconds: number) => Promise<void>
  log: (text: string) => void
  /** called now and then with the share of the day that is over, 0 to 1 */
  onProgress: (share: number, text: string) => void
  /** the share of trips that are driven with gaps in the signal, 0 to 1 */
  gaps: number
  /** drives with the drivers' own app, in one zone alone; null: virtual devices, in all of them */
  phones: ((driver: RosterDriver, session: Session, now: () => number) => Session) | null
  /** a dispatcher acknowledges what asks for attention */
  watched: boolean
  /** what goes wrong; null: an ordinary day */
  faults: DayFaults | null
  /** called on each morning of the days once what is old has been removed; null: nobody asks */
  onMorning: (() => Promise<void>) | null
}

/** What goes wrong on a rough day besides what people and devices do by themselves. */
export type DayFaults = {
  /** loses answers on the way */
  fetch: typeof fetch
  /** breaks and mends the server and what is around it, at the moments of the day */
  live: (actor: Actor, day: { from: number; to: number }, advance: (moment: number) => Promise<void>) => Promise<void>
  /** false while the server cannot be told the time, because it cannot write */
  clockRuns: () => boolean
  onAbsence: () => void
}

/** In simulated time vehicles report once a minute, so that the clock stops as rarely as possible. */
const beat: Beat = {
  step: () => 20 * SECOND,
  moving: () => MINUTE,
  standing: () => 4 * MINUTE,
  look: () => 3 * MINUTE,
  spreadOut: false,
}
/** Where somebody watches, no vehicle that stands is silent for so long that it seems lost. */
const watchedBeat: Beat = { ...beat, standing: () => 2 * MINUTE }
/** The first calls come this many minutes after midnight. */
const FIRST_CALL_MINUTES = 5
/** What is kept no longer is removed from half past three on. */
const MORNING_MINUTES = 4 * 60
/** Open bookings are not waited for beyond the next morning. */
const LONGEST_NIGHT_H = 10

/**
 * Simulates a whole service day against a server whose clock is virtual, one event after the other. The same options on
 * the same server give the same report: nothing in it depends on how long a call takes.
 */
export const playDay = async (options: DayOptions): Promise<DayReport> => {
  const line: Line = {
    origin: options.origin,
    whenLost: options.faults === null ? 'fail' : 'again',
    ...(options.faults === null ? {} : { fetch: options.faults.fetch }),
    nap: options.nap,
    enter: createGate(1),
    log: options.log,
  }
  const service = await openService(line, options.seed, options.watched ? watchedBeat : beat)
  service.fleet.gaps = options.gaps
  const { time_zone } = service.town
  const from = momentAt(time_zone, options.date, 0).getTime()
  const dates = Array.from({ length: options.days }, (_, at) => addDays(options.date, at))
  const to = momentAt(time_zone, addDays(options.date, options.days), 0).getTime()
  const keeper = openClockKeeper(line)
  const advance = async (moment: number): Promise<void> => {
    if (options.faults?.clockRuns() === false) return
    const told = keeper.call(api.clock.advance, { body: { now: new Date(moment).toISOString() } })
    await told.catch((error: unknown) => {
      // Broken off in the middle of it: the next moment is told when it can be.
      if (options.faults === null || !(error instanceof ApiError) || error.status !== 503) throw error
    })
    options.onProgress(Math.min(1, (moment - from) / (to - from)), `${service.riders.ledger.requests.length} requests`)
  }
  await advance(from)
  const plans = await plansBetween(service.desks.planner, from, to)
  const vehicles =
    options.phones === null ? vehiclesOver(plans, options.vehicles) : vehiclesOfOne(plans, options.vehicles)
  const driving = await standDown(service, plans, vehicles, from)
  const kept = await planDates(service.desks.planner, driving, dates, { time_zone, from, to })
  if (kept.length === 0) throw new Trouble(`No driver is scheduled on ${options.date}.`)
  const timeline = createDiscreteTimeline(from, advance)
  listenToPassengers(service, timeline.spawn)
  if (options.faults !== null) roughen(service, timeline, options, { from, to }, advance)
  await engage(service, timeline, { line, phones: options.phones }, kept, options.days > 1 ? null : to)
  const draw = drawFor(service, vehicleHours(kept, from, to))
  const office: Office = { ...service.riders, desk: openWatch(line), town: service.town, draw }
  const { requests } = options
  const week = options.journeys ? engageWeek(office, { dates, requests, timeZone: time_zone }, timeline.spawn) : null
  if (options.journeys) disturb(service, { from, to }, timeline.spawn)
  for (const date of dates) engageRiders(service, timeline, { ...options, date, draw, week })
  if (options.watched) {
    const zones = service.town.zones.map(({ zone }) => zone.id)
    timeline.spawn('dispatcher', (actor) => liveDispatcher(actor, openWatch(line), zones))
  }
  const mornings = dates.map((date) => momentAt(time_zone, date, MORNING_MINUTES).getTime())
  if (options.onMorning !== null) seeMornings(timeline, mornings, options.onMorning)
  await timeline.play(to)
  await playNight(service, timeline, to)
  const { ledger } = service.riders
  const ids = ledger.requests.flatMap(({ booking }) => (booking === null ? [] : [booking.id]))
  const bookings = await readBookings(service.desks.desk, ids)
  return reportOf({
    date: options.date,
    seed: options.seed,
    vehicles: new Set(kept.map(({ vehicle_id }) => vehicle_id)).size,
    requests: ledger.requests,
    bookings,
    odometers: service.fleet.odometers,
    routeTrips: new Set(
      kept.flatMap(({ trip_id, service_route_id }) => (service_route_id === null ? [] : (trip_id ?? []))),
    ),
    vehicleHours: [...vehicleHours(kept, from, to).values()].reduce((sum, hours) => sum + hours, 0),
    week: (await week?.report()) ?? null,
  })
}

const seeMornings = (timeline: DiscreteTimeline, mornings: readonly number[], onMorning: () => Promise<void>): void =>
  timeline.spawn('mornings', async (actor) => {
    for (const morning of mornings) {
      await actor.until(morning)
      await onMorning()
    }
  })

/** After midnight only what was booked before is completed, and told; the day does not wait for the night's last shifts. */
const playNight = async (service: Service, timeline: DiscreteTimeline, midnight: number): Promise<void> => {
  const { open } = service.riders.ledger
  const { untold } = service.fleet
  for (let until = midnight; open.size + untold.size > 0 && until < midnight + LONGEST_NIGHT_H * HOUR;) {
    until += HOUR / 4
    await timeline.play(until)
    await forgetEnded(service)
  }
}

/** A rough day: drivers who do not come, devices without signal or with a wrong clock, and a server that is disturbed. */
const roughen = (
  { desks, fleet, riders }: Service,
  timeline: DiscreteTimeline,
  { seed, log, faults }: DayOptions,
  span: DayWindow,
  advance: (moment: number) => Promise<void>,
): void => {
  if (faults === null) return
  fleet.rates = roughRates
  fleet.clocks = drawDeviceClocks(seed)
  fleet.absences = drawAbsences({ seed, planner: desks.planner, ledger: riders.ledger, log }, faults.onAbsence)
  timeline.spawn('faults', (actor) => faults.live(actor, span, advance))
}

/** Bookings that the server has ended by itself, because no vehicle was left for them: no driver tells of these. */
const forgetEnded = async ({ desks, riders: { ledger } }: Service): Promise<void> => {
  const open = [...ledger.open]
  const found = await readBookings(desks.desk, open)
  for (const id of open) if (hasEnded(found.get(id))) ledger.open.delete(id)
}

/** These vehicles drive; the trips of the others are cancelled, as a planner with fewer vehicles would. */
const standDown = async (
  service: Service,
  plans: readonly ServicePlan[],
  vehicles: readonly number[],
  now: number,
): Promise<ServicePlan[]> => {
  const driving = new Set(vehicles)
  const kept: ServicePlan[] = []
  for (const plan of plans) {
    if (plan.vehicle_id === null || plan.trip_id === null || Date.parse(plan.end_time) <= now) continue
    if (driving.has(plan.vehicle_id)) kept.push(plan)
    else
      await service.desks.planner.call(api.trips.changeState, {
        params: { id: plan.trip_id },
        body: { status: 'cancelled', force: true },
      })
  }
  return kept
}

/** That many vehicles, taken from the zones in turn, so that each zone has some. */
const vehiclesOver = (plans: readonly ServicePlan[], vehicles: number): number[] => {
  const ids = vehiclesIn(plans)
  if (vehicles >= ids.length) return [...ids]
  const zoneOf = new Map(plans.map(({ vehicle_id, zone_id }) => [vehicle_id, zone_id]))
  const byZone = [...Map.groupBy(ids, (id) => zoneOf.get(id) ?? 0)]
    .toSorted(([a], [b]) => a - b)
    .map(([, list]) => list)
  const longest = Math.max(...byZone.map((list) => list.length))
  const inTurn = Array.from({ length: longest }, (_, at) => byZone.flatMap((list) => list.slice(at, at + 1))).flat()
  return inTurn.slice(0, vehicles)
}

/** That many vehicles of the first zone, without those that drive a route or through the night. */
const vehiclesOfOne = (plans: readonly ServicePlan[], vehicles: number): number[] => {
  const dateOf = (time: string): string => time.slice(0, 10)
  const others = new Set(
    plans
      .filter((plan) => plan.service_route_id !== null || dateOf(plan.start_time) !== dateOf(plan.end_time))
      .map(({ vehicle_id }) => vehicle_id),
  )
  const zone = Math.min(...plans.map(({ zone_id }) => zone_id))
  const own = plans.filter(({ zone_id, vehicle_id }) => zone_id === zone && !others.has(vehicle_id))
  return vehiclesIn(own).slice(0, vehicles)
}

const vehiclesIn = (plans: readonly ServicePlan[]): number[] =>
  [...new Set(plans.flatMap(({ vehicle_id }) => vehicle_id ?? []))].toSorted((a, b) => a - b)

const engage = async (
  service: Service,
  timeline: DiscreteTimeline,
  { line, phones }: { line: Line; phones: DayOptions['phones'] },
  plans: readonly ServicePlan[],
  lastStart: number | null,
): Promise<void> => {
  for (const driver of await driversOf(service.desks.planner, plans)) {
    const life = lifeOf(line, driver, lastStart)
    const session = phones?.(driver, life.session, timeline.now) ?? life.session
    timeline.spawn(`driver ${driver.username}`, (actor) => liveDriver(actor, service.fleet, { ...life, session }))
  }
}

type DayWindow = { from: number; to: number }

/** Who goes where; each zone has demand in proportion to its vehicles' hours. */
const drawFor = (service: Service, hours: ReadonlyMap<number, number>): Office['draw'] => {
  const { town, addresses } = service
  const weight = ({ zone }: { zone: { id: number } }): number => hours.get(zone.id) ?? 0
  const surroundings = { town, addresses, diary: createDiary(), weight }
  return (random, travelAt, lead) =>
    drawJourney(surroundings, random, { travelAt, minutes: minutesIn(town.time_zone, new Date(travelAt)), lead })
}

type Demand = DayOptions & { draw: Office['draw']; week: Week | null }

const engageRiders = (service: Service, timeline: DiscreteTimeline, options: Demand): void => {
  const { time_zone } = service.town
  const midnight = momentAt(time_zone, options.date, 0).getTime()
  for (let number = 1; number <= options.requests; number++) {
    const rider = `${options.date}-${number}`
    const random = randomStream(options.seed, 'rider', rider)
    const travelAt = momentAt(time_zone, options.date, drawTravelMinutes(random)).getTime()
    const asksAt = Math.max(midnight + FIRST_CALL_MINUTES * MINUTE, travelAt - drawLeadMinutes(random) * MINUTE)
    // On whole seconds: times in milliseconds would only stop the clock more often.
    const callsAt = Math.ceil((asksAt + random.next() * 5 * MINUTE) / SECOND) * SECOND
    timeline.spawn(rider, async (actor: Actor) => {
      await actor.until(callsAt)
      const requested = Math.max(travelAt, actor.now())
      const journey = await untilServed(actor, () => options.draw(random, requested, requested - actor.now())).catch(
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error
          options.log(`${rider}: ${sentence(error)}`)
          return null
        },
      )
      if (journey === null) return
      const record = await liveRider(actor, service.riders, { rider, journey, travelAt: requested })
      await options.week?.afterRequest(actor, record)
    })
  }
}

/** How the bookings ended, from the server. */
const readBookings = async (desk: Session, ids: readonly number[]): Promise<Map<number, ServiceRequest>> => {
  const found = new Map<number, ServiceRequest>()
  for (let at = 0; at < ids.length; at += 200) {
    const id = ids.slice(at, at + 200).join(',')
    const list = await readAll((page) =>
      desk.call(api.serviceRequests.list, { query: { ...page, sort: 'id', filter: { id } } }),
    )
    for (const request of list) found.set(request.id, request)
  }
  return found
}
