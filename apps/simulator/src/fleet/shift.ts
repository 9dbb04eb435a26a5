import { ApiError, api, type Trip, type TripWithStops } from '@ambit/contract'
import { isTripTransition } from '@ambit/domain'
import type { LngLat } from '@ambit/geo'
import { randomStream } from '@ambit/random'
import type { Session } from '../access/line.ts'
import { sentence } from '../access/trouble.ts'
import { untilServed } from '../access/until-served.ts'
import { HOUR, MINUTE } from '../timeline/timeline.ts'
import type { Actor } from '../timeline/timeline.ts'
import type { Cab, FleetWorld } from './cab.ts'
import { driveTrip } from './drive-trip.ts'
import { withGaps } from './gaps.ts'
import { drawSignOn } from './habits.ts'

export type DriverLife = {
  id: number
  username: string
  session: Session
  /** trips that begin later than this are not driven; null: the driver comes again every day */
  lastStart: number | null
}

const LOOK_BACK_MS = 14 * HOUR
const LOOK_AHEAD_MS = 14 * HOUR
const LONGEST_REST_MS = 20 * MINUTE
/** A trip whose end is this long past and that was never begun is not begun any more. */
const TOO_LATE_MS = 5 * MINUTE
const MOST_FAILURES = 6

/** A driver's work: looks up the next trip, signs on when it begins, drives it. */
export const liveDriver = async (actor: Actor, world: FleetWorld, driver: DriverLife): Promise<void> => {
  const done = new Set<number>()
  const failures = new Map<number, number>()
  for (;;) {
    const trip = await nextTrip(actor, world, driver, done)
    if (trip === null) {
      if (driver.lastStart !== null) return
      await actor.until(actor.now() + LONGEST_REST_MS)
      continue
    }
    const random = randomStream(world.seed, 'trip', trip.driver_id ?? 0, trip.start_datetime)
    const begins = Date.parse(trip.start_datetime) + drawSignOn(random)
    if (driver.lastStart === null && begins > actor.now() + LONGEST_REST_MS) {
      await actor.until(actor.now() + LONGEST_REST_MS)
      continue
    }
    await actor.until(begins)
    done.add(trip.id)
    if (world.absences(actor, trip)) continue
    const fresh = await begin(actor, world, driver, trip)
    if (fresh === null) continue
    const cab = climbIn(actor, world, driver, fresh)
    if (cab === null || (await driveThrough(world, cab))) continue
    // Something else than a tap was refused, such as the route: the driver reloads the whole trip, a few times.
    const failed = (failures.get(trip.id) ?? 0) + 1
    failures.set(trip.id, failed)
    if (failed < MOST_FAILURES) done.delete(trip.id)
    await actor.until(actor.now() + 3 * MINUTE)
  }
}

const driveThrough = async (world: FleetWorld, cab: Cab): Promise<boolean> => {
  try {
    if (await driveTrip(cab)) return true
    world.log(`${cab.trip.name}: too many refusals`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    world.log(`${cab.trip.name}: ${sentence(error)}`)
  }
  return false
}

/** The earliest trip that is not over; null when there is none. A driver who cannot sign in has none. */
const nextTrip = async (
  actor: Actor,
  world: FleetWorld,
  driver: DriverLife,
  done: ReadonlySet<number>,
): Promise<Trip | null> => {
  const now = actor.now()
  const to = driver.lastStart ?? now + LOOK_AHEAD_MS
  try {
    const query = {
      from: new Date(now - LOOK_BACK_MS).toISOString(),
      to: new Date(Math.max(to, now + MINUTE)).toISOString(),
    }
    const { data } = await untilServed(actor, () => driver.session.call(api.driver.trips, { query }))
    const open = data.filter(
      (trip) =>
        !done.has(trip.id) &&
        isTripTransition(trip.current_state, 'cancelled') &&
        !missed(trip, now) &&
        Date.parse(trip.start_datetime) < to,
    )
    return open.toSorted((a, b) => Date.parse(a.start_datetime) - Date.parse(b.start_datetime))[0] ?? null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    world.log(`${driver.username}: ${sentence(error)}`)
    return null
  }
}

const missed = (trip: Trip, now: number): boolean =>
  trip.current_state === 'staged' && Date.parse(trip.end_datetime) < now - TOO_LATE_MS

const begin = async (
  actor: Actor,
  world: FleetWorld,
  { session }: DriverLife,
  trip: Trip,
): Promise<TripWithStops | null> => {
  const params = { id: trip.id }
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      const { data } = await session.call(trip.current_state === 'staged' ? api.driver.signOn : api.driver.trip, {
        params,
      })
      return data
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      world.log(`${trip.name}, sign on: ${sentence(error)}`)
      await actor.until(actor.now() + 2 * MINUTE)
    }
  }
  return null
}

const climbIn = (actor: Actor, world: FleetWorld, driver: DriverLife, trip: TripWithStops): Cab | null => {
  const zone = world.town.zones.find((one) => one.zone.id === trip.zone_id)
  if (zone === undefined) return null
  const { latest_trip_monitor: seen } = trip
  // A vehicle that has not been seen on this trip begins where its route does, or where it is kept: the staging stops
  // share the fleet out.
  const [first] = trip.trip_stops
  const head = first?.kind === 'route_stop' ? first.point : undefined
  const kept = head ?? zone.staging[(trip.vehicle_id ?? 0) % Math.max(1, zone.staging.length)]?.point
  const point: LngLat | undefined =
    seen === null ? (kept ?? trip.path[0] ?? zone.rings[0]?.[0]) : [seen.longitude, seen.latitude]
  if (point === undefined) return null
  const random = randomStream(world.seed, 'gaps', trip.driver_id ?? 0, trip.start_datetime)
  return {
    actor,
    world,
    session: random.chance(world.gaps)
      ? withGaps(driver.session, { actor, random, trip, untold: world.untold })
      : driver.session,
    zone,
    random: randomStream(world.seed, 'trip', trip.driver_id ?? 0, trip.start_datetime, 'street'),
    trip,
    motion: { kind: 'standing', point, bearing: seen?.bearing ?? 0 },
    unsent: [],
    notedUntil: actor.now(),
    planVersion: null,
    readAt: actor.now(),
    bell: world.ledger.bellOf(trip.id),
    signalBackAt: 0,
    clockAhead: world.clocks(driver.id),
    refusals: 0,
    opened: new Set(trip.trip_stops.filter(({ arrived_at }) => arrived_at !== null).map(({ id }) => id)),
    ready: new Map(),
  }
}
